// Where views can be hit, as a picture.

import ResponderKit

/// Draws windows or a view as SVG: what can be hit is filled, a part of a view outside the view
/// that it lies in is dead and shows its outline only, dashed.
struct HitRegions {
  private let output: Output
  private var regions = 0

  init(to output: Output) { self.output = output }

  /// Draws roots, back to front, in a frame of their own coordinates.
  mutating func draw(_ roots: [View], in frame: Rect) {
    let place = Self.numbers([
      frame.origin.x, frame.origin.y, frame.size.width, frame.size.height,
    ])
    output.line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(place)\">")
    output.line(
      """
      <style>
      .view { fill: #4a90d9; fill-opacity: 0.18; stroke: #1c4f82; }
      .passthrough { fill: none; stroke: #1c4f82; stroke-dasharray: 1 3; }
      .dead { fill: none; stroke: #c0392b; stroke-dasharray: 6 4; }
      text { font: 11px sans-serif; fill: #1c4f82; }
      </style>
      """)
    // A view is drawn in its own coordinates, windows in those of the screen.
    for root in roots { live(root, isRoot: !(root is Window)) }
    for root in roots { dead(in: root, isRoot: !(root is Window)) }
    output.line("</svg>")
  }

  private func isHittable(_ view: View) -> Bool {
    let limit = view.application?.constants.hitTestAlphaLimit ?? 0
    return view.isUserInteractionEnabled && !view.isHidden && view.alpha > limit
      && (view as? Control)?.isEnabled != false
  }

  // Every group is cut off at its view's shape, and so is everything in it.
  private mutating func live(_ view: View, isRoot: Bool) {
    guard isHittable(view) else { return }
    regions += 1
    let rect = view.bounds.inset(by: view.hitInsets)
    let name = "region\(regions)"
    output.line("<clipPath id=\"\(name).rect\">\(Self.element(.rectangle, rect))</clipPath>")
    output.line(
      "<clipPath id=\"\(name)\" clip-path=\"url(#\(name).rect)\">"
        + "\(Self.element(view.hitShape, rect))</clipPath>")
    let transform = isRoot ? "" : " transform=\"\(Self.matrix(view, to: view.superview))\""
    output.line("<g\(transform)><g clip-path=\"url(#\(name))\">")
    let style = view.isPassthrough ? "passthrough" : "view"
    output.line(Self.element(view.hitShape, rect, " class=\"\(style)\"", title: view.id))
    output.line(
      "<text x=\"\(Readable.number(rect.origin.x + 4))\" "
        + "y=\"\(Readable.number(rect.origin.y + 13))\">\(Self.escaped(view.id))</text>")
    for child in view.subviews { live(child, isRoot: false) }
    output.line("</g></g>")
  }

  private func dead(in view: View, isRoot: Bool) {
    guard isHittable(view) else { return }
    let transform = isRoot ? "" : " transform=\"\(Self.matrix(view, to: view.superview))\""
    output.line("<g\(transform)>")
    for child in view.subviews where isHittable(child) {
      if sticksOut(child, of: view) {
        output.line(
          Self.element(
            child.hitShape, child.bounds.inset(by: child.hitInsets),
            " class=\"dead\" transform=\"\(Self.matrix(child, to: view))\"",
            title: "\(child.id), outside \(view.id)"))
      }
      dead(in: child, isRoot: false)
    }
    output.line("</g>")
  }

  /// Whether a part of the outline lies where the parent is not hit.
  private func sticksOut(_ view: View, of parent: View) -> Bool {
    let rect = view.bounds.inset(by: view.hitInsets)
    let corners = Self.outline(view.hitShape, rect)
    let middle = corners.reduce(Point.zero, +) / Double(max(corners.count, 1))
    for (corner, next) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      for step in 0..<16 {
        let place = corner + (next - corner) * (Double(step) / 16)
        // The right and the lower edge belong to the outside.
        let inner = place + (middle - place) * 0.0001
        if !parent.point(inside: view.convert(inner, to: parent), with: nil) { return true }
      }
    }
    return false
  }

  private static func outline(_ shape: HitShape, _ rect: Rect) -> [Point] {
    switch shape {
    case .rectangle:
      return [
        rect.origin, Point(x: rect.maxX, y: rect.origin.y), Point(x: rect.maxX, y: rect.maxY),
        Point(x: rect.origin.x, y: rect.maxY),
      ]
    case .ellipse:
      // Eight points say whether an ellipse sticks out of what it lies in.
      let (a, b) = (rect.size.width / 2, rect.size.height / 2)
      let half = 0.5.squareRoot()
      return [
        (1, 0), (half, half), (0, 1), (-half, half), (-1, 0), (-half, -half), (0, -1),
        (half, -half),
      ]
      .map { Point(x: rect.midX + a * $0.0, y: rect.midY + b * $0.1) }
    case .polygon(let corners): return corners
    }
  }

  // MARK: Text

  private static func element(
    _ shape: HitShape, _ rect: Rect, _ attributes: String = "", title: String? = nil
  ) -> String {
    let number = Readable.number
    let inside = title.map { "<title>\(escaped($0))</title>" } ?? ""
    switch shape {
    case .rectangle:
      return
        "<rect\(attributes) x=\"\(number(rect.origin.x))\" y=\"\(number(rect.origin.y))\" "
        + "width=\"\(number(rect.size.width))\" height=\"\(number(rect.size.height))\">"
        + "\(inside)</rect>"
    case .ellipse:
      return
        "<ellipse\(attributes) cx=\"\(number(rect.midX))\" cy=\"\(number(rect.midY))\" "
        + "rx=\"\(number(rect.size.width / 2))\" ry=\"\(number(rect.size.height / 2))\">"
        + "\(inside)</ellipse>"
    case .polygon(let corners):
      let points = corners.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
      return "<polygon\(attributes) points=\"\(points)\">\(inside)</polygon>"
    }
  }

  private static func matrix(_ view: View, to parent: View?) -> String {
    let origin = view.convert(Point.zero, to: parent)
    let x = view.convert(Point(x: 1, y: 0), to: parent) - origin
    let y = view.convert(Point(x: 0, y: 1), to: parent) - origin
    return "matrix(\([x.x, x.y, y.x, y.y, origin.x, origin.y].map(exact).joined(separator: " ")))"
  }

  // Three decimals are enough for a place, but not for what multiplies it.
  private static func exact(_ value: Double) -> String {
    let rounded = (value * 1_000_000).rounded() / 1_000_000
    return rounded == rounded.rounded() ? Readable.number(rounded) : "\(rounded)"
  }

  private static func numbers(_ values: [Double]) -> String {
    values.map { Readable.number($0) }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
