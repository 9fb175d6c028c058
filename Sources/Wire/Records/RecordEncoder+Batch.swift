// What a batch of edits tells: whoever may see a thing neither before nor after the batch is told
// nothing of it, though an edit of the batch puts it where they look.
//
//     records of the batch ──► nothing named that is hidden before and after ──► as they are
//                          ──► something named ──► only for those who may see that
//                                              ──► for the others all windows anew, as they are now

package import ResponderKit

extension RecordEncoder {
  /// Does edits that count as one, and tells of them.
  package func tellTogether(
    in application: Application, at time: Instant, _ edits: () -> Void
  ) {
    guard hidesAny else { return edits() }
    batch = EditBatch(windows: application.windows.map { ($0, $0.path) })
    edits()
    guard let done = batch else { return }
    batch = nil
    let insiders = done.insiders(of: book.records)
    guard !insiders.isEmpty else { return }
    for telling in done.tellings { book.records[telling.record].audience.formUnion(insiders) }
    insidersOfBatch = insiders
    for (window, path) in done.windows { removed(window, at: time, for: [], from: path) }
    for window in application.windows { added(window, at: time) }
    insidersOfBatch = []
  }

  /// Ends the record of an edit, and notes of which views it tells.
  func endEdit(
    of view: View, from former: ViewPath? = nil, withNode hasNode: Bool = false,
    withSubviews hasSubviews: Bool = false, for audience: Audience
  ) {
    batch?.note(
      view, hasNode: hasNode, hasSubviews: hasSubviews, for: audience, record: book.records.count)
    end(.edit, at: view.path ?? former, from: former, for: audience, hiddenFrom: insidersOfBatch)
  }
}

/// What the edits of a batch have told so far, and who could see before it what they have changed.
struct EditBatch {
  /// Who may know that a view is there, and who may see what it is.
  private struct Sight {
    var outside: Audience
    var inside: Audience

    init(of view: View) {
      outside = view.superview?.wholeAudience ?? []
      inside = outside.union(view.audience)
    }
  }

  private struct Changed {
    var view: View
    /// Nil for a view that is new.
    var before: Sight?
  }

  /// The record of an edit, and of which changed views it tells.
  struct Telling {
    var record: Int
    fileprivate var names: [(view: ObjectIdentifier, isSeenInto: Bool)] = []
  }

  /// The windows that stood before, from the back.
  let windows: [(window: Window, path: ViewPath?)]
  private(set) var tellings: [Telling] = []
  private var changed: [ObjectIdentifier: Changed] = [:]

  init(windows: [(window: Window, path: ViewPath?)]) { self.windows = windows }

  /// Others than before may see a view, and what lies in it, from now on.
  mutating func willChange(_ view: View) {
    guard view.application != nil else { return }
    note(view) { Sight(of: $0) }
  }

  /// A view has come, with everything below it.
  mutating func add(_ view: View) { note(view) { _ in nil } }

  // What is noted of a view stays.
  private mutating func note(_ view: View, _ sight: (View) -> Sight?) {
    view.forEachInSubtree { each in
      let id = ObjectIdentifier(each)
      if changed[id] == nil { changed[id] = Changed(view: each, before: sight(each)) }
    }
  }

  /// A record is about to be complete: it tells of a view, and with its node of what belongs to it.
  mutating func note(
    _ view: View, hasNode: Bool, hasSubviews: Bool, for audience: Audience, record: Int
  ) {
    var telling = Telling(record: record)
    func name(_ view: View?, isSeenInto: Bool) {
      guard let view, changed[ObjectIdentifier(view)] != nil else { return }
      telling.names.append((ObjectIdentifier(view), isSeenInto))
    }
    func nameNode(_ view: View) {
      let isSeenInto = audience.sees(view)
      name(view, isSeenInto: isSeenInto)
      guard isSeenInto else { return }
      if let presenter = view.viewController?.presentingViewController, audience.sees(presenter) {
        name(presenter.view, isSeenInto: true)
      }
      if hasSubviews { for child in view.subviews { nameNode(child) } }
    }
    if hasNode { nameNode(view) } else { name(view, isSeenInto: false) }
    name(view.superview, isSeenInto: false)
    tellings.append(telling)
  }

  /// Who alone may read what was told, as it names what others see neither before nor after; empty if
  /// everybody may.
  func insiders(of records: ContiguousArray<Record>) -> Audience {
    var insiders: Audience = []
    var isToldAgain: Set<ObjectIdentifier> = []
    for telling in tellings.reversed() {
      let audience = records[telling.record].audience
      // What it was like while it was hidden is told to nobody else.
      for name in telling.names where name.isSeenInto {
        guard !isToldAgain.insert(name.view).inserted,
          let before = changed[name.view]?.before?.inside, !before.isSubset(of: audience)
        else { continue }
        insiders.formUnion(before)
      }
      for name in telling.names {
        guard let changed = changed[name.view] else { continue }
        let after = changed.view.application.map { _ in Sight(of: changed.view) }
        let needed = [changed.before, after].compactMap { sight in
          sight.map { name.isSeenInto ? $0.inside : $0.outside }
        }
        guard let first = needed.first, !needed.contains(where: { $0.isSubset(of: audience) })
        else { continue }
        insiders.formUnion(first)
      }
    }
    return insiders
  }
}
