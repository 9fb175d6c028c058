// A command line taken apart by a short description of it.

/// One option that a command knows.
package struct Option: Hashable, Sendable {
  /// The name without the dashes.
  package let name: String
  /// The name of the value in the help; nil for an option without one.
  package let value: String?
  /// The description in the help.
  package let help: String
  /// Whether the option may be given more than once.
  package let repeats: Bool

  // One letter for one name, in all programs that have it.
  private static let letters = [
    "config": "c", "count": "n", "help": "h", "json": "j", "phase": "p", "quiet": "q",
    "recognizer": "r", "socket": "s", "type": "t", "view": "v",
  ]

  /// The name with its dashes.
  package var long: String { "--\(name)" }

  /// The letter with its dash; nil for an option without one.
  package let short: String?

  /// An option with this name, and with this letter instead of the usual one.
  package init(
    _ name: String, letter: Character? = nil, value: String? = nil, repeats: Bool = false,
    help: String
  ) {
    self.name = name
    short = (letter.map(String.init) ?? Option.letters[name]).map { "-\($0)" }
    self.value = value
    self.repeats = repeats
    self.help = help
  }
}

/// An error in a command line; the program ends with status 2.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// An error in the command line, in words.
  package init(_ description: String) { self.description = description }
}

/// The options and operands of one run.
package struct Arguments: Hashable, Sendable {
  private var given: [String: [String]] = [:]
  /// The arguments that are no options, in order.
  package private(set) var operands: [String] = []

  /// Parses a command line without the program's name. `--help` is always known.
  package init(
    _ words: [String], options: [Option], operands allowed: ClosedRange<Int> = 0...0
  ) throws(UsageError) {
    var rest = words[...]
    var position = 0
    var onlyOperands = false
    while let word = rest.popFirst() {
      position += 1
      // A number below zero is a number.
      if onlyOperands || word == "-" || !word.hasPrefix("-") || Double(word) != nil {
        operands.append(word)
        continue
      }
      if word == "--" {
        onlyOperands = true
        continue
      }
      let place = "argument \(position): "
      if word == "-h" || word == "--help" {
        given["help"] = [""]
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.long == name || $0.short == name }) else {
        let hint = nearest(to: name, in: options.map(\.long) + ["--help"])
        throw UsageError(
          "\(place)unknown option \(name)" + (hint.map { "; did you mean \($0)?" } ?? ""))
      }
      if given[option.name] != nil, !option.repeats {
        throw UsageError("\(place)\(name) is given twice")
      }
      if let value = option.value {
        if parts.count == 2 {
          given[option.name, default: []].append(String(parts[1]))
        } else if let next = rest.popFirst() {
          position += 1
          given[option.name, default: []].append(next)
        } else {
          throw UsageError("\(place)\(name) needs a value: \(name) \(value)")
        }
      } else {
        if parts.count == 2 {
          throw UsageError("\(place)\(name) takes no value, found \"\(parts[1])\"")
        }
        given[option.name] = [""]
      }
    }
    if has("help") { return }
    if operands.count < allowed.lowerBound {
      throw UsageError("expected \(describe(allowed)), found \(operands.count)")
    }
    if operands.count > allowed.upperBound {
      throw UsageError(
        "unexpected \"\(operands[allowed.upperBound])\"; expected \(describe(allowed))")
    }
  }

  /// Whether an option is given.
  package func has(_ name: String) -> Bool { given[name] != nil }

  /// The value of an option, or nil when it is not given.
  package func value(_ name: String) -> String? { given[name]?.last }

  /// The number of an option, within a range; nil when the option is not given.
  package func number(
    _ name: String, in range: ClosedRange<Double>, _ unit: String
  ) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    if let number = Double(text), range.contains(number) { return number }
    throw UsageError(
      "--\(name) \(text.printable): expected \(unit), a number from \(shown(range.lowerBound)) to "
        + shown(range.upperBound))
  }

  private func shown(_ bound: Double) -> String {
    bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
  }

  /// All values of an option that repeats.
  package func values(_ name: String) -> [String] { given[name] ?? [] }

  /// The options as the help shows them, one a line and aligned.
  package static func help(_ options: [Option]) -> String {
    let shown = options + [Option("help", help: "Print this help.")]
    let heads = shown.map { option in
      "  " + (option.short.map { "\($0), " } ?? "    ") + option.long
        + (option.value.map { " \($0)" } ?? "")
    }
    let width = (heads.map(\.count).max() ?? 0) + 2
    return zip(heads, shown).map { head, option in
      head + String(repeating: " ", count: width - head.count) + option.help + "\n"
    }.joined()
  }

  private func describe(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (0, 0): "no operand"
    case (1, 1): "one operand"
    case (let low, let high) where low == high: "\(low) operands"
    case (let low, .max): "at least \(counted(low, "operand"))"
    case (let low, let high): "\(low) to \(high) operands"
    }
  }
}
