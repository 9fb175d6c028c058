// The daemon.
//
//     in    frames of devices, lines of clients, the file, at a start and when it is to be read again
//     out   records and replies on the sockets; touches that are passed on
//
// To read first:
//
//     Daemon       owns all parts, and is the only one that knows all
//     Scenes       the public windows and the private ones, each with its tree and stream
//     Connection   one client, from its first line to its end
//
// Main is the program, all else a library that tests use.
