// A built tree: the application, who is who in it, and changes by key while it lives.

package import ResponderKit
package import YAML

/// An application built from a configuration.
package final class Tree {
  /// The engine with its windows.
  package let application: Application
  /// The screens, in the order of the configuration.
  package let screens: [Screen]
  /// Every responder and recognizer by its id.
  package let registry = Registry()

  /// Who may add views of their own under which view, by its id.
  package internal(set) var mountPoints: [String: MountPoint] = [:]
  /// Whom the bits of an `Audience` stand for, from the lowest on.
  package private(set) var audiences: [Set<PeerSettings>] = []
  /// Whether whoever edits may know of a thing; what it may not know of is as if it were not there.
  package var shows: (Registry.Item) -> Bool = { _ in true }
  /// Whether the machine has such a user or group; asked of what is added while the tree lives.
  package var knows: (PeerSettings) -> Bool = { _ in true }
  /// Whether any view names the program that acts on what happens in it.
  package internal(set) var namesActors = false

  /// The configuration's profiles, and which are in force where; nil is the standard's.
  var profiles = Profiles()
  var applicationProfile: Profile?
  var profilesOfViews: [String: Profile?] = [:]

  // Whom controllers in what was decoded last present, once it is shown.
  var presentations: [(presenting: ViewController, presented: ViewController)] = []

  /// Who waits for whom.
  var requirements = Requirements()
  /// Who will, when the edits have been done that are being planned; nil when none has changed it.
  var plannedRequirements: Requirements?

  init(application: Application, screens: [Screen]) {
    self.application = application
    self.screens = screens
  }

  /// The screen of this name.
  package func screen(_ id: String) -> Screen? { screens.first { $0.id == id } }

  /// The change of one property of a responder, by the key that the configuration uses for it.
  ///
  /// Nothing happens until the change is called; so a batch is checked as a whole before.
  package func edit(
    _ key: String, to node: Node, of responder: Responder
  ) throws(BlueprintError) -> () -> Void {
    let view = responder as? View
    let builder = builder(near: view)
    if let view { builder.area = view.superview?.bounds.size ?? view.window?.screen?.size ?? .zero }
    let edits = try edits(key, to: node, of: responder, keys: keys(of: responder), builder)
    return {
      for edit in edits { edit() }
      // Zooming, once allowed, brings a recognizer of its own.
      if let scrollView = responder as? ScrollView {
        let pinch = scrollView.pinchGestureRecognizer
        if let pinch, builder.tree.registry[pinch.id] == nil { builder.setMeasures(of: pinch) }
        builder.registerParts(of: scrollView)
        for edit in builder.takeEdits() { edit() }
      }
    }
  }

  /// The change of one property of a recognizer, by the key that the configuration uses for it.
  package func edit(
    _ key: String, to node: Node, of recognizer: GestureRecognizer
  ) throws(BlueprintError) -> () -> Void {
    let keys = RecognizerKeys.all + (RecognizerKind(of: recognizer)?.ownKeys ?? [])
    let edits = try edits(
      key, to: node, of: recognizer, keys: keys, builder(near: recognizer.view))
    return { for edit in edits { edit() } }
  }

  /// The audience that consists of these programs; nil when there are too many different ones.
  func audience(of peers: [PeerSettings]) -> Audience? {
    let peers = Set(peers)
    let bit: Int
    if let known = audiences.firstIndex(of: peers) {
      bit = known
    } else {
      guard audiences.count < Tree.mostAudiences else { return nil }
      bit = audiences.count
      audiences.append(peers)
    }
    return Audience(rawValue: 1 << UInt64(bit))
  }

  /// How many different audiences there may be.
  static let mostAudiences = 64

  func builder(near view: View?, isLive: Bool = true) -> Builder {
    let reader = Reader()
    let screen = view?.window?.screen ?? screens.first
    reader.pointsPerMillimeter = screen?.pointsPerMillimeter
    let builder = Builder(tree: self, reader: reader, isLive: isLive)
    builder.profile = view.map { profile(in: $0) } ?? applicationProfile
    return builder
  }

  private func keys(of responder: Responder) -> [TreeKey] {
    switch responder {
    case let view as View: ViewKeys.own + ViewKind(of: view).ownKeys + ViewKeys.content
    case is ViewController: ViewControllerKeys.all
    case is Application: ApplicationKeys.all
    default: ResponderKeys.all
    }
  }

  private func edits<Owner>(
    _ name: String, to node: Node, of owner: Owner, keys: [Key<Owner, Builder>],
    _ builder: Builder
  ) throws(BlueprintError) -> [() -> Void] {
    guard let key = keys.first(where: { $0.name == name }) else {
      let live = keys.filter(\.isLive).map(\.name)
      let hint =
        OtherWords.hint(for: name, known: live) ?? didYouMean(name, among: live)
        ?? "known here: \(live.joined(separator: ", "))"
      throw BlueprintError([node.complaint("unknown key \"\(name)\"; \(hint)")])
    }
    guard key.isLive else {
      throw BlueprintError([
        node.complaint("expected a key that can change while the daemon runs, found \"\(name)\"")
      ])
    }
    let before = plannedRequirements
    var owner = owner
    key.apply(&owner, node, builder)
    builder.link()
    refuseUnknown(builder.reader)
    guard builder.reader.errors.isEmpty else {
      plannedRequirements = before
      throw BlueprintError(builder.reader.sorted(builder.reader.errors))
    }
    return builder.takeEdits()
  }
}
