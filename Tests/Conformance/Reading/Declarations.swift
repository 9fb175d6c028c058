// The lists of controllers and recognizers, one a line.

/// A controller, the application or its delegate: `id key=value…`.
struct ControllerLine: Hashable, Sendable {
  var id: String
  var attributes: [Attribute]
  var place: Place

  /// The controllers that the lines declare, each once.
  static func parse(_ lines: [TextLine], _ problems: inout [Problem]) -> [ControllerLine] {
    var controllers: [ControllerLine] = []
    for line in lines {
      let words = line.words
      if controllers.contains(where: { $0.id == words[0].text }) {
        problems.append(Problem(at: words[0].place, "\(words[0].text) is declared twice"))
      }
      controllers.append(
        ControllerLine(
          id: words[0].text, attributes: Attribute.all(in: words.dropFirst(), &problems),
          place: words[0].place))
    }
    return controllers
  }
}

/// A recognizer: `id:kind on=view key=value…`.
struct RecognizerLine: Hashable, Sendable {
  /// What a recognizer can be.
  enum Kind: String, CaseIterable, Sendable {
    case tap, longpress, pan, edge, swipe, pinch, rotation, hover, custom
  }

  var id: String
  var kind: Kind
  var attributes: [Attribute]
  var place: Place

  /// The recognizers that the lines declare, in order of addition.
  static func parse(_ lines: [TextLine], _ problems: inout [Problem]) -> [RecognizerLine] {
    var recognizers: [RecognizerLine] = []
    for line in lines {
      let words = line.words
      do throws(Problem) {
        let (id, kind) = try words[0].declaration(Kind.self, form: "id:kind on=view")
        if recognizers.contains(where: { $0.id == id }) {
          throw Problem(at: words[0].place, "\(id) is declared twice")
        }
        recognizers.append(
          RecognizerLine(
            id: id, kind: kind, attributes: Attribute.all(in: words.dropFirst(), &problems),
            place: words[0].place))
      } catch {
        problems.append(error)
      }
    }
    return recognizers
  }
}
