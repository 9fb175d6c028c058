// The only place with system calls and their errors.
//
//     in    descriptors, timers, signals, what the service manager passes
//     out   calls on one thread, bytes, errors in words
//
// To read first:
//
//     EventLoop      waits, and calls back
//     UnixListener   the sockets that programs connect to
//     SystemCall     one call, and what its error means
