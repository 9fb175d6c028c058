// The keys that every recognizer has.

import ResponderKit
import YAML

enum RecognizerKeys {
  /// Beside those of the kinds.
  static var all: [RecognizerKey] {
    [
      .of(GestureRecognizer.self, "name") { recognizer, node, builder in
        guard let name = builder.reader.text(node) else { return }
        builder.change { recognizer.name = name }
      },
      .of(GestureRecognizer.self, "isEnabled", \.isEnabled) { $0.bool($1) },
      .of(GestureRecognizer.self, "cancelsTouchesInView", \.cancelsTouchesInView) {
        $0.bool($1)
      },
      .of(GestureRecognizer.self, "delaysTouchesBegan", \.delaysTouchesBegan) { $0.bool($1) },
      .of(GestureRecognizer.self, "delaysTouchesEnded", \.delaysTouchesEnded) { $0.bool($1) },
      .of(GestureRecognizer.self, "allowedTouchTypes") { recognizer, node, builder in
        let types = builder.touchTypes(node)
        builder.change { recognizer.allowedTouchTypes = types }
      },
      .of(GestureRecognizer.self, "allowedPressTypes") { recognizer, node, builder in
        let names = builder.reader.oneOrMore(node) { builder.reader.name($0) }
        builder.change { recognizer.allowedPressTypes = Set(names.map { PressType($0) }) }
      },
      .of(GestureRecognizer.self, "requiresExclusiveTouchType", \.requiresExclusiveTouchType) {
        $0.bool($1)
      },
      .of(GestureRecognizer.self, "shouldReceive") { recognizer, node, builder in
        guard let rules = builder.touchRules(node) else { return }
        builder.change { builder.delegate(of: recognizer).shouldReceive = rules }
      },
      .of(GestureRecognizer.self, "shouldBegin") { recognizer, node, builder in
        guard let condition = builder.beginCondition(node) else { return }
        builder.change { builder.delegate(of: recognizer).shouldBegin = condition }
      },
      .of(GestureRecognizer.self, "asks", \.remoteQuestions) { reader, node in
        reader.oneOrMore(node) {
          reader.choice(
            $0, [("shouldBegin", .shouldBegin), ("shouldReceiveTouch", .shouldReceiveTouch)])
        }.reduce(into: RemoteQuestions()) { $0.formUnion($1) }
      },
      .of(GestureRecognizer.self, "answerTimeout", \.answerTimeout) {
        $0.number($1, in: 0.001...1)
      },
      .of(GestureRecognizer.self, "defaultAnswer", \.defaultAnswer) { $0.bool($1) },
      .of(GestureRecognizer.self, "simultaneousWith") { recognizer, node, builder in
        let selectors = builder.recognizerSelectors(node)
        builder.change { builder.delegate(of: recognizer).simultaneousWith = selectors }
      },
      .of(GestureRecognizer.self, "requiresFailureOf", live: false, requiresFailureOf),
      .of(GestureRecognizer.self, "requiredToFailBy", live: false, requiredToFailBy),
      .of(GestureRecognizer.self, "canPrevent") { recognizer, node, builder in
        let policy = builder.policy(node, of: recognizer)
        builder.change { recognizer.prevents = policy }
      },
      .of(GestureRecognizer.self, "canBePrevented") { recognizer, node, builder in
        let policy = builder.policy(node, of: recognizer)
        builder.change { recognizer.isPreventable = policy }
      },
    ]
  }

  // Ids are requirements for good and are checked for circles; the rest is asked each attempt.
  private static func requiresFailureOf(
    _ recognizer: GestureRecognizer, _ node: Node, _ builder: Builder
  ) {
    for element in node.sequence ?? [node] {
      if element.scalar != nil, element.string != "any" {
        guard let id = builder.reader.name(element) else { continue }
        builder.requireRecognizer(id, at: element) { other in
          builder.require(recognizer, toFail: other, at: element)
        }
      } else if let selector = builder.recognizerSelector(element) {
        builder.delegate(of: recognizer).requiresFailureOf.append(selector)
      }
    }
  }

  private static func requiredToFailBy(
    _ recognizer: GestureRecognizer, _ node: Node, _ builder: Builder
  ) {
    for element in node.sequence ?? [node] {
      if element.scalar != nil, element.string != "any" {
        guard let id = builder.reader.name(element) else { continue }
        builder.requireRecognizer(id, at: element) { other in
          builder.require(other, toFail: recognizer, at: element)
        }
      } else if let selector = builder.recognizerSelector(element) {
        builder.delegate(of: recognizer).requiredToFailBy.append(selector)
      }
    }
  }
}

extension Builder {
  /// The delegate that answers for a recognizer from the configuration, new where there is none.
  func delegate(of recognizer: GestureRecognizer) -> ConfiguredDelegate {
    if let delegate = recognizer.configured { return delegate }
    let delegate = ConfiguredDelegate()
    recognizer.delegate = delegate
    return delegate
  }

  /// Whom a recognizer may prevent: `true`, `false`, or those that fit.
  func policy(_ node: Node, of recognizer: GestureRecognizer) -> ((GestureRecognizer) -> Bool)? {
    if let answer = node.scalar?.bool { return { _ in answer } }
    let selectors = recognizerSelectors(node)
    return { [unowned recognizer] other in
      selectors.fit(other, seenFrom: recognizer.view)
    }
  }

  /// Makes one recognizer wait for another, unless they would then wait in a circle.
  func require(_ recognizer: GestureRecognizer, toFail other: GestureRecognizer, at node: Node) {
    if let path = way(from: other, to: recognizer) {
      let circle = ([recognizer] + path).map(\.id).joined(separator: " → ")
      reader.complain(
        node.complaint(
          recognizer === other
            ? "expected another recognizer, found \"\(other.id)\" itself"
            : "expected requirements without a circle, found \(circle)"))
      return
    }
    recognizer.require(toFail: other)
    tree.waiting[other.id, default: []].append(recognizer.id)
  }

  // The recognizers by which one waits for another, both included; nil if it does not.
  private func way(
    from start: GestureRecognizer, to goal: GestureRecognizer
  ) -> [GestureRecognizer]? {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
    var open = [[start]]
    while let path = open.popLast(), let last = path.last {
      if last === goal { return path }
      for next in last.failureRequirements where seen.insert(ObjectIdentifier(next)).inserted {
        open.append(path + [next])
      }
    }
    return nil
  }
}
