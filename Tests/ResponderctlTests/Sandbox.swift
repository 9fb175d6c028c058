// Runs the program within the test, with files of its own.

import Glibc
import Linux
import TestSupport

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
  private let directory = TemporaryFolder()

  /// The path of their directory.
  var folder: String { directory.path }

  /// Writes a file, and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try directory.write(text, to: name)
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
}
