// The clients in C and Python, and their examples, with the compilers and programs of this machine.

import Glibc
import TestSupport
import Testing

@Suite(.serialized) struct `Clients in other languages` {
  private let root = Repository.root

  /// Runs a command line, and gives its status.
  private func run(_ command: String) -> Int32 {
    let status = unsafe system(command)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = TemporaryFolder()
    try body(folder.path)
  }

  private func compile(_ program: String, _ sources: String, _ folder: String) -> Int32 {
    run(
      "cd '\(root)/clients/c' && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -g -I. "
        + "-fsanitize=address,undefined -o '\(folder)/\(program)' \(sources) -lm")
  }

  @Test func `the client in C reads lines and connects again after a loss`() throws {
    try withFolder { folder in
      try #require(compile("test", "test_responder.c responder.c", folder) == 0)
      #expect(run("'\(folder)/test'") == 0)
    }
  }

  @Test func `the client in Python can be installed by pip`() throws {
    try withFolder { folder in
      // What builds the package leaves folders beside it.
      let status = run(
        "cp -r '\(root)/clients/python' '\(folder)/python' && cd '\(folder)' && /usr/bin/python3 -m pip wheel "
          + "--quiet --no-deps --no-build-isolation ./python > output 2>&1 && PYTHONPATH=$(echo *.whl) "
          + "/usr/bin/python3 -c 'import responderd.aio, responderd.records, responderd.testing' >> output 2>&1 "
          + "&& /usr/bin/python3 -m pip install --quiet --no-deps --target there *.whl >> output 2>&1 "
          + "&& PYTHONPATH=there there/bin/responder-speak --help >> output 2>&1 "
          + "|| { cat output >&2; exit 1; }")
      #expect(status == 0)
    }
  }

  @Test func `the client in Python keeps a true picture, and the examples do what they say`() throws
  {
    try withFolder { folder in
      try #require(compile("map", "examples/map.c responder.c", folder) == 0)
      let output = "'\(folder)/output'"
      let status = run(
        "cd '\(root)/clients/python' && ./make_records.py --check && RESPONDERD='\(Repository.program("responderd"))' "
          + "RESPONDER_MAP='\(folder)/map' python3 -m unittest discover -s tests > \(output) 2>&1 "
          + "|| { cat \(output) >&2; exit 1; }")
      #expect(status == 0)
    }
  }
}
