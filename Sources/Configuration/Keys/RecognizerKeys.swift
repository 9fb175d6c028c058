// The keys that every recognizer has.

import ConfigurationText
import ResponderKit

enum RecognizerKeys {
  /// Beside those of the kinds.
  static var all: [RecognizerKey] {
    [
      .of(GestureRecognizer.self, "name", optional: \.name, .text),
      .of(GestureRecognizer.self, "isEnabled", \.isEnabled, .bool),
      .of(GestureRecognizer.self, "cancelsTouchesInView", \.cancelsTouchesInView, .bool),
      .of(GestureRecognizer.self, "delaysTouchesBegan", \.delaysTouchesBegan, .bool),
      .of(GestureRecognizer.self, "delaysTouchesEnded", \.delaysTouchesEnded, .bool),
      .of(GestureRecognizer.self, "reportsFailure", \.reportsFailure, .bool),
      .of(
        GestureRecognizer.self, "allowedTouchTypes",
        value: .oneOrMore(of: TouchType.allCases.map { ($0.word, $0) }), reading: \.touchTypeWords
      ) { recognizer, node, builder in
        let types = builder.touchTypes(node)
        builder.change { recognizer.allowedTouchTypes = types }
      },
      .of(
        GestureRecognizer.self, "allowedPressTypes",
        value: "name of a press or key, or a list of these", reading: \.pressTypeNames
      ) { recognizer, node, builder in
        let names = builder.reader.oneOrMore(node) { builder.reader.name($0) }
        builder.change { recognizer.allowedPressTypes = Set(names.map { PressType($0) }) }
      },
      .of(
        GestureRecognizer.self, "modifierFlagsRequired",
        value: .oneOrMore(of: ModifierFlags.names), \.modifierFlagsRequired
      ) { reader, node in
        ModifierFlags(reader.oneOrMore(node) { reader.choice($0, ModifierFlags.names) })
      },
      .of(
        GestureRecognizer.self, "requiresExclusiveTouchType", \.requiresExclusiveTouchType, .bool),
      .of(GestureRecognizer.self, "maximumSpread", optional: \.maximumSpread, .distance),
      .of(
        GestureRecognizer.self, "shouldReceive", value: "true, false or rules", writing: .kept
      ) { recognizer, node, builder in
        guard let rules = builder.touchRules(node) else { return }
        builder.change { builder.delegate(of: recognizer).shouldReceive = rules }
      },
      .of(
        GestureRecognizer.self, "shouldBegin", value: "true, false or a condition", writing: .kept
      ) { recognizer, node, builder in
        guard let condition = builder.beginCondition(node) else { return }
        builder.change { builder.delegate(of: recognizer).shouldBegin = condition }
      },
      .of(
        GestureRecognizer.self, "asks", value: .oneOrMore(of: questionWords),
        reading: \.remoteQuestions
      ) { recognizer, node, builder in
        let words = builder.reader.oneOrMore(node) { builder.reader.choice($0, questionWords) }
        let questions = words.reduce(into: RemoteQuestions()) { $0.formUnion($1) }
        if questions.contains(.willEndDragging), !(recognizer is ScrollPanGestureRecognizer) {
          builder.reader.expected(
            "willEndDragging at the panGestureRecognizer of a scroll view only", at: node)
          return
        }
        builder.change { recognizer.remoteQuestions = questions }
      },
      .of(GestureRecognizer.self, "answerTimeout", \.answerTimeout, .seconds(0.001...1)),
      .of(GestureRecognizer.self, "defaultAnswer", \.defaultAnswer, .bool),
      .of(
        GestureRecognizer.self, "simultaneousWith", value: "selectors of recognizers",
        writing: .kept
      ) { recognizer, node, builder in
        let selectors = builder.recognizerSelectors(node)
        builder.change { builder.delegate(of: recognizer).simultaneousWith = selectors }
      },
      .of(
        GestureRecognizer.self, "requiresFailureOf", value: "selectors of recognizers",
        writing: .kept
      ) {
        requires(.requiresFailureOf, $0, $1, $2)
      },
      .of(
        GestureRecognizer.self, "requiredToFailBy", value: "selectors of recognizers",
        writing: .kept
      ) {
        requires(.requiredToFailBy, $0, $1, $2)
      },
      .of(
        GestureRecognizer.self, "canPrevent", value: "true, false or selectors of recognizers",
        writing: .kept
      ) { recognizer, node, builder in
        let policy = builder.policy(node, of: recognizer)
        builder.change { recognizer.prevents = policy }
      },
      .of(
        GestureRecognizer.self, "canBePrevented", value: "true, false or selectors of recognizers",
        writing: .kept
      ) { recognizer, node, builder in
        let policy = builder.policy(node, of: recognizer)
        builder.change { recognizer.isPreventable = policy }
      },
      .of(
        GestureRecognizer.self, "replacedBy", value: "id of a responder, or a list of these",
        writing: .kept
      ) { recognizer, node, builder in
        let names = builder.reader.oneOrMore(node) { element in
          let name = builder.reader.name(element)
          if let name { builder.requireResponder(name, at: element) }
          return name
        }
        builder.change { builder.delegate(of: recognizer).replacedBy = names }
      },
    ]
  }

  /// The questions that a program may be asked.
  static let questionWords: [(String, RemoteQuestions)] = [
    ("shouldBegin", .shouldBegin), ("shouldReceiveTouch", .shouldReceiveTouch),
    ("willEndDragging", .willEndDragging),
  ]

  // Requirements by id are permanent and checked for cycles; selectors are asked in each attempt.
  private static func requires(
    _ side: Requirements.Side, _ recognizer: GestureRecognizer, _ node: Node, _ builder: Builder
  ) {
    builder.clear(side, of: recognizer)
    var selectors: [RecognizerSelector] = []
    for element in node.isNull ? [] : node.oneOrMore {
      if element.scalar != nil, element.string != "any" {
        guard let id = builder.reader.name(element) else { continue }
        builder.requireRecognizer(id, at: element) { other in
          builder.require(side, of: recognizer, other, at: element)
        }
      } else if let selector = builder.recognizerSelector(element) {
        selectors.append(selector)
      }
    }
    guard !selectors.isEmpty || recognizer.configured != nil else { return }
    builder.change {
      let delegate = builder.delegate(of: recognizer)
      switch side {
      case .requiresFailureOf: delegate.requiresFailureOf = selectors
      case .requiredToFailBy: delegate.requiredToFailBy = selectors
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

  /// The recognizers that a recognizer may prevent: all, none, or those that fit the selectors.
  func policy(_ node: Node, of recognizer: GestureRecognizer) -> ((GestureRecognizer) -> Bool)? {
    if let answer = node.scalar?.bool { return { _ in answer } }
    let selectors = recognizerSelectors(node)
    return { [unowned recognizer] other in
      selectors.fit(other, seenFrom: recognizer.view)
    }
  }

  /// Removes the requirements of a recognizer, except those that the new value has again.
  func clear(_ side: Requirements.Side, of recognizer: GestureRecognizer) {
    guard isLive else { return }
    var requirements = tree.plannedRequirements ?? tree.requirements
    let names = requirements.clear(side, of: recognizer.id)
    tree.plannedRequirements = requirements
    later { [self] in
      for name in names {
        guard let other = tree.registry.recognizer(name) else { continue }
        let (waiting, first) = Builder.pair(side, recognizer, other)
        let isSaid = tree.plannedRequirements?.says(waiting.id, waitsFor: first.id) ?? false
        if !isSaid { change { waiting.removeRequirement(first) } }
      }
      change { [tree] in if let planned = tree.plannedRequirements { tree.requirements = planned } }
    }
  }

  /// Makes one of two recognizers wait for the other, unless they would then wait in a cycle.
  func require(
    _ side: Requirements.Side, of recognizer: GestureRecognizer, _ other: GestureRecognizer,
    at node: Node
  ) {
    let (waiting, first) = Builder.pair(side, recognizer, other)
    let requirements = tree.plannedRequirements ?? tree.requirements
    if let path = requirements.way(from: first.id, to: waiting.id) {
      let cycle = ([waiting.id] + path).joined(separator: " → ")
      reader.complain(
        node.complaint(
          waiting === first
            ? "expected another recognizer, found \"\(other.id)\" itself"
            : "expected requirements without a cycle, found \(cycle)"))
      return
    }
    let isKnown = requirements.says(waiting.id, waitsFor: first.id)
    if !isKnown, requirements.count(waitedForBy: waiting.id) >= TreeBounds.requirements {
      reader.complain(
        node.complaint(
          "expected at most \(TreeBounds.requirements) recognizers that \"\(waiting.id)\" waits for, "
            + "found one more; use a selector such as { kind: tap }"))
      return
    }
    if !isLive { tree.requirements.add(waiting.id, waitsFor: first.id, by: side) }
    tree.plannedRequirements?.add(waiting.id, waitsFor: first.id, by: side)
    change { [tree] in
      // An edit before it, of the same batch, may have taken one of them away.
      if tree.holds(waiting), tree.holds(first) { waiting.require(toFail: first) }
    }
  }

  private static func pair(
    _ side: Requirements.Side, _ recognizer: GestureRecognizer, _ other: GestureRecognizer
  ) -> (waiting: GestureRecognizer, first: GestureRecognizer) {
    switch side {
    case .requiresFailureOf: (recognizer, other)
    case .requiredToFailBy: (other, recognizer)
    }
  }
}
