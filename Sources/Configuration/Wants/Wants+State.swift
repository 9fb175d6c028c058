// What is stored of all wants.

import Protocol

extension Wants {
  /// What is stored; who makes several changes or none keeps the one before.
  package struct State {
    /// What the file wants.
    private(set) var file: WantedTree
    /// In the order of their numbers.
    private(set) var puts: [Put] = []
    /// The numbers of the puts of each thing.
    private(set) var holders: [String: Int] = [:]
    var overlays = Overlays()
    /// The number of the latest put or arrival.
    var count = 0
    /// The ids of the puts, and of the things in them, that are not there.
    var waits: [(owner: PutOwner, id: String)] = []
    /// The numbers of the puts that wait because they are not possible beside earlier ones.
    var excluded: Set<Int> = []

    init(file: WantedTree) { self.file = file }

    mutating func use(_ file: WantedTree) {
      self.file = file
      for index in puts.indices { puts[index].clashes = file.hasAny(of: puts[index].thing) }
    }

    func put(_ number: Int) -> Put? { index(of: number).map { puts[$0] } }

    func owner(of id: String) -> PutOwner? {
      holders[id].flatMap { index(of: $0) }.map { puts[$0].owner }
    }

    // The puts are in the order of their numbers.
    private func index(of number: Int) -> Int? {
      var low = 0
      var high = puts.count
      while low < high {
        let middle = (low + high) / 2
        if puts[middle].number < number { low = middle + 1 } else { high = middle }
      }
      return low < puts.count && puts[low].number == number ? low : nil
    }

    mutating func append(_ put: Put) {
      put.thing.visit { holders[$0.id] = put.number }
      if let last = puts.last, last.number > put.number {
        puts.insert(put, at: puts.firstIndex { $0.number > put.number } ?? puts.count)
      } else {
        puts.append(put)
      }
    }

    mutating func drop(_ put: Put) {
      guard let index = index(of: put.number) else { return }
      puts[index].thing.visit { holders[$0.id] = nil }
      puts.remove(at: index)
    }

    /// Takes a thing out of its put, or ends the put that is known by it.
    mutating func take(_ id: String) {
      guard let number = holders[id], let index = index(of: number) else { return }
      guard puts[index].id != id else { return drop(puts[index]) }
      puts[index].thing.thing(id)?.visit { holders[$0.id] = nil }
      change(number) { $0.replacing(id) { _ in nil } ?? $0 }
    }

    mutating func set(_ values: [String: [JSON.Member]]) {
      for number in Set(values.keys.compactMap { holders[$0] }) {
        change(number) { $0.setting(values) }
      }
    }

    mutating func change(_ number: Int, _ body: (WantedThing) -> WantedThing) {
      if let index = index(of: number) { puts[index].thing = body(puts[index].thing) }
    }

    mutating func askAgain(_ owner: PutOwner) {
      for index in puts.indices where puts[index].owner == owner { puts[index].isStale = true }
    }

    // What has no place any more arrives again when it has one again.
    mutating func note(arrived: [Int]) {
      let there = Set(arrived)
      for index in puts.indices where !there.contains(puts[index].number) {
        puts[index].arrival = nil
      }
      for number in arrived {
        guard let index = index(of: number), puts[index].arrival == nil else { continue }
        count += 1
        puts[index].arrival = count
      }
    }
  }
}
