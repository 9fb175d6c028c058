// The names in a drawing, none of which covers another.

import ResponderKit

/// Places labels one after the other, each where none is yet.
struct DrawingLabels {
  /// The elements, as lines of SVG.
  private(set) var lines: [String] = []
  private var taken: [Rect] = []
  private let unit: Double
  private var row: Double { 14 * unit }

  /// Labels whose letters are so many times 11 points high.
  init(unit: Double) { self.unit = unit }

  /// The width of a text, which the element sets, so that it is the same in every viewer.
  static func width(of text: String, unit: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 6.7 : 13.4) } * unit
  }

  /// Adds a name and what there is to say of it, in a rectangle: both, or the name alone, or a part
  /// of it; nothing where there is no room.
  mutating func add(_ name: String, _ detail: String, in room: Rect, isNamed: Bool) {
    let nameWidth = Self.width(of: name, unit: unit)
    let style = isNamed ? "named" : ""
    if !detail.isEmpty {
      let gap = 7 * unit
      let whole = nameWidth + gap + Self.width(of: detail, unit: unit)
      if let box = freeBox(in: room, width: whole) {
        add(
          name, in: Rect(x: box.origin.x, y: box.origin.y, width: nameWidth, height: row), style)
        add(
          detail,
          in: Rect(
            x: box.origin.x + nameWidth + gap, y: box.origin.y, width: whole - nameWidth - gap,
            height: row), "detail")
        return
      }
    }
    guard let text = shortened(name, to: room.size.width - 6 * unit),
      let box = freeBox(in: room, width: Self.width(of: text, unit: unit))
    else { return }
    add(text, in: box, style)
  }

  // The first free box of this width: on the left or on the right of each row.
  private func freeBox(in room: Rect, width: Double) -> Rect? {
    let padding = 3 * unit
    guard width <= room.size.width - 2 * padding else { return nil }
    var y = room.origin.y + 2 * unit
    while y + row <= room.maxY {
      for x in [room.origin.x + padding, room.maxX - padding - width] {
        let box = Rect(x: x, y: y, width: width, height: row)
        if isFree(box) { return box }
      }
      y += row / 2
    }
    return nil
  }

  private func shortened(_ text: String, to room: Double) -> String? {
    if Self.width(of: text, unit: unit) <= room { return text }
    var shorter = text
    while shorter.count > 3 {
      shorter.removeLast()
      if Self.width(of: shorter + "…", unit: unit) <= room { return shorter + "…" }
    }
    return nil
  }

  private func isFree(_ box: Rect) -> Bool {
    !taken.contains { other in
      box.origin.x < other.maxX && other.origin.x < box.maxX && box.origin.y < other.maxY
        && other.origin.y < box.maxY
    }
  }

  private mutating func add(_ text: String, in box: Rect, _ style: String) {
    taken.append(box)
    lines.append(Self.element(text, x: box.origin.x, y: box.origin.y + 11 * unit, unit, style))
  }

  /// A text with exactly the width of `width(of:unit:)`.
  static func element(
    _ text: String, x: Double, y: Double, _ unit: Double, _ style: String = ""
  ) -> String {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    return
      "<text\(style) x=\"\(Readable.number(x))\" y=\"\(Readable.number(y))\" "
      + "textLength=\"\(Readable.number(width(of: text, unit: unit)))\" "
      + "lengthAdjust=\"spacingAndGlyphs\">\(HitRegions.escaped(text))</text>"
  }
}

/// The legend of colours and lines, below the drawing.
struct DrawingLegend {
  /// The elements, as lines of SVG.
  private(set) var lines: [String] = []
  /// The height of the legend.
  private(set) var height = 0.0

  private static let entries = [
    ("view", "passes touches on"), ("view handles", "handles touches or has recognizers"),
    ("view control", "control"), ("passthrough", "lets touches through"),
    ("dead", "outside of its parent, not hit"),
  ]

  /// A legend below a frame, in as many rows as it needs.
  init(below frame: Rect, unit: Double) {
    let row = 18 * unit
    var x = frame.origin.x + 4 * unit
    var y = frame.maxY + 6 * unit
    for (style, words) in Self.entries {
      let width = 24 * unit + DrawingLabels.width(of: words, unit: unit)
      if x + width > frame.maxX, x > frame.origin.x + 4 * unit {
        x = frame.origin.x + 4 * unit
        y += row
      }
      lines.append(
        "<rect class=\"\(style)\" x=\"\(Readable.number(x))\" y=\"\(Readable.number(y))\" "
          + "width=\"\(Readable.number(18 * unit))\" height=\"\(Readable.number(11 * unit))\"/>")
      lines.append(DrawingLabels.element(words, x: x + 24 * unit, y: y + 9.5 * unit, unit))
      x += width + 16 * unit
    }
    height = y + row - frame.maxY
  }
}
