// Recognizers that would wait for each other in a cycle, with their selectors.

import ResponderKit

/// Looks for cycles of requirements that static ones alone do not make.
struct WaitingCycles {
  private let recognizers: [GestureRecognizer]
  private let indices: [ObjectIdentifier: Int]

  /// The cycles among the recognizers of a tree; each begins at its first recognizer.
  static func find(in tree: Tree) -> [[GestureRecognizer]] {
    var all: [GestureRecognizer] = []
    for window in tree.application.windows {
      window.forEachInSubtree { view in
        if !view.gestureRecognizers.isEmpty { all += view.gestureRecognizers }
      }
    }
    // Static cycles are errors already; without selectors there can be no others.
    let hasSelectors = all.contains { recognizer in
      recognizer.configured.map {
        !$0.requiresFailureOf.isEmpty || !$0.requiredToFailBy.isEmpty
      } ?? false
    }
    guard hasSelectors else { return [] }
    return Cycles.find(in: WaitingCycles(all).waiting()).map { $0.map { all[$0] } }
  }

  private init(_ recognizers: [GestureRecognizer]) {
    self.recognizers = recognizers
    indices = Dictionary(
      uniqueKeysWithValues: zip(recognizers.map { ObjectIdentifier($0) }, recognizers.indices))
  }

  // For each recognizer the recognizers that it waits for.
  private func waiting() -> [[Int]] {
    var edges: [[Int]] = recognizers.map { recognizer in
      recognizer.failureRequirements.compactMap { indices[ObjectIdentifier($0)] }
    }
    for (index, recognizer) in recognizers.enumerated() {
      guard let own = recognizer.configured,
        !own.requiresFailureOf.isEmpty || !own.requiredToFailBy.isEmpty
      else { continue }
      for (other, candidate) in recognizers.enumerated() where other != index {
        if own.requiresFailureOf.fit(candidate, seenFrom: recognizer.view) {
          edges[index].append(other)
        }
        if own.requiredToFailBy.fit(candidate, seenFrom: recognizer.view) {
          edges[other].append(index)
        }
      }
    }
    return edges
  }
}
