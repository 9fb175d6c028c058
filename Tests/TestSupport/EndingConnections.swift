// The end of a connection, for both sides at once.

import Glibc

/// Ends the connection of a socket; the caller closes the socket.
///
/// Closing it would not be enough: a program that another test starts at this moment may hold the
/// socket until it runs.
package func endConnection(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }
