// The command line.
//
//     in    a command with its options; the daemon, or a file without one
//     out   text or JSON lines, and an exit status
//
// To read first:
//
//     Tool           finds the command that is meant
//     DaemonAccess   the way to the running daemon
//     Offline        a configuration tried without the daemon
//
// Commands has one file for each command.
