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

  private var cells: HitCells
  /// The number of subviews in the grid of each level.
  private var population = ContiguousArray<Int>(repeating: 0, count: HitIndex.levels)
  /// The levels with subviews, as bits.
  private var usedLevels: UInt32 = 0
  /// Subviews that are always asked, from back to front.
  private var everywhere: ContiguousArray<HitEntry> = []

  private static let levels = 16

  /// An index of these subviews, with room for so many more.
  init(of children: ContiguousArray<View>, room: Int = 0) {
    cells = HitCells(room: room)
    for child in children { insert(child) }
  }

  /// For how many cells there is memory.
  var capacity: Int { cells.capacity }

  /// Whether subviews may overlap.
  var mayOverlap: Bool {
    // Cells of different levels are not compared.
    cells.mayOverlap || usedLevels.nonzeroBitCount > 1 || !everywhere.isEmpty
  }

  // MARK: Updates

  func insert(_ child: View) {
    let (place, extent) = place(of: child)
    child.indexPlace = place
    let level = Int(place.level)
    if level >= 0 {
      count(1, at: level)
      forEachCell(of: place) { key, x, y in
        cells.insert(HitEntry(child, in: extent, level: level, x: x, y: y), at: key)
      }
    } else if place == .everywhere {
      everywhere.insert(HitEntry(child), at: everywhere.position(of: child.order))
    }
  }

  func remove(_ child: View) {
    let place = child.indexPlace
    if place.level >= 0 {
      count(-1, at: Int(place.level))
      forEachCell(of: place) { key, _, _ in cells.remove(order: child.order, at: key) }
    } else if place == .everywhere {
      everywhere.remove(at: everywhere.position(of: child.order))
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
    let level = Int(place.level)
    forEachCell(of: place) { key, x, y in
      cells.replace(HitEntry(child, in: extent, level: level, x: x, y: y), at: key)
    }
  }

  private func count(_ change: Int, at level: Int) {
    population[level] += change
    let bit: UInt32 = 1 << level
    if population[level] > 0 { usedLevels |= bit } else { usedLevels &= ~bit }
  }

  private func forEachCell(of place: Place, _ body: (HitCell.Key, Int, Int) -> Void) {
    for y in place.rows {
      for x in place.columns { body(HitCell.Key(level: Int(place.level), x: x, y: y), x, y) }
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
    var size = Double(1 << CellSteps.smallest)
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
    floor(coordinate) >> (level + CellSteps.smallest)
  }

  /// The integer at or below a number. Rounding a `Double` down would call the C library.
  @inline(__always)
  private static func floor(_ number: Double) -> Int {
    let towardsZero = Int(number)
    return Double(towardsZero) > number ? towardsZero - 1 : towardsZero
  }

  // MARK: Hit-testing

  /// The hit view of the front-most subview that has one, at a point of the parent.
  func hitTest(_ point: Point, with event: Event?) -> View? {
    guard abs(point.x) < 1_000_000_000, abs(point.y) < 1_000_000_000 else { return nil }
    var best = Best()
    let x = Self.floor(point.x)
    let y = Self.floor(point.y)
    var levels = usedLevels
    while levels != 0 {
      let level = levels.trailingZeroBitCount
      levels &= levels - 1
      let column = x >> (level + CellSteps.smallest)
      let row = y >> (level + CellSteps.smallest)
      guard let cell = cells[HitCell.Key(level: level, x: column, y: row)] else { continue }
      let place = HitPoint(point, level: level, column: column, row: row)
      ask(cell, place, with: event, &best)
    }
    for entry in everywhere.reversed() {
      if best.isInFront(of: entry.view) { break }
      let child = entry.view.object
      if let hit = child.hitTest(child.fromSuperview(point), with: event) { return hit }
    }
    return best.hit
  }

  /// Asks the subviews in a cell, from the front, until one is hit or is behind what was hit.
  @inline(__always)
  private func ask(_ cell: HitCell, _ place: HitPoint, with event: Event?, _ best: inout Best) {
    for number in HitCell.indices {
      guard let entry = cell.front[number] else { return }
      if entry.mayContain(place), ask(entry, place, with: event, &best) { return }
    }
    if cell.behind >= 0 { askBehind(cell, place, with: event, &best) }
  }

  private func askBehind(
    _ cell: HitCell, _ place: HitPoint, with event: Event?, _ best: inout Best
  ) {
    for entry in cells.behind(cell).reversed() where entry.mayContain(place) {
      if ask(entry, place, with: event, &best) { return }
    }
  }

  /// Asks a subview that may contain the point; whether those behind it need no question.
  @inline(__always)
  private func ask(
    _ entry: HitEntry, _ place: HitPoint, with event: Event?, _ best: inout Best
  ) -> Bool {
    if best.isInFront(of: entry.view) { return true }
    guard let hit = entry.hitTest(place, with: event) else { return false }
    best = Best(hit: hit, subview: entry.view)
    return true
  }

  /// The front-most hit so far, and the subview that has it.
  private struct Best {
    var hit: View?
    var subview: Uncounted<View>?

    /// The order of a subview is read only if two are hit: the view may be far in memory.
    @inline(__always)
    func isInFront(of other: Uncounted<View>) -> Bool {
      guard let subview else { return false }
      return other.read(\.order) < subview.read(\.order)
    }
  }
}

extension Rect {
  /// Whether all numbers are finite.
  fileprivate var isFinite: Bool { (minX + minY + size.width + size.height).isFinite }
}
