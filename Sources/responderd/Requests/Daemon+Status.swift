// The counters of the daemon, for people and for Prometheus.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  func listFigures(_ connection: Connection, prometheus: Bool) -> Reply {
    .result { [self] in
      if prometheus {
        $0.member("text", prometheusText(for: connection))
      } else {
        writeStatus(in: $0, for: connection)
      }
    }
  }

  private func writeStatus(in writer: LineWriter, for connection: Connection) {
    writer.member("version", Daemon.version)
    writer.member("instance", instance)
    writer.key("uptime")
    writer.seconds(microseconds: loop.clock.now() - startTime)
    writer.key("configuration")
    writer.beginObject()
    writer.member("file", absolutePath(of: options.configuration))
    // With the hash, others could try what the text in a private window may be.
    if readsFile(connection) { writer.member("hash", configurations.hash) }
    writer.member("views", count(for: connection) { VisibleTree($0.tree).viewCount })
    writer.member("reloads", figures.reloads)
    writer.member("failedReloads", figures.failedReloads)
    writer.member("isWaiting", configurations.next != nil)
    let reads = readsEverything(connection)
    if let seconds = reloading.secondsToConfirm { writer.member("confirmWithin", seconds) }
    writer.member("error", configurations.refusal.map { reads ? $0.text : $0.publicText })
    writer.endObject()
    writer.member("devices", sources.devices.count)
    writeHealth(in: writer)
    writer.member(
      "liveTouches", count(for: connection) { $0.tree.application.liveTouches.count })
    for figure in figures(for: connection) { writer.member(figure.member, figure.value) }
    writeActors(in: writer, for: connection)
    // What the daemon does for others is for clients that control it.
    guard connection.grant.rights.contains(.control) else { return }
    writer.key("latency")
    write(figures.latency, in: writer)
    writer.key("turns")
    write(figures.turns, in: writer)
    writer.key("longestTurn")
    write(figures.longestTurn, in: writer)
    writer.member("queuedBytes", server.figures.queuedBytes)
    writer.member("connections", server.connections.count)
    writer.key("clients")
    writer.beginArray()
    for client in server.connections { write(client, in: writer) }
    writer.endArray()
  }

  private func writeHealth(in writer: LineWriter) {
    health.update()
    writer.key("health")
    writer.beginArray()
    for fact in health.facts {
      writer.beginObject()
      fact.write(to: writer)
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ latency: LatencyHistogram, in writer: LineWriter) {
    writer.beginObject()
    writer.member("count", latency.count)
    writer.member("sumMicroseconds", Int(latency.sum))
    writer.member("p50", Int(latency.bound(below: 0.5)))
    writer.member("p99", Int(latency.bound(below: 0.99)))
    writer.member("longest", Int(latency.longest))
    writer.key("buckets")
    writer.beginArray()
    for (index, bound) in LatencyHistogram.bounds.enumerated() {
      writer.beginObject()
      writer.member("upTo", Int(bound))
      writer.member("count", latency.counts[index])
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ turn: TurnMeter.Turn, in writer: LineWriter) {
    writer.beginObject()
    writer.member("busyMicroseconds", Int(turn.busy))
    writer.member("microseconds", Int(turn.wall))
    writer.member("work", turn.work)
    writer.member("workMicroseconds", Int(turn.workTook))
    writer.endObject()
  }

  private func write(_ connection: Connection, in writer: LineWriter) {
    writer.beginObject()
    writer.member("number", connection.number)
    writer.member("name", connection.names.name)
    writer.member("pid", Int(connection.peer.pid))
    writer.member("user", Int(connection.peer.uid))
    writer.member("unit", accessRules.unit(of: connection.peer))
    writer.member("subscriptions", connection.subscriptions.count)
    writer.member("queuedBytes", connection.output.count)
    writer.member("coalesced", connection.subscriptions.coalesced)
    writer.endObject()
  }

  /// One counter with its name in a reply and in Prometheus' text.
  struct Figure {
    var member: StaticString
    var metric: String
    var help: String
    var value: Int
  }

  private func figures(for connection: Connection) -> [Figure] {
    func count(_ value: (Session) -> Int) -> Int {
      self.count(for: connection) { value($0.session) }
    }
    let own = [
      Figure(
        member: "frames", metric: "frames_total", help: "Frames read from devices.",
        value: count(\.frames)),
      Figure(
        member: "touches", metric: "touches_total", help: "Touches that began.",
        value: count(\.touches)),
      Figure(
        member: "records", metric: "records_total", help: "Records of all types.",
        value: count { Int($0.encoder.seq) }),
      Figure(
        member: "questions", metric: "questions_total",
        help: "Questions asked of clients about recognizers.", value: count(\.encoder.questions)),
      Figure(
        member: "missedAnswers", metric: "missed_answers_total",
        help: "Questions without an answer in time.", value: count(\.encoder.missedAnswers)),
    ]
    return connection.grant.rights.contains(.control) ? own + serverFigures : own
  }

  /// The sum of what the scenes have that a client reads.
  private func count(for connection: Connection, _ value: (Scene) -> Int) -> Int {
    scenes.all.reduce(0) { mayRead($1, connection) ? $0 + value($1) : $0 }
  }

  private var serverFigures: [Figure] {
    let server = self.server.figures
    return [
      Figure(
        member: "missedDeadlines", metric: "missed_deadlines_total",
        help: "Timers of recognizers in public windows that fired more than 1/60 s late.",
        value: figures.missedDeadlines),
      Figure(
        member: "recordsSent", metric: "sent_records_total",
        help: "Records written to clients or waiting for them.", value: server.recordsSent),
      Figure(
        member: "bytes", metric: "sent_bytes_total",
        help: "Bytes written to clients or waiting for them.", value: server.bytes),
      Figure(
        member: "coalesced", metric: "coalesced_records_total",
        help: "Records that were left out for newer ones of the same thing.",
        value: self.server.connections.reduce(server.coalesced) {
          $0 + $1.subscriptions.coalesced
        }),
      Figure(
        member: "lost", metric: "subscription_losses_total",
        help: "Times that a subscription lost records, because its client read too slowly.",
        value: server.lost),
      Figure(
        member: "stalled", metric: "stalled_connections_total",
        help: "Clients disconnected because they did not read.", value: server.stalled),
      Figure(
        member: "accepted", metric: "accepted_connections_total", help: "Connections accepted.",
        value: server.accepted),
      Figure(
        member: "refused", metric: "refused_connections_total",
        help: "Connections refused because of a limit.", value: server.refused),
      Figure(
        member: "requests", metric: "requests_total", help: "Valid requests.",
        value: server.requests),
      Figure(
        member: "badRequests", metric: "bad_requests_total",
        help: "Lines that are not a valid request.",
        value: server.badRequests),
    ]
  }

  /// All figures in Prometheus' text format.
  func prometheusText(for connection: Connection) -> String {
    var text = ""
    func head(_ name: String, _ kind: String, _ help: String) {
      text += "# HELP responderd_\(name) \(help)\n# TYPE responderd_\(name) \(kind)\n"
    }
    func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
      head(name, "gauge", help)
      text += "responderd_\(name) \(value)\n"
    }
    func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }
    func histogram(_ name: String, _ help: String, _ histogram: LatencyHistogram) {
      head(name, "histogram", help)
      var sum = 0
      for (index, bound) in LatencyHistogram.bounds.enumerated() {
        sum += histogram.counts[index]
        text += "responderd_\(name)_bucket{le=\"\(seconds(bound))\"} \(sum)\n"
      }
      text += "responderd_\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
      text += "responderd_\(name)_sum \(seconds(histogram.sum))\n"
      text += "responderd_\(name)_count \(histogram.count)\n"
    }
    head("build_info", "gauge", "The versions of the daemon and of its protocol.")
    text += "responderd_build_info{version=\"\(Daemon.version)\","
    text += "protocol=\"\(ProtocolVersion.current)\"} 1\n"
    for figure in figures(for: connection) {
      head(figure.metric, "counter", figure.help)
      text += "responderd_\(figure.metric) \(figure.value)\n"
    }
    health.update()
    for (name, help, facts) in [
      ("health", "Facts that keep touches from programs, or may.", health.facts),
      ("problems", "Facts that keep touches from programs.", health.facts.filter(\.isProblem)),
    ] {
      head(name, "gauge", help)
      for code in HealthFact.Code.allCases {
        let number = facts.count { $0.code == code }
        text += "responderd_\(name){fact=\"\(code.rawValue)\"} \(number)\n"
      }
    }
    gauge(
      "configuration_last_reload_successful",
      "Whether the daemon accepted the configuration that it read last.",
      configurations.refusal == nil ? 1 : 0)
    gauge(
      "uptime_seconds", "Seconds since the start.", Int((loop.clock.now() - startTime) / 1_000_000))
    gauge("devices", "Devices in use.", sources.devices.count)
    gauge(
      "live_touches", "Fingers that are down.",
      count(for: connection) { $0.tree.application.liveTouches.count })
    gauge("views", "Views in the tree.", count(for: connection) { VisibleTree($0.tree).viewCount })
    guard connection.grant.rights.contains(.control) else { return text }
    gauge(
      "start_time_seconds", "When the daemon started, in seconds since 1970.",
      seconds(startWallTime))
    if let time = figures.lastTouch {
      gauge(
        "last_touch_timestamp_seconds",
        "When a finger landed or lifted last, in seconds since 1970.", seconds(time))
    }
    gauge("connections", "Clients connected.", server.connections.count)
    gauge(
      "queued_bytes", "Bytes that wait for clients.", server.figures.queuedBytes)
    let now = loop.clock.now()
    gauge(
      "queue_age_seconds",
      "Longest time for which a client has read nothing of what waits for it.",
      seconds(now - (server.connections.compactMap(\.blockedSince).min() ?? now)))
    gauge(
      "longest_turn_seconds", "Processor time of the longest turn of the event loop.",
      seconds(figures.longestTurn.busy))
    histogram(
      "turn_seconds",
      "Time for which a turn of the event loop used the processor; devices count as a whole.",
      figures.turns)
    histogram(
      "latency_seconds",
      "Time from the kernel's timestamp of a frame to the last write that it caused.",
      figures.latency)
    return text
  }
}
