// A scenario built from the engine's own classes, ready to be played.

import ResponderKit

/// The application, windows, views, controllers and recognizers of one scenario.
final class Stage {
  let application = Application()
  /// Whose answers the scenario gives in so many words.
  var disclosed = Disclosed()
  private(set) var responders: [String: Responder] = [:]
  private(set) var recognizers: [String: GestureRecognizer] = [:]
  /// What `rotate=` and `scale=` say of each view.
  var turns: [String: Turn] = [:]

  /// The windows that lie on the second touchscreen.
  var windowsOnSecondScreen: Set<String> = []

  /// A view's rotation in degrees and its scale.
  struct Turn {
    var degrees = 0.0
    var scale = 1.0
  }

  /// Builds the tree, or throws all its errors.
  init(_ scenario: Scenario) throws(Problems) {
    var problems: [Problem] = []
    responders[application.id] = application
    for tree in scenario.tree {
      let view = build(tree, &problems)
      if let window = view as? Window { application.show(window) }
    }
    for line in scenario.controllers { declare(line, &problems) }
    for line in scenario.recognizers {
      collect(&problems) { () throws(Problem) in try self.add(line) }
    }
    for tree in scenario.tree { configure(tree, &problems) }
    for line in scenario.controllers { configure(line, &problems) }
    for line in scenario.recognizers { configure(line, &problems) }
    application.constants.hitTestsTwice = scenario.hitTwice
    application.outbox.removeAll()
    if !problems.isEmpty { throw Problems(list: problems) }
  }

  // MARK: Looking up

  /// The responder of this name.
  func responder(_ word: Word) throws(Problem) -> Responder {
    guard let responder = responders[word.text] ?? container(word.text) else {
      throw Problem(at: word.place, "there is no view or controller \"\(word.text)\"")
    }
    return responder
  }

  /// The container in which a presented controller's view lies: `controller.container`.
  private func container(_ name: String) -> View? {
    guard name.hasSuffix(".container") else { return nil }
    let controller = responders[String(name.dropLast(".container".count))] as? ViewController
    return controller?.presentationContainer
  }

  /// The view of this name.
  func view(_ word: Word) throws(Problem) -> View {
    guard let view = responders[word.text] as? View else {
      throw Problem(at: word.place, "there is no view \"\(word.text)\"")
    }
    return view
  }

  /// The controller of this name.
  func controller(_ word: Word) throws(Problem) -> ViewController {
    guard let controller = responders[word.text] as? ViewController else {
      throw Problem(at: word.place, "there is no controller \"\(word.text)\"")
    }
    return controller
  }

  /// The recognizer of this name.
  func recognizer(_ word: Word) throws(Problem) -> GestureRecognizer {
    guard let recognizer = recognizers[word.text] else {
      throw Problem(at: word.place, "there is no recognizer \"\(word.text)\"")
    }
    return recognizer
  }

  /// The recognizers that an attribute names.
  func recognizers(_ attribute: Attribute) throws(Problem) -> [GestureRecognizer] {
    var list: [GestureRecognizer] = []
    for name in attribute.names() {
      list.append(try recognizer(Word(text: name, place: attribute.place)))
    }
    return list
  }

  // MARK: Building

  private func collect(_ problems: inout [Problem], _ step: () throws(Problem) -> Void) {
    do { try step() } catch { problems.append(error) }
  }

  private func register(
    _ responder: Responder, at place: Place, _ problems: inout [Problem]
  ) {
    if responders.updateValue(responder, forKey: responder.id) != nil {
      problems.append(Problem(at: place, "the id \"\(responder.id)\" is there twice"))
    }
  }

  private func build(_ node: TreeNode, _ problems: inout [Problem]) -> View {
    let view = node.makeView()
    register(view, at: node.place, &problems)
    for recognizer in view.gestureRecognizers { recognizers[recognizer.id] = recognizer }
    for child in node.children { view.addSubview(build(child, &problems)) }
    if let attribute = node.attributes.first(where: { $0.key == "controller" }) {
      let known = responders[attribute.value] as? ViewController
      let controller = known ?? ViewController(id: attribute.value)
      if known == nil { register(controller, at: attribute.place, &problems) }
      if controller.view != nil {
        problems.append(Problem(at: attribute.place, "\(controller.id) has a view already"))
      }
      controller.view = view
    }
    return view
  }

  /// Controllers of the tree exist already; others, and the delegate, come to be here.
  private func declare(_ line: ControllerLine, _ problems: inout [Problem]) {
    switch line.id {
    case "app": return
    case "appDelegate":
      let delegate = Responder(id: line.id)
      register(delegate, at: line.place, &problems)
      application.delegate = delegate
    default:
      if responders[line.id] is ViewController { return }
      register(ViewController(id: line.id), at: line.place, &problems)
    }
  }

  private func add(_ line: RecognizerLine) throws(Problem) {
    guard let on = line.attributes.first(where: { $0.key == "on" }) else {
      throw Problem(at: line.place, "\(line.id) has no view; write on=view")
    }
    let view = try view(Word(text: on.value, place: on.place))
    let recognizer = line.makeRecognizer()
    if recognizers.updateValue(recognizer, forKey: recognizer.id) != nil {
      throw Problem(at: line.place, "the id \"\(recognizer.id)\" is there twice")
    }
    view.addGestureRecognizer(recognizer)
  }

  // MARK: Configuring

  private func configure(_ node: TreeNode, _ problems: inout [Problem]) {
    guard let view = responders[node.id] as? View else { return }
    // What does not scroll is as large as its view shows of it, which the offset decides.
    let attributes =
      node.attributes.filter { $0.key == "offset" } + node.attributes.filter { $0.key != "offset" }
    for attribute in attributes where attribute.key != "controller" {
      collect(&problems) { () throws(Problem) in try self.apply(attribute, to: view) }
    }
    for (key, other) in [("target", "action"), ("action", "target")] {
      let keys = node.attributes.map(\.key)
      if keys.contains(key), !keys.contains(other) {
        problems.append(Problem(at: node.place, "\(node.id) has \(key)= without \(other)="))
      }
    }
    for child in node.children { configure(child, &problems) }
  }

  private func configure(_ line: ControllerLine, _ problems: inout [Problem]) {
    guard let responder = responders[line.id] else { return }
    for attribute in line.attributes {
      collect(&problems) { () throws(Problem) in try self.apply(attribute, to: responder) }
    }
  }

  private func configure(_ line: RecognizerLine, _ problems: inout [Problem]) {
    guard let recognizer = recognizers[line.id] else { return }
    let answers = Answers()
    recognizer.delegate = answers
    for attribute in line.attributes where attribute.key != "on" {
      collect(&problems) { () throws(Problem) in
        try self.apply(attribute, to: recognizer, answers: answers)
      }
    }
  }
}
