// The tree of windows and views: indentation means subview.

import ResponderKit

/// One window, view or control as the tree writes it.
struct TreeNode: Hashable, Sendable {
  /// What a line of the tree can be.
  enum Kind: String, CaseIterable, Sendable {
    case window, view, scroll, control, button, `switch`, slider, stepper, segmented
  }

  var id: String
  var kind: Kind
  var frame: Rect
  var attributes: [Attribute]
  var place: Place
  var children: [TreeNode] = []

  /// One line: `id:kind x,y,w,h key=value…`.
  init(_ line: TextLine, _ problems: inout [Problem]) throws(Problem) {
    let words = line.words
    let (id, kind) = try words[0].declaration(Kind.self, form: "id:kind x,y,w,h")
    guard words.count > 1 else {
      throw Problem(at: line.place, "\(id) has no rectangle; write \(id):\(kind) x,y,w,h")
    }
    self.id = id
    self.kind = kind
    frame = try Rect(text: words[1].text, at: words[1].place)
    attributes = Attribute.all(in: words.dropFirst(2), &problems)
    place = words[0].place
  }

  /// The trees that the lines write, in their order.
  static func parse(_ lines: [TextLine], _ problems: inout [Problem]) -> [TreeNode] {
    var forest = Forest()
    for line in lines {
      do throws(Problem) {
        try forest.add(line, &problems)
      } catch {
        problems.append(error)
      }
    }
    return forest.finished
  }
}

/// The trees while their lines come in: roots that are done, and the path to the last line.
private struct Forest {
  private var roots: [TreeNode] = []
  private var path: [(indentation: Int, node: TreeNode)] = []

  mutating func add(_ line: TextLine, _ problems: inout [Problem]) throws(Problem) {
    let indentation = line.indentation
    var left: Int?
    while let last = path.last, last.indentation >= indentation {
      left = last.indentation
      close()
    }
    if let left, left != indentation {
      throw Problem(
        at: line.place, "an indentation of \(indentation) is that of no open line above")
    }
    if path.isEmpty, indentation > 0 {
      throw Problem(at: line.place, "the first line of a tree stands without indentation")
    }
    let node = try TreeNode(line, &problems)
    if node.kind == .window, indentation > 0 {
      throw Problem(at: node.place, "\(node.id) is a window and so stands without indentation")
    }
    path.append((indentation, node))
  }

  var finished: [TreeNode] {
    var rest = self
    while !rest.path.isEmpty { rest.close() }
    return rest.roots
  }

  private mutating func close() {
    let node = path.removeLast().node
    if path.isEmpty {
      roots.append(node)
    } else {
      path[path.count - 1].node.children.append(node)
    }
  }
}

extension Word {
  /// What `id:kind` declares.
  func declaration<Kind: RawRepresentable & CaseIterable>(
    _: Kind.Type, form: String
  ) throws(Problem) -> (id: String, kind: Kind) where Kind.RawValue == String {
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else {
      throw Problem(at: place, expected: form, found: text)
    }
    let column = place.column + halves[0].count + 1
    let word = Word(
      text: String(halves[1]), place: Place(file: place.file, line: place.line, column: column))
    return (String(halves[0]), try word.one(of: Kind.self))
  }
}
