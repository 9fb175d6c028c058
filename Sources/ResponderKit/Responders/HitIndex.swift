// Finds the front-most subview at a point without asking every subview.

/// The subviews of one view, sorted into grids by position and size.
///
/// A subview is in the grid whose cells are at least as large as the subview, so in four cells at
/// most; a point is in one cell of each grid. A cell lists its subviews from back to front.
/// Subviews whose class overrides hit tests are in a list of their own and always asked.
final class HitIndex {
  /// Where the index stores a subview: in cells of a level, or in the list that is always asked.
  struct Place: Equatable {
    var level: Int8
    var furtherColumns: Int8 = 0
    var furtherRows: Int8 = 0
    var x: Int32 = 0
    var y: Int32 = 0

    static let nowhere = Place(level: -1)
    static let everywhere = Place(level: -2)

    var columns: ClosedRange<Int> { Int(x)...Int(x) + Int(furtherColumns) }
    var rows: ClosedRange<Int> { Int(y)...Int(y) + Int(furtherRows) }
  }

  private struct Entry {
    var extent: Rect
    var order: Int64
    unowned(unsafe) var view: View
  }

  private var cells: ContiguousArray<ContiguousArray<Entry>> = []
  private var table = CellTable()
  /// The number of subviews in the grid of each level.
  private var population = ContiguousArray<Int>(repeating: 0, count: HitIndex.levels)
  /// Subviews that are always asked, from back to front.
  private var everywhere: ContiguousArray<Entry> = []

  private static let smallest = 4
  private static let levels = 16

  /// An index of these subviews.
  init(of children: ContiguousArray<View>) {
    for child in children { insert(child) }
  }

  // MARK: Updates

  func insert(_ child: View) {
    let (place, extent) = place(of: child)
    child.indexPlace = place
    let entry = Entry(extent: extent, order: child.order, view: child)
    let level = Int(place.level)
    if level >= 0 {
      population[level] += 1
      for y in place.rows {
        for x in place.columns {
          let cell = table.cell(level: level, x: x, y: y) ?? addCell(level: level, x: x, y: y)
          cells[cell].insert(entry, at: Self.position(of: child.order, in: cells[cell]))
        }
      }
    } else if place == .everywhere {
      everywhere.insert(entry, at: Self.position(of: child.order, in: everywhere))
    }
  }

  func remove(_ child: View) {
    let place = child.indexPlace
    let level = Int(place.level)
    if level >= 0 {
      population[level] -= 1
      for y in place.rows {
        for x in place.columns {
          guard let cell = table.cell(level: level, x: x, y: y) else { continue }
          let position = Self.position(of: child.order, in: cells[cell])
          cells[cell].remove(at: position)
        }
      }
    } else if place == .everywhere {
      everywhere.removeAll { unsafe $0.view === child }
    }
    child.indexPlace = .nowhere
  }

  /// Updates a subview that was moved or resized, or whose hit-test properties changed.
  func childChanged(_ child: View) {
    let (place, extent) = place(of: child)
    guard place == child.indexPlace, place.level >= 0 else {
      remove(child)
      insert(child)
      return
    }
    for y in place.rows {
      for x in place.columns {
        guard let cell = table.cell(level: Int(place.level), x: x, y: y) else { continue }
        cells[cell][Self.position(of: child.order, in: cells[cell])].extent = extent
      }
    }
  }

  private func place(of child: View) -> (Place, Rect) {
    guard child.mayBeTouchable, child.isInvertible else { return (.nowhere, .zero) }
    let area = child.bounds.inset(by: child.hitInsets)
    guard type(of: child).hitTestsByGeometry else { return (.everywhere, area) }
    // A view without area contains no point.
    guard area.size.width > 0, area.size.height > 0 else { return (.nowhere, .zero) }
    let extent = child.extent(of: area)
    let side = max(extent.size.width, extent.size.height)
    let reach = max(
      max(abs(extent.minX), abs(extent.maxX)), max(abs(extent.minY), abs(extent.maxY)))
    // `max` ignores NaN, so each number is checked.
    guard extent.isFinite, side >= 0, side < 1_000_000, reach < 1_000_000_000 else {
      return (.everywhere, extent)
    }
    var level = 0
    var size = Double(1 << Self.smallest)
    while size < side {
      level += 1
      size *= 2
    }
    guard level < Self.levels else { return (.everywhere, extent) }
    let x = Self.column(extent.minX, level)
    let y = Self.column(extent.minY, level)
    let place = Place(
      level: Int8(level), furtherColumns: Int8(Self.column(extent.maxX, level) - x),
      furtherRows: Int8(Self.column(extent.maxY, level) - y), x: Int32(x), y: Int32(y))
    return (place, extent)
  }

