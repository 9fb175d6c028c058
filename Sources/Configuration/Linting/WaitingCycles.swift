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
    return hasSelectors ? WaitingCycles(all).cycles() : []
  }

  private init(_ recognizers: [GestureRecognizer]) {
    self.recognizers = recognizers
    indices = Dictionary(
      uniqueKeysWithValues: zip(recognizers.map { ObjectIdentifier($0) }, recognizers.indices))
  }

  private func cycles() -> [[GestureRecognizer]] {
    let edges = waiting()
    var cycles: [[GestureRecognizer]] = []
    var isDone = [Bool](repeating: false, count: recognizers.count)
    for start in recognizers.indices where !isDone[start] {
      // Depth first; a recognizer that is found again on its own path closes a cycle.
      var way: [(index: Int, next: Int)] = [(start, 0)]
      var onWay: Set<Int> = [start]
      while let (index, next) = way.last {
        guard next < edges[index].count else {
          isDone[index] = true
          onWay.remove(index)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let target = edges[index][next]
        if onWay.contains(target) {
          let first = way.firstIndex { $0.index == target } ?? 0
          cycles.append(way[first...].map { recognizers[$0.index] })
        } else if !isDone[target] {
          way.append((target, 0))
          onWay.insert(target)
        }
      }
    }
    return cycles
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
