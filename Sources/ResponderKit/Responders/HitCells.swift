// Which subviews lie in a cell of a grid, and where in it.

/// The cells of a hit index, found by the level, column and row.
///
/// Memory is read in pieces of 64 bytes. Such a piece holds a cell's key and the three subviews in
/// front, so a hit among very many views reads one piece here, and the view.
struct HitCells {
  private var cells: ContiguousArray<HitCell>
  /// What is behind the first three subviews of a cell, from back to front.
  private var behind: ContiguousArray<ContiguousArray<HitEntry>> = []
  /// Lists in `behind` that no cell uses.
  private var unused: ContiguousArray<Int32> = []
  /// How many cells have a key; some may be empty.
  private var count = 0

  /// Whether subviews may overlap in a cell; it stays true.
  private(set) var mayOverlap = false

  var capacity: Int { cells.count }

  /// Cells with room for so many; more are made when they are needed.
  init(room count: Int) {
    cells = ContiguousArray(repeating: HitCell(), count: max(64, count + count / 3 + 1))
  }

  // MARK: Updates

  mutating func insert(_ entry: HitEntry, at key: HitCell.Key) {
    let cell = madeCell(at: key)
    let new = entry
    var entry = entry
    for number in HitCell.indices {
      guard let other = cells[cell].front[number] else {
        cells[cell].front[number] = entry
        return
      }
      if !mayOverlap, new.mayOverlap(other) { mayOverlap = true }
      if other.order < entry.order {
        cells[cell].front[number] = entry
        entry = other
      }
    }
    mayOverlap = true
    let list = madeList(of: cell)
    behind[list].insert(entry, at: behind[list].position(of: entry.order))
  }

  mutating func remove(order: Int64, at key: HitCell.Key) {
    guard let cell = cell(at: key) else { return }
    let list = Int(cells[cell].behind)
    guard let number = cells[cell].number(of: order) else {
      behind[list].remove(at: behind[list].position(of: order))
      return
    }
    for later in number + 1..<HitCell.indices.upperBound {
      cells[cell].front[later - 1] = cells[cell].front[later]
    }
    cells[cell].front[HitCell.indices.upperBound - 1] = list >= 0 ? behind[list].popLast() : nil
  }

  mutating func replace(_ entry: HitEntry, at key: HitCell.Key) {
    guard let cell = cell(at: key) else { return }
    mayOverlap = true
    if let number = cells[cell].number(of: entry.order) {
      cells[cell].front[number] = entry
    } else {
      let list = Int(cells[cell].behind)
      behind[list][behind[list].position(of: entry.order)] = entry
    }
  }

  // MARK: Questions

  /// The cell, copied: it has no references to count.
  @inline(__always)
  subscript(key: HitCell.Key) -> HitCell? {
    let cell = cells[slot(of: key)]
    return cell.key == key ? cell : nil
  }

  /// The subviews behind the first three of a cell, from back to front.
  func behind(_ cell: HitCell) -> ContiguousArray<HitEntry> {
    cell.behind < 0 ? [] : behind[Int(cell.behind)]
  }

  // MARK: The table

  @inline(__always)
  private func slot(of key: HitCell.Key) -> Int {
    // The hash has 32 bits: this is its part of the table, whatever the size of the table.
    var slot = (key.hash &* cells.count) >> 32
    while cells[slot].key != key && cells[slot].key != .none {
      slot = slot + 1 == cells.count ? 0 : slot + 1
    }
    return slot
  }

  @inline(__always)
  private func cell(at key: HitCell.Key) -> Int? {
    let slot = slot(of: key)
    return cells[slot].key == key ? slot : nil
  }

  private mutating func madeCell(at key: HitCell.Key) -> Int {
    let slot = slot(of: key)
    if cells[slot].key == key { return slot }
    guard (count + 1) * 5 <= cells.count * 4 else {
      grow()
      return madeCell(at: key)
    }
    cells[slot].key = key
    count += 1
    return slot
  }

  private mutating func madeList(of cell: Int) -> Int {
    if cells[cell].behind < 0 {
      if unused.isEmpty {
        unused.append(Int32(behind.count))
        behind.append([])
      }
      cells[cell].behind = unused.removeLast()
    }
    return Int(cells[cell].behind)
  }

  /// Removes the empty cells, and makes the table larger if many others stay.
  private mutating func grow() {
    let old = cells
    count = 0
    for cell in old where !cell.isEmpty { count += 1 }
    let capacity = count * 2 > old.count ? old.count * 2 : old.count
    cells = ContiguousArray(repeating: HitCell(), count: capacity)
    for cell in old where cell.key != .none {
      if cell.isEmpty {
        if cell.behind >= 0 { unused.append(cell.behind) }
      } else {
        cells[slot(of: cell.key)] = cell
      }
    }
  }
}

