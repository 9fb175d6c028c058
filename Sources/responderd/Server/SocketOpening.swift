// The sockets at which the daemon listens: those that systemd has opened, and its own.

import Configuration
import Glibc
import Linux

/// Opens the sockets of the configuration.
struct SocketOpening {
  private let server: Server
  private let log: Log

  init(_ server: Server, _ log: Log) {
    self.server = server
    self.log = log
  }

  /// Listens at the sockets of the settings; a path replaces that of the first one. A socket that
  /// systemd passed is not opened again; the unit names it: FileDescriptorName=.
  func open(
    _ settings: Settings, path: String?, passed: [(descriptor: Int32, name: String)]
  ) throws(SystemError) {
    var open: Set<ListeningSocket> = []
    for socket in passed {
      let kind: ListeningSocket = socket.name == "control" ? .control : .records
      try server.listen(UnixListener(adopting: socket.descriptor), at: kind)
      open.insert(kind)
      log.write(.info, .service, "listening on the passed socket \"\(socket.name)\"")
    }
    if !open.contains(.records) {
      try listen(settings.socket, at: .records, "socket", path: path)
    }
    if !open.contains(.control), let control = settings.controlSocket {
      try listen(control, at: .control, "controlSocket")
    }
  }

  private func listen(
    _ settings: SocketSettings, at socket: ListeningSocket, _ key: String, path: String? = nil
  ) throws(SystemError) {
    let path = path ?? settings.path
    var group: UInt32?
    if let name = settings.group {
      group = groupNumber(named: name)
      if group == nil {
        log.write(
          .warning, .config,
          "\(key).group: no group is named \"\(name)\"; the socket keeps its group")
      }
    }
    let mode = UInt32(settings.mode)
    do throws(SystemError) {
      try server.listen(UnixListener(path: path, mode: mode, group: group), at: socket)
    } catch {
      guard error.call == "chown" else { throw error }
      log.write(
        .warning, .service,
        "\(error); the socket keeps the group of this process. Under systemd, let a socket unit "
          + "open it with SocketGroup=")
      try server.listen(UnixListener(path: path, mode: mode, group: nil), at: socket)
    }
    log.write(.info, .service, "listening on \(path)")
  }
}
