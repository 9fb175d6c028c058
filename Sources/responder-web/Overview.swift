// The gateway for browsers.
//
//     in    pages that connect, with a token or from an allowed origin; lines of the daemon
//     out   messages of WebSockets, files of the inspector, the report
//
// To read first:
//
//     Gateway        the server, and the pages that are connected
//     PageBridge     one page and its own connection to the daemon
//     AccessPolicy   who may connect
//
// Pages has the inspector and the JavaScript client. Main is the program, all else a library
// that tests use.
