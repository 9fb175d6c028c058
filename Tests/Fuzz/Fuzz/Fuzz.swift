// libFuzzer's loop around one reader of foreign bytes.

import CFuzzer
import Glibc

@main
struct Fuzz {
  // libFuzzer's callback carries no context.
  nonisolated(unsafe) private static var target = Target.yaml

  static func main() {
    let named = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let chosen = Target(rawValue: named) else {
      print("FUZZ_TARGET must be one of: \(Target.allCases.map(\.rawValue).joined(separator: " "))")
      exit(2)
    }
    unsafe Fuzz.target = chosen
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine
      .unsafeArgv
    exit(
      unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        unsafe Fuzz.target.read(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
      })
  }
}
