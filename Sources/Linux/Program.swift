// What a program that runs until a signal does before its own work.

package import CommandLine
import Glibc

/// The options of a program.
package protocol ProgramOptions {
  /// The options that there are.
  static var known: [Option] { get }
  /// The text of `--help`.
  static var help: String { get }
  /// The lowest level of logged messages.
  var threshold: Log.Level { get set }
  /// What applies without any option.
  init()
  /// Takes over what the arguments say, but for the level of the log.
  mutating func take(_ arguments: Arguments, _ environment: Environment) throws(UsageError)
}

extension ProgramOptions {
  /// Reads the arguments without the program's name; nil if only the help was asked for.
  package static func parse(
    _ words: [String], _ environment: Environment = Environment([:])
  ) throws(UsageError) -> Self? {
    let arguments = try Arguments(words, options: known)
    if arguments.has("help") { return nil }
    var options = Self()
    try options.take(arguments, environment)
    if let level = try arguments.logLevel() { options.threshold = level }
    return options
  }
}

/// Runs a program with the arguments of this process, and ends it.
package func runProgram<Options: ProgramOptions>(
  _ name: String, version: String,
  _ work: (Options, Environment, Log) throws(StartError) -> Int32
) -> Never {
  let words = Array(CommandLine.arguments.dropFirst())
  let environment = Environment.process
  if words.contains("--version") { exit(writeAll("\(name) \(version)\n", to: 1) ? 0 : 1) }
  let options: Options
  do throws(UsageError) {
    guard let parsed = try Options.parse(words, environment) else {
      exit(writeAll(Options.help, to: 1) ? 0 : 1)
    }
    options = parsed
  } catch {
    _ = writeAll("\(name): \(error)\nTry \(name) --help.\n", to: 2)
    exit(2)
  }
  let log = Log.standardError(
    program: name, environment: environment, threshold: options.threshold)
  ignoreBrokenPipes()
  do throws(StartError) {
    exit(try work(options, environment, log))
  } catch {
    log.write(.error, error.origin, error.description)
    exit(error.status)
  }
}
