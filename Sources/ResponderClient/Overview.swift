// The client for Swift.
//
//     in    what a program wants to read and to put
//     out   records, replies, calls of handlers; what was put is put again after a loss
//
// To read first:
//
//     Client    the connection of a program, and its requests
//     Puts      what the program has put, to put it again
//     Picture   the tree as the records describe it
