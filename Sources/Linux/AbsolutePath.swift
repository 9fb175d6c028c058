// Paths that other processes can use.

internal import Glibc

/// The path from the root; a relative one begins in the directory of this process.
package func absolutePath(of path: String) -> String {
  guard !path.hasPrefix("/"), let folder = unsafe realpath(".", nil) else { return path }
  defer { unsafe free(folder) }
  return unsafe "\(String(cString: folder))/\(path)"
}
