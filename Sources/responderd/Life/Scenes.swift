// The public windows and the private ones, each a scene of its own.

import Configuration
import Protocol
import Records
import ResponderKit

/// All scenes of the daemon.
final class Scenes {
  /// The public windows.
  let shared: Scene
  /// All of them, the public windows first.
  private(set) var all: [Scene]
  /// The scene in which the names of the present request lie.
  private(set) var served: Scene
  /// The sessions of all of them.
  let panel: PanelSession

  init(_ shared: Scene) {
    self.shared = shared
    all = [shared]
    served = shared
    panel = PanelSession(shared.session)
  }

  /// The private windows: those that are there, and those into which a program wants to put something.
  var rooms: ArraySlice<Scene> { all.dropFirst() }

  /// The scene of a private window; that of the public windows for none.
  func scene(_ window: String?) -> Scene? {
    window.map { window in rooms.first { $0.window == window } } ?? shared
  }

  /// The scene that has a stream.
  func scene(of stream: RecordStream) -> Scene? { all.first { $0.stream === stream } }

  /// Does something in a scene.
  func serve<Answer, Failure: Error>(
    _ scene: Scene, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let before = served
    served = scene
    defer { served = before }
    return try body()
  }

  /// Adds the scene of a private window.
  func open(_ room: Scene) { all.append(room) }

  /// Removes the scene of a private window that is gone, with all wants.
  func close(_ room: Scene) {
    all.removeAll { $0 === room }
    room.tree.breakReferenceCycles()
  }

  /// The box of a private window is there, or is another one, or has gone.
  func use(_ box: Window?, for room: Scene) {
    panel.close(room.session)
    // The readers of another box may be others.
    room.stream.hidePast()
    room.box = box
    if let box { panel.open(room.session, in: box) }
  }
}
