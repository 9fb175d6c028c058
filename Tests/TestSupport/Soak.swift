// How long random tests run: shortly in each run of all tests, long where that is asked for.

import Glibc

/// What the environment asks of random tests: `SOAK_STEPS` for so many steps, `SOAK_SEED` for one seed.
package enum Soak {
  /// What is asked for by a name.
  package static func setting(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
  }

  /// The steps that are asked for; nil for a usual run.
  package static var steps: Int? { setting("SOAK_STEPS").flatMap { Int($0) } }

  /// The first seed of a run.
  package static var first: UInt64 { setting("SOAK_FIRST").flatMap { UInt64($0) } ?? 1 }

  /// The seeds of stories of so many steps each.
  package static func seeds(of steps: Int, atLeast few: Int) -> [UInt64] {
    if let seed = setting("SOAK_SEED").flatMap({ UInt64($0) }) { return [seed] }
    return (0..<UInt64(max(few, (Soak.steps ?? 0) / steps))).map { first + $0 }
  }
}
