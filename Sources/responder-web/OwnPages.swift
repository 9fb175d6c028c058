// The pages in a folder of the user, beside those that are compiled in.

import Glibc
import Linux
import WebPages

/// The folder of `--pages`, as browsers see it at `/pages/`.
struct OwnPages {
  /// The path of the pages.
  static let path = "/pages/"
  /// The path of a text that is another one when a file has changed.
  static let statePath = "/pages.state"
  // A film fits; a page that is larger than memory does not.
  private static let largestFile = 64 << 20
  private static let mostFiles = 10_000

  // Without links, so that what a link in it leads to is seen.
  private let folder: String

  /// The pages of a folder that is there.
  init(_ folder: String) throws(StartError) {
    guard let real = realPath(of: folder), OwnPages.isFolder(real) else {
      throw StartError(
        "--pages \(folder): expected a folder with pages, such as index.html", .config)
    }
    self.folder = real
  }

  /// The page at a path that begins with `/pages/`; nil when there is none.
  func page(at path: String) -> WebPages.Page? {
    let parts = path.dropFirst(OwnPages.path.count).split(separator: "/")
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
    let name = ([folder[...]] + parts).joined(separator: "/")
    guard var file = realPath(of: name) else { return nil }
    if OwnPages.isFolder(file) {
      // The links of a page are relative to its folder.
      guard path.hasSuffix("/") else { return nil }
      file += "/index.html"
    }
    // A link may not lead out of the folder.
    guard file.hasPrefix(folder + "/"),
      let bytes = try? FileReader.read(file, limit: OwnPages.largestFile, waits: false)
    else { return nil }
    var all = ContiguousArray(bytes)
    let type = WebPages.mediaType(of: file)
    if type.hasPrefix("text/html") {
      all += "\n<script type=\"module\" src=\"/live.js\"></script>\n".utf8
    }
    return WebPages.Page(type: type, bytes: all)
  }

  /// A text that changes with each file, and is the same in another run: pages stay as they are then.
  var state: String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    var rest = OwnPages.mostFiles
    OwnPages.add(folder, to: &sum, &rest)
    return "\(sum)"
  }

  // FNV-1a of the paths, times and sizes.
  private static func add(_ folder: String, to sum: inout UInt64, _ rest: inout Int) {
    for name in FileReader.names(in: folder).sorted() where !name.hasPrefix(".") && rest > 0 {
      rest -= 1
      var status = stat()
      let path = "\(folder)/\(name)"
      guard unsafe lstat(path, &status) == 0 else { continue }
      let time = status.st_mtim
      for byte in "\(path) \(time.tv_sec) \(time.tv_nsec) \(status.st_size)\n".utf8 {
        sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3
      }
      if status.st_mode & S_IFMT == S_IFDIR { add(path, to: &sum, &rest) }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
