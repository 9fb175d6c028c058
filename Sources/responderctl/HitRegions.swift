// The areas where views can be hit, as a picture with names, kinds and recognizers.

import Configuration
import ResponderKit

/// Draws windows or a view as SVG: areas that can be hit are filled; a part of a view outside its
/// superview has only a dashed outline.
struct HitRegions {
  private let output: Output
  private var regions = 0
  private var labels = DrawingLabels(unit: 1)

  init(to output: Output) { self.output = output }

  /// Draws roots, back to front, in a frame of their own coordinates.
  mutating func draw(_ roots: [View], in frame: Rect) {
    // Text is as large beside a large screen as beside a small one.
    let unit = max(1, max(frame.size.width, frame.size.height) / 1000)
    labels = DrawingLabels(unit: unit)
    let legend = DrawingLegend(below: frame, unit: unit)
    let place = Self.numbers([
      frame.origin.x, frame.origin.y, frame.size.width, frame.size.height + legend.height,
    ])
    output.line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(place)\">")
    output.line(
      """
      <style>
      svg { background: #fff; }
      .view { fill: #8fa1b8; fill-opacity: 0.08; stroke: #7b8ba0; }
      .view.handles { fill: #1258c4; fill-opacity: 0.12; stroke: #1258c4; }
      .view.control { fill: #0d6f72; fill-opacity: 0.14; stroke: #0d6f72; }
      .passthrough { fill: none; stroke: #1c4f82; stroke-dasharray: 1 3; }
      .dead { fill: none; stroke: #b4320f; stroke-dasharray: 6 4; }
      text { font: \(Readable.number(11 * unit))px monospace; fill: #18212c; paint-order: stroke; \
      stroke: #fff; stroke-width: \(Readable.number(3 * unit)); stroke-opacity: 0.8; }
      .named { font-weight: bold; }
      .detail { fill: #3d4a5a; }
      </style>
      """)
    // A view is drawn in its own coordinates, windows in those of the screen.
    for root in roots { live(root, isRoot: !(root is Window)) }
    for root in roots { addDeadRegions(of: root, isRoot: !(root is Window)) }
    // Views in front are named first, so that their names are close to them.
    for root in roots.reversed() { name(root, from: root is Window ? nil : root, in: frame) }
    for line in labels.lines { output.line(line) }
    for line in legend.lines { output.line(line) }
    output.line("</svg>")
  }

  private func isHittable(_ view: View) -> Bool {
    let limit = view.application?.constants.hitTestAlphaLimit ?? 0
    return view.isUserInteractionEnabled && !view.isHidden && !view.isBehindPage
      && view.alpha > limit && (view as? Control)?.isEnabled != false
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
    output.line(
      Self.element(
        view.hitShape, rect, " class=\"\(Self.style(of: view))\"", title: Self.title(of: view)))
    for child in view.subviews { live(child, isRoot: false) }
    output.line("</g></g>")
  }

  private static func style(of view: View) -> String {
    if view.isPassthrough { return "passthrough" }
    if view is Control { return "view control" }
    return handlesTouches(view) ? "view handles" : "view"
  }

  private static func handlesTouches(_ view: View) -> Bool {
    !view.handles.isEmpty || view.gestureRecognizers.contains { RecognizerKind(of: $0) != nil }
  }

  // Everything that a label may have no room for.
  private static func title(of view: View) -> String {
    let detail = detail(of: view)
    return detail.isEmpty ? view.id : "\(view.id), \(detail)"
  }

  private static func detail(of view: View) -> String {
    let kind = ViewKind(of: view)
    let recognizers = view.gestureRecognizers.compactMap { RecognizerKind(of: $0)?.word }
    return ((kind == .view || kind == .window ? [] : [kind.rawValue]) + recognizers)
      .joined(separator: " ")
  }

  // The deepest views are named first: they have the least space.
  private mutating func name(_ view: View, from root: View?, in clip: Rect) {
    guard isHittable(view) else { return }
    let rect = view.bounds.inset(by: view.hitInsets)
    let corners = Self.outline(.rectangle, rect).map { view.convert($0, to: root) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = max(xs.min() ?? 0, clip.origin.x)
    let top = max(ys.min() ?? 0, clip.origin.y)
    let seen = Rect(
      x: left, y: top, width: max(0, min(xs.max() ?? 0, clip.maxX) - left),
      height: max(0, min(ys.max() ?? 0, clip.maxY) - top))
    for child in view.subviews.reversed() { name(child, from: root, in: seen) }
    labels.add(
      view.id, Self.detail(of: view), in: seen,
      isNamed: view is Control || Self.handlesTouches(view))
  }

  private func addDeadRegions(of view: View, isRoot: Bool) {
    guard isHittable(view) else { return }
    let transform = isRoot ? "" : " transform=\"\(Self.matrix(view, to: view.superview))\""
    output.line("<g\(transform)>")
    for child in view.subviews where isHittable(child) {
      // Content of a scroll view comes into it by scrolling.
      if !(view is ScrollView), sticksOut(child, of: view) {
        output.line(
          Self.element(
            child.hitShape, child.bounds.inset(by: child.hitInsets),
            " class=\"dead\" transform=\"\(Self.matrix(child, to: view))\"",
            title: "\(child.id), outside \(view.id)"))
      }
      addDeadRegions(of: child, isRoot: false)
    }
    output.line("</g>")
  }

  /// Whether a part of the outline is where the parent is not hit.
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
      // Eight points decide whether an ellipse sticks out of its parent.
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

  /// Text as the content or attribute of an element.
  static func escaped(_ text: String) -> String {
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
