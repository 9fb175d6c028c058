// Prints what the engine and the record writer cost, one row a line; Tests/Benchmarks/run compares.

@main
struct Benchmarks {
  /// Every measurement by name, or those that are named in the arguments.
  static func main() {
    let all: [(name: String, measure: () -> Void)] = [
      ("hit", measureHitTesting), ("frame", measureFrame), ("growth", measureGrowth),
      ("record", measureRecord),
    ]
    let wanted = CommandLine.arguments.dropFirst()
    for (name, measure) in all where wanted.isEmpty || wanted.contains(name) { measure() }
  }
}
