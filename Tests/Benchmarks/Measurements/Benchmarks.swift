// Prints what the engine and the record writer cost, one row a line; Tests/Benchmarks/run compares.

@main
struct Benchmarks {
  static func main() {
    measureHitTesting()
    measureMovingFingers()
  }
}
