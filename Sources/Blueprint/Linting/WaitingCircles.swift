// Recognizers that would wait for each other in a cycle, with their selectors.

import ResponderKit

/// Looks for circles of requirements that static ones alone do not make.
struct WaitingCircles {
  private let recognizers: [GestureRecognizer]
  private let places: [ObjectIdentifier: Int]

  /// The circles among the recognizers of a tree; each begins at its first recognizer.
  static func find(in tree: Tree) -> [[GestureRecognizer]] {
    var all: [GestureRecognizer] = []
    for window in tree.application.windows {
      window.forEachInSubtree { all += $0.gestureRecognizers }
    }
    // Static circles are errors already; without selectors there can be no others.
    let hasSelectors = all.contains { recognizer in
      recognizer.configured.map {
        !$0.requiresFailureOf.isEmpty || !$0.requiredToFailBy.isEmpty
      } ?? false
    }
    return hasSelectors ? WaitingCircles(all).circles() : []
  }

  private init(_ recognizers: [GestureRecognizer]) {
    self.recognizers = recognizers
    places = Dictionary(
      uniqueKeysWithValues: zip(recognizers.map { ObjectIdentifier($0) }, recognizers.indices))
  }

  private func circles() -> [[GestureRecognizer]] {
    let edges = waiting()
    var circles: [[GestureRecognizer]] = []
    var isDone = [Bool](repeating: false, count: recognizers.count)
    for start in recognizers.indices where !isDone[start] {
      // Depth first; a recognizer that is found again on its own path closes a cycle.
      var way: [(place: Int, next: Int)] = [(start, 0)]
      var onWay: Set<Int> = [start]
      while let (place, next) = way.last {
        guard next < edges[place].count else {
          isDone[place] = true
          onWay.remove(place)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let target = edges[place][next]
        if onWay.contains(target) {
          let first = way.firstIndex { $0.place == target } ?? 0
          circles.append(way[first...].map { recognizers[$0.place] })
        } else if !isDone[target] {
          way.append((target, 0))
          onWay.insert(target)
        }
      }
    }
    return circles
  }

  // For each recognizer the recognizers that it waits for.
  private func waiting() -> [[Int]] {
    var edges: [[Int]] = recognizers.map { recognizer in
      recognizer.failureRequirements.compactMap { places[ObjectIdentifier($0)] }
    }
    for (place, recognizer) in recognizers.enumerated() {
      guard let own = recognizer.configured,
        !own.requiresFailureOf.isEmpty || !own.requiredToFailBy.isEmpty
      else { continue }
      for (other, candidate) in recognizers.enumerated() where other != place {
        if own.requiresFailureOf.fit(candidate, seenFrom: recognizer.view) {
          edges[place].append(other)
        }
        if own.requiredToFailBy.fit(candidate, seenFrom: recognizer.view) {
          edges[other].append(place)
        }
      }
    }
    return edges
  }
}
