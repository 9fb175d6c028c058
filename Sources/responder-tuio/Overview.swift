// The bridge to programs and tables with TUIO.
//
//     in    raw contacts of the daemon; packets of tables
//     out   packets of TUIO for programs; contacts of tables as devices of the daemon
//
// To read first:
//
//     ContactBoard   the contacts that are down, as TUIO counts them
//     FrameSender    sends each frame to the receivers
//     TableSet       the tables, each as a device
//
// Main is the program, all else a library that tests use.
