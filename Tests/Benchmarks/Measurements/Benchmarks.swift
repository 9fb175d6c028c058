// Prints what the engine and the record writer cost, one row a line; Tests/Benchmarks/run compares.

@main
struct Benchmarks {
  /// Every measurement by name, or those that are named in the arguments.
  static func main() {
    let all: [(name: String, measure: () -> Void)] = [
      ("hit", measureHitTesting), ("frame", measureFrame), ("growth", measureGrowth),
      ("record", measureRecord), ("kept", measureKept), ("passing", measurePassing),
    ]
    let wanted = CommandLine.arguments.dropFirst()
    // `work THING COUNT` is measured from outside, which counts its instructions.
    if wanted.first == "work", wanted.count == 3,
      let thing = GrowingThing(rawValue: CommandLine.arguments[2]),
      let count = Int(CommandLine.arguments[3])
    {
      return work(on: thing, count: count)
    }
    // `moves WHAT COUNT`, too: what becomes of a finger that moved.
    if wanted.first == "moves", wanted.count == 3, let count = Int(CommandLine.arguments[3]) {
      let once = CommandLine.arguments[2] == "passing" ? passingOfMove().pass : recordOfMove()
      for _ in 0..<count { once() }
      return
    }
    // `frames FINGERS VIEWS RECOGNIZERS COUNT`: frames of moving fingers.
    if wanted.first == "frames" {
      let numbers = wanted.dropFirst().compactMap { Int($0) }
      guard numbers.count == 4 else { return }
      return moveFingers(
        numbers[0], viewsEach: numbers[1], recognizersEach: numbers[2], times: numbers[3])
    }
    for (name, measure) in all where wanted.isEmpty || wanted.contains(name) { measure() }
  }
}
