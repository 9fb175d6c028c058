// Whole files, with a limit, and put in place at once.

import Glibc
import Linux
import TestSupport
import Testing

@Suite struct FileTests {
  private let folder = TemporaryFolder()

  @Test func `a file is replaced whole and read whole`() throws {
    let path = folder.file("data")
    let bytes = ContiguousArray((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    try FileWriter.replace(path, with: [1, 2, 3])
    try FileWriter.replace(path, with: bytes, mode: 0o600)
    #expect(try FileReader.read(path, limit: 100_000) == Array(bytes))
    #expect(folder.names == ["data"])
  }

  @Test func `a file above the limit is refused by name and size`() throws {
    let path = folder.file("data")
    try FileWriter.replace(path, with: [1, 2, 3])
    let error = #expect(throws: SystemError.self) { try FileReader.read(path, limit: 2) }
    #expect(
      error?.description
        == "read \(path): File too large (EFBIG); more than 2 bytes are not accepted")
    #expect(try FileReader.read(path, limit: 3) == [1, 2, 3])
  }

  @Test func `the names in a folder are in order, and folders among them are found`() throws {
    for name in ["b", "a"] { try #require(unsafe mkdir(folder.file(name), 0o700) == 0) }
    try FileWriter.replace(folder.file("c"), with: [])
    #expect(FileReader.names(in: folder.path).filter { !$0.hasPrefix(".") } == ["a", "b", "c"])
    #expect(FileReader.folders(in: folder.path) == ["a", "b"])
    #expect(FileReader.names(in: folder.file("none")) == [])
  }

  @Test(arguments: [(0, 4, "0000"), (0x4F, 2, "4f"), (0x1A2B, 4, "1a2b"), (0x1_2345, 4, "12345")])
  func `a number in hexadecimal has zeros in front`(number: Int, digits: Int, text: String) {
    #expect(number.hexadecimal(digits: digits) == text)
    #expect(number.hexadecimal(digits: digits, uppercase: true) == text.uppercased())
  }

  @Test func `an endless file ends at the limit`() {
    let error = #expect(throws: SystemError.self) { try FileReader.read("/dev/zero", limit: 9999) }
    #expect(error?.number == EFBIG)
  }

  @Test func `a reader that must not wait refuses pipes and devices at once`() throws {
    let pipe = folder.file("pipe")
    try systemCall("mkfifo") { unsafe mkfifo(pipe, 0o600) }
    let error = #expect(throws: SystemError.self) {
      try FileReader.read(pipe, limit: 9, waits: false)
    }
    #expect(
      error?.description
        == "read \(pipe): Invalid argument (EINVAL); expected a file, found a pipe, a socket or a device"
    )
    #expect(throws: SystemError.self) { try FileReader.read("/dev/zero", limit: 9, waits: false) }
    let directory = #expect(throws: SystemError.self) {
      try FileReader.read(folder.path, limit: 9, waits: false)
    }
    #expect(directory?.number == EISDIR)
    try FileWriter.replace(folder.file("data"), with: [1])
    #expect(try FileReader.read(folder.file("data"), limit: 9, waits: false) == [1])
  }

  @Test func `what cannot be opened or written is named`() throws {
    let missing = #expect(throws: SystemError.self) {
      try FileReader.read(folder.file("none"), limit: 1)
    }
    #expect(
      missing?.description == "open \(folder.file("none")): No such file or directory (ENOENT)")
    let error = #expect(throws: SystemError.self) {
      try FileWriter.replace(folder.file("no/where"), with: [1])
    }
    #expect(error?.number == ENOENT)
    let isFolder = #expect(throws: SystemError.self) { try FileReader.read("/tmp", limit: 1) }
    #expect(isFolder?.number == EISDIR)
  }

  @Test func `a descriptor is closed with its owner, not when it is given away`() throws {
    var given: Int32 = -1
    var kept: Int32 = -1
    do {
      let first = Descriptor(owning: dup(0))
      let second = Descriptor(owning: dup(0))
      kept = first.raw
      given = second.release()
      #expect(fcntl(kept, F_GETFD) >= 0)
    }
    #expect(fcntl(given, F_GETFD) >= 0)
    close(given)
  }
}