/// A cell of a grid, and the three subviews in front in it.
struct HitCell {
  /// The level, column and row of a cell.
  struct Key: Equatable {
    private let bits: UInt64

    static let none = Key(bits: .max)

    private init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    init(level: Int, x: Int, y: Int) {
      let column = UInt64(truncatingIfNeeded: x) & 0x1FFF_FFFF
      let row = UInt64(truncatingIfNeeded: y) & 0x1FFF_FFFF
      bits = UInt64(level) << 58 | column << 29 | row
    }

    var hash: Int { Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32) }
  }

  static let indices = 0..<3

  var key = Key.none
  /// From the front.
  var front = InlineArray<3, HitEntry?>(repeating: nil)
  /// The list of what is behind these; -1: none yet.
  var behind: Int32 = -1

  /// Whether no subview lies in the cell; what is behind moves up when one leaves.
  var isEmpty: Bool { front[0] == nil }

  func number(of order: Int64) -> Int? { Self.indices.first { front[$0]?.order == order } }
}

/// A subview in a cell.
struct HitEntry {
  let view: Uncounted<View>
  /// Whether each point inside of the extent hits the view, without asking it.
  let isPlain: Bool
  private let left: UInt8
  private let top: UInt8
  private let right: UInt8
  private let bottom: UInt8

  /// A subview that is in no cell.
  init(_ view: View) {
    self.view = Uncounted(view)
    isPlain = false
    (left, top, right, bottom) = (0, 0, .max, .max)
  }

  /// A subview, and its extent in the coordinates of the superview.
  init(_ view: View, in extent: Rect, level: Int, x: Int, y: Int) {
    self.view = Uncounted(view)
    isPlain = view.isPlain
    left = CellSteps(level: level, line: x).step(of: extent.minX)
    top = CellSteps(level: level, line: y).step(of: extent.minY)
    right = CellSteps(level: level, line: x).step(of: extent.maxX)
    bottom = CellSteps(level: level, line: y).step(of: extent.maxY)
  }

  var order: Int64 { view.read(\.order) }

  /// Whether the extent may overlap that of another subview in the cell.
  func mayOverlap(_ other: HitEntry) -> Bool {
    left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
  }

  /// Whether a point of the cell may be in the extent.
  @inline(__always)
  func mayContain(_ place: HitPoint) -> Bool {
    place.x >= Int(left) && place.x <= Int(right) && place.y >= Int(top) && place.y <= Int(bottom)
  }

  /// The view that is hit at a point of the cell, which may be in the extent.
  @inline(__always)
  func hitTest(_ place: HitPoint, with event: Event?) -> View? {
    isPlain && contains(place) ? view.object : ask(place, with: event)
  }

  @inline(never)
  private func ask(_ place: HitPoint, with event: Event?) -> View? {
    view.object.hitTest(view.object.fromSuperview(place.point), with: event)
  }

  /// Whether a point of the cell is in the extent, more than a step from each edge.
  @inline(__always)
  private func contains(_ place: HitPoint) -> Bool {
    place.x - Int(left) >= 2 && Int(right) - place.x >= 2 && place.y - Int(top) >= 2
      && Int(bottom) - place.y >= 2
  }
}

/// A point of the superview, and its step along the sides of a cell.
struct HitPoint {
  let point: Point
  let x: Int
  let y: Int

  @inline(__always)
  init(_ point: Point, level: Int, column: Int, row: Int) {
    self.point = point
    x = Int(CellSteps(level: level, line: column).step(of: point.x))
    y = Int(CellSteps(level: level, line: row).step(of: point.y))
  }
}

/// Places along one side of a cell, in steps of a 252nd of the side; 0 and 255 are outside.
struct CellSteps {
  private let start: Double
  private let steps: Double

  static let smallest = 4

  @inline(__always)
  init(level: Int, line: Int) {
    start = Double(line << (level + Self.smallest))
    steps = 252 / Double(1 << (level + Self.smallest))
  }

  /// The step of a coordinate: 2 to 253 on the side, 0 and 255 at least a step beyond it.
  @inline(__always)
  func step(of coordinate: Double) -> UInt8 {
    UInt8(min(max((coordinate - start) * steps + 2, 0), 255))
  }
}

extension ContiguousArray<HitEntry> {
  /// The index of the first entry that is not behind the given order.
  func position(of order: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].order < order { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
