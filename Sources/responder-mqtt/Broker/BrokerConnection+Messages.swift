// Messages of the connection to the broker: sent, in flight, acknowledged, or dropped.

import Linux

extension BrokerConnection {
  // A message that causes the end of every connection would be sent without end.
  static let mostAttempts = 5

  /// Subscribes to a topic; retained messages are received only with `retained`.
  func subscribe(to topic: String, retained: Bool = false) {
    guard case .connected(let client) = state else { return }
    do throws(BrokerError) {
      try client.subscribe(to: topic, retained: retained)
    } catch {
      log.write(.error, .service, error.description)
    }
  }

  /// Ends a subscription.
  func unsubscribe(from topic: String) {
    guard case .connected(let client) = state else { return }
    client.unsubscribe(from: topic)
  }

  /// Publishes the owner's messages, as far as the broker keeps up; called before each wait.
  func flush() {
    if let client {
      switch state {
      case .connected, .closing: publishNext(client)
      case .idle, .connecting, .waiting, .closed: break
      }
    }
    closeIfDone()
    if let client { try? watch?.change(client.interest) }
  }

  private func publishNext(_ client: MosquittoClient) {
    while client === self.client, inFlight.count < window, !client.wantsWrite,
      let message = handlers.next()
    {
      guard message.size <= settings.maximumPayload else {
        log.limited(
          .error, .service, "too large",
          "a message to \(message.topic) of \(message.size) bytes is dropped; "
            + "broker.maximumPayload allows \(settings.maximumPayload)")
        handlers.failed(message)
        continue
      }
      // The library may lose the connection while it sends.
      attempt(client) { (client) throws(BrokerError) in
        do throws(BrokerError) {
          let id = try client.publish(message, now: loop.clock.now())
          if message.qos > 0 {
            inFlight.append((id, message))
          } else {
            handlers.delivered(message)
          }
        } catch {
          log.limited(.error, .service, "publish", error.description)
          // The library may report a loss before it closes its descriptor.
          if error.isLoss || client.descriptor < 0 {
            inFlight.append((-1, message))
            throw error
          }
          handlers.failed(message)
        }
      }
    }
  }

  // MARK: Acknowledgements

  func published(_ id: Int32, _ reason: Int32) {
    guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return }
    let message = inFlight.remove(at: index).message
    if reason >= 128 {
      log.limited(
        .error, .service, "refused",
        "the broker refuses a message to \(message.topic): "
          + "\(MosquittoClient.words(forReason: reason)); check the broker's access list")
      handlers.failed(message)
    } else {
      handlers.delivered(message)
    }
  }

  func returnMessages() {
    var messages = inFlight.map(\.message)
    inFlight.removeAll()
    // One message at most is the reason for the loss; the others must not be dropped with it.
    let suspects = messages.indices.filter { messages[$0].suspicion != .none }
    if let suspect = suspects.max(by: { messages[$0].isLessSuspect(than: messages[$1]) }) {
      messages[suspect].attempts += 1
      if messages[suspect].attempts >= BrokerConnection.mostAttempts {
        let message = messages.remove(at: suspect)
        log.limited(
          .error, .service, "given up",
          "the connection was lost \(message.attempts) times after a message to \(message.topic) "
            + "was sent; the message is dropped")
        handlers.failed(message)
      }
    }
    handlers.putBack(messages)
  }
}

extension OutgoingMessage {
  /// Whether another message has more likely caused the end of a connection.
  fileprivate func isLessSuspect(than other: OutgoingMessage) -> Bool {
    (suspicion.rawValue, size) < (other.suspicion.rawValue, other.size)
  }
}
