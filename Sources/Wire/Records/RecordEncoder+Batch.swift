// Records of a batch of edits. A client that may see a view neither before nor after the batch
// receives no record that names it, even if an edit of the batch moves it to a public place.
//
//     records of the batch ──► name nothing that is hidden before and after ──► unchanged
//                          ──► name something ──► only for insiders, who may see it
//                                             ──► outsiders receive every window as removed and added

package import ResponderKit

extension RecordEncoder {
  /// Performs edits that count as one, and completes their records.
  package func performBatch(
    in application: Application, at time: Instant, _ perform: () -> Void
  ) {
    guard hidesAny else { return perform() }
    batch = EditBatch(windows: application.windows.map { ($0, $0.path) })
    let pathsToPlaces = pathsToPlaces(in: application)
    perform()
    changedByOthers(in: application, at: time)
    guard let done = batch else { return }
    batch = nil
    let insiders = done.insiders(of: encoded.records)
    guard !insiders.isEmpty else { return }
    for edit in done.edits { encoded.widen(edit.record, by: insiders) }
    insidersOfBatch = insiders
    for (window, path) in done.windows { removed(window, at: time, for: [], from: path) }
    for window in application.windows { added(window, at: time, for: audienceAround(window)) }
    insidersOfBatch = []
    for (window, audience) in pathsToPlaces {
      removedPathToPlace(through: window, for: audience, at: time)
    }
    for window in application.windows { addedPathToPlace(to: window, at: time) }
  }

  /// Ends the record of an edit, and stores which views it names.
  func endEdit(
    of view: View, from former: ViewPath? = nil, withNode hasNode: Bool = false,
    withSubviews hasSubviews: Bool = false, for audience: Audience
  ) {
    batch?.append(
      view, hasNode: hasNode, hasSubviews: hasSubviews, for: audience, record: encoded.records.count
    )
    end(
      .edit, at: view.path ?? former, from: former, for: audience,
      hiddenFrom: insidersOfBatch.isEmpty ? [] : [insidersOfBatch])
  }
}

/// The records of a batch so far, and who could see the changed views before it.
struct EditBatch {
  /// The audience of a view's position, and the audience of its content.
  private struct ViewAudiences {
    var outside: Audience
    var inside: Audience

    init(of view: View) {
      outside = view.audienceAround
      inside = outside.union(view.audience)
    }
  }

  private struct Changed {
    var view: View
    /// Nil for a new view.
    var before: ViewAudiences?
  }

  /// The record of an edit, and the changed views that it names.
  struct EditRecord {
    var record: Int
    fileprivate var names: [(view: ObjectIdentifier, isSeenInto: Bool)] = []
  }

  /// The windows before the batch, from the back.
  let windows: [(window: Window, path: ViewPath?)]
  private(set) var edits: [EditRecord] = []
  private var changed: [ObjectIdentifier: Changed] = [:]

  init(windows: [(window: Window, path: ViewPath?)]) { self.windows = windows }

  /// A view and its subviews are about to have another audience.
  mutating func willChange(_ view: View) {
    guard view.application != nil else { return }
    insert(view) { ViewAudiences(of: $0) }
  }

  /// A view was added with its subviews.
  mutating func add(_ view: View) { insert(view) { _ in nil } }

  // The first state of a view is the one before the batch.
  private mutating func insert(_ view: View, _ audiences: (View) -> ViewAudiences?) {
    view.forEachInSubtree { each in
      let id = ObjectIdentifier(each)
      if changed[id] == nil { changed[id] = Changed(view: each, before: audiences(each)) }
    }
  }

  /// Stores the views that a record names, before the record is appended.
  mutating func append(
    _ view: View, hasNode: Bool, hasSubviews: Bool, for audience: Audience, record: Int
  ) {
    var edit = EditRecord(record: record)
    func name(_ view: View?, isSeenInto: Bool) {
      guard let view, changed[ObjectIdentifier(view)] != nil else { return }
      edit.names.append((ObjectIdentifier(view), isSeenInto))
    }
    func nameNode(_ view: View) {
      let isSeenInto = audience.sees(view)
      name(view, isSeenInto: isSeenInto)
      guard isSeenInto else { return }
      if let presenter = view.viewController?.presentingViewController, audience.sees(presenter) {
        name(presenter.view, isSeenInto: true)
      }
      name(
        (view.viewController as? NavigationController)?.topViewController?.view, isSeenInto: false)
      if hasSubviews { for child in view.subviews { nameNode(child) } }
    }
    if hasNode { nameNode(view) } else { name(view, isSeenInto: false) }
    name(view.superview, isSeenInto: false)
    edits.append(edit)
  }

  /// The audience that the records need because of hidden names; empty if there are none.
  func insiders(of records: ContiguousArray<EncodedRecord>) -> Audience {
    var insiders: Audience = []
    var isNamedLater: Set<ObjectIdentifier> = []
    for edit in edits.reversed() {
      let audience = records[edit.record].audience
      // An earlier record shows a state in which the view was hidden.
      for name in edit.names where name.isSeenInto {
        guard !isNamedLater.insert(name.view).inserted,
          let before = changed[name.view]?.before?.inside, !before.isSubset(of: audience)
        else { continue }
        insiders.formUnion(before)
      }
      for name in edit.names {
        guard let changed = changed[name.view] else { continue }
        let after = changed.view.application.map { _ in ViewAudiences(of: changed.view) }
        let needed = [changed.before, after].compactMap { audiences in
          audiences.map { name.isSeenInto ? $0.inside : $0.outside }
        }
        guard let first = needed.first, !needed.contains(where: { $0.isSubset(of: audience) })
        else { continue }
        insiders.formUnion(first)
      }
    }
    return insiders
  }
}
