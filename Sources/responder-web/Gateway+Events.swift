// The events of connections.

import Glibc
import Linux

extension Gateway: ConnectionDelegate {
  func handle(_ event: WebEvent, of role: Role, on connection: WebConnection) -> Verdict {
    switch event {
    case .request(let path): return answer(path, on: connection)
    case .upgrade: return upgrade(connection)
    case .opened:
      open(connection)
      return .keep
    case .received(let bytes):
      switch sessions[connection] {
      case .page(let bridge): bridge.receiveFromPage(bytes)
      case .daemon(let bridge): bridge.receiveFromDaemon(bytes)
      case .http, .opening, .listener, .signals, nil: break
      }
      return .keep
    case .writable:
      switch sessions[connection] {
      case .http(let answer?): return continueAnswer(answer, on: connection)
      case .page(let bridge): return bridge.writeToPage()
      case .daemon(let bridge): return bridge.writeToDaemon()
      case .http(nil), .opening, .listener, .signals, nil: return .keep
      }
    case .readable:
      switch sessions[connection] {
      case .listener(let number): accept(on: number, connection)
      case .signals(let signals): if signals.next() != nil { stop(connection) }
      case .http, .opening, .page, .daemon, nil: break
      }
      return .keep
    case .timer:
      timerEnded(connection)
      return .keep
    case .closed:
      close(connection)
      return .keep
    }
  }

  private func timerEnded(_ connection: WebConnection) {
    switch sessions[connection] {
    case .page(let bridge): if !bridge.hasRequest { bridge.end(.silent) }
    case .listener: connection.setReading(true)
    case .signals:
      if isEnding { return stop(connection) }
      serviceManager.keepAlive()
      armWatchdog(on: connection)
    case .http, .opening, .daemon, nil: break
    }
  }

  private func close(_ connection: WebConnection) {
    switch sessions.removeValue(forKey: connection) {
    case .http, .opening:
      browsers -= 1
      endWhenEmpty()
    case .page(let bridge):
      browsers -= 1
      bridge.pageClosed()
      endWhenEmpty()
    case .daemon(let bridge):
      // If the page disconnected first, the bridge has closed this connection itself.
      if bridge.daemon == connection {
        bridge.daemon = nil
        bridge.end(.gone)
      }
    case .listener, .signals, nil: break
    }
  }

  private func accept(on listener: Int32, _ connection: WebConnection) {
    do throws(SystemError) {
      while let accepted = try TCPListener.accept(on: listener) {
        guard browsers < options.connections else {
          Glibc.close(accepted)
          log.limited(
            .warning, .client, "connections",
            "a browser is refused: \(browsers) connections are open; raise --connections")
          continue
        }
        // Counted before, because the library may call back while it adopts the connection.
        browsers += 1
        if let browser = context?.adoptBrowser(accepted) {
          sessions[browser] = .http(nil)
        } else {
          browsers -= 1
        }
      }
    } catch {
      // Callers stay in the queue of the kernel; accepting again at once would fail again.
      log.limited(.error, .service, "accept", "no browser can connect for a second: \(error)")
      connection.setReading(false)
      connection.setTimer(after: 1_000_000)
    }
  }

  // MARK: WebSockets

  private func upgrade(_ connection: WebConnection) -> Verdict {
    do throws(AccessPolicy.Refusal) {
      let origin = try policy.checkPage(
        host: connection.header(.host), path: connection.header(.path) ?? "",
        origin: connection.header(.origin),
        subprotocols: connection.header(.subprotocols) ?? "")
      // The headers of the request can be read only until the WebSocket is open.
      sessions[connection] = .opening(origin)
      return .keep
    } catch {
      log.limited(.warning, .client, "refusal", "a WebSocket is refused: \(error)")
      return .close
    }
  }

  private func open(_ connection: WebConnection) {
    let bridge = PageBridge(page: connection)
    if case .opening(let origin) = sessions[connection] { bridge.introduce(origin) }
    sessions[connection] = .page(bridge)
    do throws(SystemError) {
      let stream = try UnixStream(connectingTo: options.socket)
      try stream.setNonBlocking()
      guard let daemon = context?.adoptDaemon(stream.release()) else {
        throw SystemError(call: "adopt", subject: options.socket, number: ENOMEM)
      }
      bridge.daemon = daemon
      sessions[daemon] = .daemon(bridge)
      daemon.requestWrite()
      connection.setTimer(after: Gateway.firstRequest)
    } catch {
      log.limited(.error, .service, "daemon", "\(error)")
      bridge.end(.absent)
    }
  }
}
