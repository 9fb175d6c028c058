// How a view arranges its subviews: one after the other in a stack, or in the cells of a grid.
//
//     stack, grid ─┬─► frames of the subviews ──► points, whenever the view has another size
//     subviews ────┘

import ResponderKit

/// The rule by which the subviews of a view have their frames.
struct Arrangement {
  /// The direction of a stack.
  enum Axis: String, CaseIterable { case horizontal, vertical }

  /// Where a subview of a stack lies across the axis.
  enum Alignment: String, CaseIterable { case fill, leading, center, trailing }

  /// What of a subview matters for the others.
  struct Item {
    var width: Length?
    var height: Length?
    var isHidden = false
  }

  /// A place in the parent.
  final class Frame: Equatable {
    let x: Length
    let y: Length
    let width: Length
    let height: Length

    init(x: Length, y: Length, width: Length, height: Length) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    static func == (one: Frame, other: Frame) -> Bool {
      one.x == other.x && one.y == other.y && one.width == other.width
        && one.height == other.height
    }

    /// The place in points; a size is at least 0.
    func rect(in area: Size, _ pointsPerMillimeter: Double?) -> Rect {
      func points(_ length: Length, _ whole: Double) -> Double {
        length.points(of: whole, pointsPerMillimeter)
      }
      return Rect(
        x: points(x, area.width), y: points(y, area.height),
        width: max(0, points(width, area.width)), height: max(0, points(height, area.height)))
    }
  }

  var axis = Axis.horizontal
  var alignment = Alignment.fill
  /// The number of columns of a grid; nil for a stack.
  var columns: Int?
  /// The height of the rows of a grid; nil if they share the height of the view.
  var rowHeight: Length?
  var spacing = Length()
  /// What stays free at the edges: top, left, bottom, right.
  var insets = [Length](repeating: Length(), count: 4)

  private var isVertical: Bool { columns != nil || axis == .vertical }

  /// The frames of subviews; those that are hidden take no room.
  func frames(of items: [Item]) -> [Frame] {
    columns.map { cells(of: items, $0) } ?? row(of: items)
  }

  /// The size of the content, if the view scrolls: all of it where each subview has a size.
  func contentSize(of items: [Item]) -> Frame {
    let extent = extent(of: items.filter { !$0.isHidden }) ?? .whole
    return Frame(
      x: Length(), y: Length(), width: isVertical ? .whole : extent,
      height: isVertical ? extent : .whole)
  }

  // MARK: Stacks

  private func size(of item: Item) -> Length? { isVertical ? item.height : item.width }

  private func gaps(_ count: Int) -> Length { spacing * Double(max(0, count - 1)) }

  private var edges: Length {
    isVertical ? insets[0] + insets[2] : insets[1] + insets[3]
  }

  private func extent(of shown: [Item]) -> Length? {
    if let columns {
      let rows = rows(of: shown.count, columns)
      return rowHeight.map { $0 * Double(rows) + gaps(rows) + edges }
    }
    let sizes = shown.compactMap(size)
    return sizes.count == shown.count
      ? sizes.reduce(edges + gaps(sizes.count), +) : nil
  }

  private func row(of items: [Item]) -> [Frame] {
    let shown = items.filter { !$0.isHidden }
    let sizes = shown.compactMap(size)
    let free = sizes.reduce(.whole - edges - gaps(shown.count), -)
    let share = free * (1 / Double(max(1, shown.count - sizes.count)))
    let across = isVertical ? (insets[1], insets[3]) : (insets[0], insets[2])
    let breadth = .whole - across.0 - across.1
    var next = isVertical ? insets[0] : insets[1]
    return items.map { item in
      let size = self.size(of: item) ?? share
      let own = isVertical ? item.width : item.height
      let rest = breadth - (own ?? breadth)
      let start =
        switch alignment {
        case .fill, .leading: across.0
        case .center: across.0 + rest * 0.5
        case .trailing: across.0 + rest
        }
      let place = next
      if !item.isHidden { next = next + size + spacing }
      return isVertical
        ? Frame(x: start, y: place, width: own ?? breadth, height: size)
        : Frame(x: place, y: start, width: size, height: own ?? breadth)
    }
  }

  // MARK: Grids

  private func rows(of count: Int, _ columns: Int) -> Int { (count + columns - 1) / columns }

  private func cells(of items: [Item], _ columns: Int) -> [Frame] {
    let rows = rows(of: items.count { !$0.isHidden }, columns)
    let width = (.whole - insets[1] - insets[3] - gaps(columns)) * (1 / Double(columns))
    let height = rowHeight ?? (.whole - edges - gaps(rows)) * (1 / Double(max(1, rows)))
    var number = 0
    return items.map { item in
      let (column, row) = (Double(number % columns), Double(number / columns))
      if !item.isHidden { number += 1 }
      return Frame(
        x: insets[1] + (width + spacing) * column, y: insets[0] + (height + spacing) * row,
        width: width, height: height)
    }
  }
}
