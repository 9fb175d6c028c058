// Finds the front-most subview at a point without asking every subview.

/// The subviews of one view, sorted into grids by position and size.
///
/// A subview is in the grid whose cells are at least as large as the subview, so in four cells at
/// most; a point is in one cell of each grid. A cell lists its subviews from back to front.
/// Subviews whose class overrides hit tests are in a list of their own and always asked.
final class HitIndex {
  /// Where the index stores a subview: in cells of a level, or in the list that is always asked.
  enum Place: Equatable {
    case nowhere
    case everywhere
    case cells(level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>)
  }

  private struct Cell: Hashable {
    var level: Int
    var column: Int
    var row: Int
  }

  private var cells: [Cell: ContiguousArray<View>] = [:]
  /// The number of subviews in the grid of each level.
  private var population = ContiguousArray(repeating: 0, count: HitIndex.levels)
  /// Subviews that are always asked, from back to front.
  private var everywhere: ContiguousArray<View> = []

  private static let levels = 16
  /// The size of a cell of the first level, in points; cells of the next level are twice as large.
  private static let smallest = 16.0

  /// An index of these subviews.
  init(of children: ContiguousArray<View>) {
    for child in children { insert(child) }
  }

  /// The number of cells with subviews.
  var cellCount: Int { cells.count }

  // MARK: Updates

  func insert(_ child: View) {
    child.indexPlace = place(of: child)
    switch child.indexPlace {
    case .nowhere: break
    case .everywhere: everywhere.insert(child)
    case .cells(let level, let columns, let rows):
      population[level] += 1
      eachCell(level, columns, rows) { cells[$0, default: []].insert(child) }
    }
  }

  func remove(_ child: View) {
    switch child.indexPlace {
    case .nowhere: break
    case .everywhere: everywhere.remove(at: everywhere.position(of: child))
    case .cells(let level, let columns, let rows):
      population[level] -= 1
      eachCell(level, columns, rows) { cell in
        if let position = cells[cell]?.position(of: child) { cells[cell]?.remove(at: position) }
        if cells[cell]?.isEmpty == true { cells[cell] = nil }
      }
    }
    child.indexPlace = .nowhere
  }

  /// Updates a subview that was moved or resized, or whose hit-test properties changed.
  func childChanged(_ child: View) {
    guard place(of: child) != child.indexPlace else { return }
    remove(child)
    insert(child)
  }

  private func eachCell(
    _ level: Int, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ body: (Cell) -> Void
  ) {
    for row in rows {
      for column in columns { body(Cell(level: level, column: column, row: row)) }
    }
  }

  private func place(of child: View) -> Place {
    guard child.mayBeTouchable, child.isInvertible else { return .nowhere }
    guard type(of: child).hitTestsByGeometry else { return .everywhere }
    let area = child.bounds.inset(by: child.hitInsets)
    // A view without area contains no point.
    guard area.size.width > 0, area.size.height > 0 else { return .nowhere }
    let extent = child.extent(of: area)
    let side = max(extent.size.width, extent.size.height)
    guard let level = (0..<Self.levels).first(where: { side <= Self.size(ofLevel: $0) }) else {
      return .everywhere
    }
    return .cells(
      level: level,
      columns: Self.line(extent.minX, level)...Self.line(extent.maxX, level),
      rows: Self.line(extent.minY, level)...Self.line(extent.maxY, level))
  }

  private static func size(ofLevel level: Int) -> Double { smallest * Double(1 << level) }

  /// The column or row of a coordinate.
  private static func line(_ coordinate: Double, _ level: Int) -> Int {
    Int((coordinate / size(ofLevel: level)).rounded(.down))
  }

  // MARK: Hit-testing

  /// The hit view of the front-most subview that has one, at a point of the parent.
  func hitTest(_ point: Point, with event: Event?) -> View? {
    var best: (hit: View, subview: View)?
    func ask(_ list: ContiguousArray<View>) {
      for child in list.reversed() {
        if let best, best.subview.order > child.order { return }
        if let hit = child.hitTest(child.fromSuperview(point), with: event) {
          best = (hit, child)
          return
        }
      }
    }
    for level in 0..<Self.levels where population[level] > 0 {
      let column = Self.line(point.x, level)
      let row = Self.line(point.y, level)
      if let list = cells[Cell(level: level, column: column, row: row)] { ask(list) }
    }
    ask(everywhere)
    return best?.hit
  }
}

extension ContiguousArray<View> {
  /// Inserts a view in its order.
  fileprivate mutating func insert(_ view: View) { insert(view, at: position(of: view)) }

  /// The index of the first view that is not behind the given one.
  fileprivate func position(of view: View) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].order < view.order { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
