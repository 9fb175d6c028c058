// What a touch means.
//
//     in    frames of contacts, keys, motion and commands; the time; changes of the tree
//     out   reports in the order in which things happened: callbacks, gestures, controls, edits
//
// To read first:
//
//     Application   the interface of the engine, and the root of the responder chain
//     Arbitration   the active recognizers, and what becomes of what they propose
//     Delivery      which phases the views receive, and when
//
// There is no clock, descriptor, thread or C type here: a caller gives the time.
