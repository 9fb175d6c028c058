// What is wanted, and the tree that follows from it.
//
//     in    a file, or what programs put and set
//     out   settings, and a tree of responders; or errors, each with its place and what to write instead
//
// To read first:
//
//     Blueprint    a file that was read, with its settings and errors
//     Wants        what the file and programs want of a tree
//     TreeUpdate   makes the difference of two wanted trees in the tree that lives
//
// The folder Text reads YAML by tables of keys without an engine, and is a module of its own, which bridges use for
// their settings. The folder Library is for other programs.