  private static func column(_ coordinate: Double, _ level: Int) -> Int {
    Int(coordinate.rounded(.down)) >> (level + smallest)
  }

  private func addCell(level: Int, x: Int, y: Int) -> Int {
    cells.append([])
    table.insert(cells.count - 1, level: level, x: x, y: y)
    return cells.count - 1
  }

  /// The index of the first entry that is not behind the given order.
  private static func position(of order: Int64, in list: ContiguousArray<Entry>) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle].order < order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Hit-testing

  /// The hit view of the front-most subview that has one, at a point of the parent.
  func hitTest(_ point: Point, with event: Event?) -> View? {
    guard abs(point.x) < 1_000_000_000, abs(point.y) < 1_000_000_000 else { return nil }
    var best: View?
    var bestOrder = Int64.min
    for level in 0..<Self.levels where population[level] > 0 {
      guard
        let cell = table.cell(
          level: level, x: Self.column(point.x, level), y: Self.column(point.y, level))
      else { continue }
      var position = cells[cell].count - 1
      while position >= 0 {
        let entry = cells[cell][position]
        guard entry.order > bestOrder else { break }
        if entry.extent.touches(point) {
          let child = unsafe entry.view
          if let hit = child.hitTest(child.fromSuperview(point), with: event) {
            best = hit
            bestOrder = entry.order
            break
          }
        }
        position -= 1
      }
    }
    for entry in everywhere.reversed() {
      guard entry.order > bestOrder else { break }
      let child = unsafe entry.view
      if let hit = child.hitTest(child.fromSuperview(point), with: event) { return hit }
    }
    return best
  }
}

extension Rect {
  /// Whether all numbers are finite.
  fileprivate var isFinite: Bool { (minX + minY + size.width + size.height).isFinite }

  /// Whether a point is inside or on an edge; the edge of a rotated view may be there.
  func touches(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}

/// Maps the level, column and row of a cell to the cell's storage.
private struct CellTable {
  private var keys: ContiguousArray<UInt64> = ContiguousArray(repeating: .max, count: 64)
  private var values: ContiguousArray<Int32> = ContiguousArray(repeating: 0, count: 64)
  private var count = 0

  private static func key(_ level: Int, _ x: Int, _ y: Int) -> UInt64 {
    let column = UInt64(truncatingIfNeeded: x) & 0x1FFF_FFFF
    let row = UInt64(truncatingIfNeeded: y) & 0x1FFF_FFFF
    return UInt64(level) << 58 | column << 29 | row
  }

  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
    while keys[slot] != key && keys[slot] != .max { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  func cell(level: Int, x: Int, y: Int) -> Int? {
    let key = Self.key(level, x, y)
    let slot = slot(of: key)
    return keys[slot] == key ? Int(values[slot]) : nil
  }

  mutating func insert(_ cell: Int, level: Int, x: Int, y: Int) {
    if count * 2 >= keys.count { grow() }
    let key = Self.key(level, x, y)
    let slot = slot(of: key)
    keys[slot] = key
    values[slot] = Int32(cell)
    count += 1
  }

  private mutating func grow() {
    let oldKeys = keys
    let oldValues = values
    keys = ContiguousArray(repeating: .max, count: oldKeys.count * 2)
    values = ContiguousArray(repeating: 0, count: oldKeys.count * 2)
    for position in oldKeys.indices where oldKeys[position] != .max {
      let slot = slot(of: oldKeys[position])
      keys[slot] = oldKeys[position]
      values[slot] = oldValues[position]
    }
  }
}
