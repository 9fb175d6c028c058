// The objects that a daemon may keep: those of the current tree and of the connected programs.

import Linux
import Protocol
import ResponderKit

@testable import Configuration
@testable import Records
@testable import ResponderDaemon
@testable import ResponderKit

/// Stores the objects of each step, and names those that are kept too long.
struct StoryMemory {
  private struct Watched {
    weak var object: AnyObject?
    var words: String
  }

  private var watched: [ObjectIdentifier: Watched] = [:]
  private var looks = 0

  /// Adds the objects that exist now.
  mutating func watch(_ names: StoryNames, _ application: Application, _ server: Server) {
    func add(_ object: AnyObject, _ words: @autoclosure () -> String) {
      let id = ObjectIdentifier(object)
      // Another object may have the address of an earlier one.
      if watched[id]?.object === object { return }
      watched[id] = Watched(object: object, words: words())
    }
    add(application, "an application")
    for view in names.views { add(view, "the view \(view.id)") }
    for controller in names.controllers { add(controller, "the controller \(controller.id)") }
    for recognizer in names.recognizers { add(recognizer, "the recognizer \(recognizer.id)") }
    for touch in application.liveTouches { add(touch, "touch \(touch.id)") }
    for press in application.livePresses { add(press, "press \(press.id)") }
    for connection in server.connections { add(connection, "client \(connection.number)") }
  }

  /// The invariants that are broken at any time.
  mutating func complaints(of daemon: Daemon, _ names: StoryNames) -> [String] {
    looks += 1
    var complaints: [String] = []
    let server = daemon.server
    let waiting = server.connections.reduce(0) { $0 + $1.output.count }
    if server.figures.queuedBytes != waiting {
      complaints.append("\(server.figures.queuedBytes) bytes are counted, \(waiting) wait")
    }
    guard looks % 8 == 0 else { return complaints }
    let application = daemon.configuration.application
    let registered = Set(daemon.configuration.tree.registry.ids)
    let living = names.all
    for name in registered.symmetricDifference(living).sorted() {
      complaints.append(
        registered.contains(name) ? "\(name) is gone and has its name still" : "\(name) has no name"
      )
    }
    let tree = daemon.configuration.tree
    for view in names.views where !tree.holds(view) {
      complaints.append("another thing has the name of the view \(view.id)")
    }
    for recognizer in names.recognizers where !tree.holds(recognizer) {
      complaints.append("another thing has the name of the recognizer \(recognizer.id)")
    }
    for recognizer in application.arbitration.active where recognizer.view?.window == nil {
      complaints.append("\(recognizer.id) is in no window and still active")
    }
    return complaints
  }

  /// The invariants that are broken while no finger is down and no gesture is under way.
  func complaintsAtRest(
    of daemon: Daemon, _ names: StoryNames, _ clients: [StoryClient]
  ) -> [String] {
    let application = daemon.configuration.application
    let lists = names.views.compactMap { $0 as? ScrollView }
    var left: [(String, Bool)] = [
      ("a finger is down", application.liveTouches.isEmpty),
      ("a key is down", application.livePresses.isEmpty),
      ("a timer runs", application.deadline == nil && application.timers.first == nil),
      ("something is owed", application.delivery.owed.isEmpty),
      ("a recognizer is active", application.arbitration.active.isEmpty),
      ("something hovers", application.hover.isIdle),
      ("content is held", !lists.contains { application.scrolling.isCaught($0) }),
      ("a question waits", !names.recognizers.contains { application.questions.isOpen(about: $0) }),
      ("a turn runs", !application.turn.isRunning),
      ("the outbox is full", application.outbox.isEmpty),
      ("records tell of a touch", daemon.encoder.encoded.live.touches.isEmpty),
      ("a script plays", daemon.sources.injected.scripts.isEmpty),
      ("a configuration waits", daemon.configurations.next == nil),
      ("a program is gone and kept", daemon.server.connections.count == clients.count),
      ("bytes wait", daemon.server.figures.queuedBytes == 0),
    ]
    for recognizer in names.recognizers where recognizer.state != .possible {
      left.append(("\(recognizer.id) is \(recognizer.state)", false))
    }
    for recognizer in names.recognizers where !recognizer.touches.isEmpty {
      left.append(("\(recognizer.id) has touches", false))
    }
    for (number, client) in clients.enumerated() {
      left.append(("client \(number) waits for an answer", client.isServed))
      left.append(
        (
          "client \(number) was told no end of \(client.reader.unfinished)",
          client.reader.unfinished.isEmpty
        ))
    }
    return left.filter { !$0.1 }.map { "at rest, \($0.0)" }
  }

  /// What is kept although no client can ask for it any more.
  func complaintsAtEnd(of daemon: Daemon, _ names: StoryNames) -> [String] {
    // The history keeps the objects of its records, within its limits.
    daemon.scenes.shared.stream.removeAll()
    let application = daemon.configuration.application
    var living: Set<ObjectIdentifier> = [ObjectIdentifier(application)]
    for view in names.views { living.insert(ObjectIdentifier(view)) }
    for controller in names.controllers { living.insert(ObjectIdentifier(controller)) }
    for recognizer in names.recognizers { living.insert(ObjectIdentifier(recognizer)) }
    for connection in daemon.server.connections { living.insert(ObjectIdentifier(connection)) }
    for object in heldByLatestEvent(of: application) { living.insert(ObjectIdentifier(object)) }
    for case let list as ScrollView in names.views {
      for part in Self.parts(of: list) { living.insert(ObjectIdentifier(part)) }
    }
    return watched.filter { $0.value.object != nil && !living.contains($0.key) }
      .map(\.value.words).sorted().map { "\($0) is gone and kept" }
  }

  // A recognizer keeps those that it waits for.
  private static func required(by recognizer: GestureRecognizer) -> [AnyObject] {
    var found: [GestureRecognizer] = [recognizer]
    var next = 0
    while next < found.count {
      for other in found[next].failureRequirements where !found.contains(where: { $0 === other }) {
        found.append(other)
      }
      next += 1
    }
    return found
  }

  // A scroll view keeps its own recognizers, attached or not.
  private static func parts(of list: ScrollView) -> [AnyObject] {
    [list.panGestureRecognizer, list.delay] + [list.pinchGestureRecognizer].compactMap(\.self)
  }

  // The latest event keeps its fingers, and they their views, until the next.
  private func heldByLatestEvent(of application: Application) -> [AnyObject] {
    var touches: [Touch] = Array(application.event.touches)
    for buffers in [application.arbitration.buffers, application.delivery.buffers] {
      touches += buffers.began
      touches += buffers.moved
      touches += buffers.ended
      touches += buffers.cancelled
    }
    var held: [AnyObject] = []
    var views: [View] = []
    for touch in touches {
      held.append(touch)
      if let view = touch.view { views.append(view) }
      if let window = touch.window { views.append(window) }
    }
    for press in application.event.presses {
      held.append(press)
      if let view = press.view { views.append(view) }
    }
    for view in views {
      view.forEachInSubtree { each in
        held.append(each)
        for recognizer in each.gestureRecognizers { held += Self.required(by: recognizer) }
        if let list = each as? ScrollView { held += Self.parts(of: list) }
        if let controller = each.viewController {
          held.append(controller)
          if let container = controller.presentationContainer { held.append(container) }
        }
      }
    }
    return held
  }
}
