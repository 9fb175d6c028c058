// The responder chains after each step, with which the touches in a reader's records are compared.

@testable import ResponderDaemon
@testable import ResponderKit

/// What a reader has read of a finger or key and one responder.
enum StoryNews {
  case began(StorySpan)
  /// It continued or ended without having begun.
  case late(StorySpan, line: String)
  case ended(StorySpan, TouchPhase)
}

/// Stores the chains of all fingers and keys, and the phases that responders handled at their began.
///
/// The engine asks the chain again for each phase, and a responder handles what its `handles` lists at
/// that time. So a phase without a began is correct only for a responder that did not handle all
/// began phases, and a missing end only for one that did not handle this end when the touch began.
struct StoryChains {
  private struct Seen {
    var item: Deliverable
    /// The responders that would have handled its began after every step.
    var takers: Set<String>
    /// Whether no responder would have handled it after any step.
    var isNobodys: Bool
  }

  private var seen: [StorySpan: Seen] = [:]
  private var handlingBefore: [String: Handling] = [:]
  private var obligations: [StorySpan: Handling] = [:]

  /// Reads the chains after a step with so many edits, and compares the records of the step with them;
  /// ends that may be missing are excused.
  mutating func judge(
    _ news: [StoryNews], open: Set<StorySpan>, after edits: Int, _ application: Application,
    _ names: StoryNames
  ) -> (complaints: [String], excused: [StorySpan]) {
    var complaints: [String] = []
    look(at: application, after: edits)
    let handling = Self.partialHandling(names, application)
    var ends: [StorySpan: TouchPhase] = [:]
    for each in news {
      switch each {
      case .began(let span):
        let kept = (handlingBefore[span.id] ?? .all).intersection(handling[span.id] ?? .all)
        obligations[span] = edits > 1 ? [] : kept
      case .late(let span, let line):
        guard let seen = seen[span.item] else { continue }
        if span.kind == .unhandled ? seen.isNobodys : seen.takers.contains(span.id) {
          complaints.append("its beginning was not told: \(line)")
        }
      case .ended(let span, let phase):
        if ends[span.item] != .ended { ends[span.item] = phase }
      }
    }
    handlingBefore = handling
    var excused: [StorySpan] = []
    for span in open where [.touch, .press].contains(span.kind) && !isAlive(span, application) {
      let handled = obligations[span] ?? .all
      guard let phase = ends[span.item] else {
        // The end of a key that moved the focus is no record where nothing handles it. One that was down
        // between two steps only is not known.
        let mayBeUsed = span.kind == .press && (seen[span.item]?.item as? Press)?.isUsed ?? true
        if mayBeUsed, !handled.contains([.pressesEnded, .pressesCancelled]) {
          excused.append(span)
          continue
        }
        complaints.append("\(span) is over and nobody was told")
        continue
      }
      let callback = span.kind == .touch ? Handling(touches: phase) : Handling(presses: phase)
      if handled.contains(callback) { complaints.append("\(span) was not told that it \(phase)") }
      excused.append(span)
    }
    seen = seen.filter { isAlive($0.key, application) }
    obligations = obligations.filter { isAlive($0.key.item, application) }
    return (complaints, excused)
  }

  private mutating func look(at application: Application, after edits: Int) {
    for item in application.delivery.owed {
      let key = StorySpan(kind: item is Touch ? .touch : .press, id: "", number: item.id)
      guard seen[key] == nil else { continue }
      // The chains between two steps are not known.
      let takers = edits == 0 ? Self.takers(of: item) : []
      seen[key] = Seen(item: item, takers: takers, isNobodys: edits == 0 && takers.isEmpty)
    }
    guard edits > 0 else { return }
    for key in seen.keys {
      let takers = seen[key].map { edits > 1 ? [] : Self.takers(of: $0.item) } ?? []
      seen[key]?.takers.formIntersection(takers)
      if edits > 1 || !takers.isEmpty { seen[key]?.isNobodys = false }
    }
  }

  private func isAlive(_ span: StorySpan, _ application: Application) -> Bool {
    application.delivery.owed.contains {
      $0.id == span.number && ($0 is Press) == (span.kind == .press) && $0.isOwed
    }
  }

  /// The responder that handles the began of a finger or key in the current chain.
  private static func takers(of item: Deliverable) -> Set<String> {
    var takers: Set<String> = []
    for responder in ResponderChain(from: item.target) {
      if item is Touch, responder is Control {
        takers.insert(responder.id)
        break
      }
      let callback: Handling = item is Touch ? .touchesBegan : .pressesBegan
      guard responder.handles.contains(callback) else { continue }
      takers.insert(responder.id)
      if (item is Touch ? responder.forwards.touches : responder.forwards.presses) == .none {
        break
      }
    }
    return takers
  }

  /// The phases of responders that do not handle all phases.
  private static func partialHandling(
    _ names: StoryNames, _ application: Application
  ) -> [String: Handling] {
    var partial: [String: Handling] = [:]
    func addPartial(_ responder: Responder) {
      var handles = responder.handles
      if responder is Control { handles.formUnion(.touches) }
      for kind in [Handling.touches, .presses] {
        let part = handles.intersection(kind)
        if !part.isEmpty, part != kind { partial[responder.id] = handles }
      }
    }
    for view in names.views { addPartial(view) }
    for controller in names.controllers { addPartial(controller) }
    addPartial(application)
    if let delegate = application.delegate as? Responder { addPartial(delegate) }
    return partial
  }
}

extension Handling {
  fileprivate static let all = Handling(rawValue: .max)
}
