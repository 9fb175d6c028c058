// Things that join a tree while it lives, change in it, and leave it.

import ConfigurationText
import ResponderKit

extension Tree {
  /// Forgets the names of a view and of everything in it; it leaves its superview elsewhere.
  func forget(_ view: View) {
    removeFromChains(names(in: view))
    view.forEachInSubtree { view in
      registry.remove(view.id)
      mountPoints[view.id] = nil
      // A chosen next responder may be an ancestor, and would keep it in memory.
      view.nextOverride = nil
      if let controller = view.viewController {
        controller.nextOverride = nil
        registry.remove(controller.id)
        controller.removeFromParent()
        for window in application.windows where window.rootViewController === controller {
          window.rootViewController = nil
        }
      }
      for recognizer in view.gestureRecognizers { forget(recognizer) }
    }
  }

  private func names(in view: View) -> Set<String> {
    var names: Set<String> = []
    view.forEachInSubtree { each in
      names.insert(each.id)
      if let controller = each.viewController { names.insert(controller.id) }
    }
    return names
  }

  /// Removes the name and the requirements of a recognizer; its view is left elsewhere.
  func forget(_ recognizer: GestureRecognizer) {
    for id in requirements.waiting(for: recognizer.id) {
      registry.recognizer(id)?.removeRequirement(recognizer)
    }
    requirements.forget(recognizer.id)
    plannedRequirements?.forget(recognizer.id)
    registry.remove(recognizer.id)
  }

  /// Discards the plan: the edits have been made, or will not be made.
  func endPlan() {
    plannedRequirements = nil
    planned = PlannedChains()
    joinChains()
  }
}

extension Builder {
  /// Reports users and groups that the machine does not have as errors, as edits have no warnings.
  func refuseUnknown() {
    for mention in reader.mentions {
      var complaint = mention.complaint
      complaint.severity = .error
      switch visible.knows(mention.peer) {
      case .known: continue
      case .unknown: break
      case .notLookedUp:
        complaint.message =
          "expected a user or group that is known already: a request may name only a few that "
          + "responderd has not looked up yet; use another request, or its number"
      }
      reader.complain(complaint)
    }
    reader.mentions = []
  }
}
