// Runs the program within the test, with files of its own.

import Glibc
import LinuxKit

@testable import responderctl

/// The output of a run of the program, and its exit status.
struct Run {
  let status: Status
  let output: String
  let errors: String

  init(_ words: String...) { self.init(words) }

  init(_ words: [String]) {
    let output = Output(keeps: true)
    status = Tool.run(words, output)
    self.output = output.kept
    errors = output.errors
  }

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}

/// Files that live as long as a test.
final class Sandbox {
  let folder: String

  init() throws {
    var name = Array("/tmp/responderctl-test-XXXXXX".utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
    guard unsafe made != nil else { throw SystemError(call: "mkdtemp", number: errno) }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for file in files { unsafe unlink(file) }
    unsafe rmdir(folder)
  }

  private var files: [String] = []

  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try FileWriter.replace(path, with: ContiguousArray(text.utf8))
    files.append(path)
    return path
  }

  /// A panel with a red view and a button.
  static let panel = """
    screens:
      panel: { size: [800, 480] }
    application:
      windows:
        - id: main
          screen: panel
          rootViewController:
            id: home
            handles: [touchesBegan]
            view:
              id: home.view
              frame: fill
              subviews:
                - id: red
                  frame: [20, 20, 200, 120]
                  handles: [touches]
                  gestureRecognizers:
                    - id: red.tap
                      tap: {}
                    - id: red.pan
                      pan: {}
                - id: hidden
                  frame: [0, 0, 800, 480]
                  isHidden: true
                - id: ok
                  button: { frame: [240, 20, 120, 44] }
    """

  /// The folder of the repository.
  static func repository(_ file: String = #filePath) -> String {
    file.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
  }
}
