// Paths that other processes can use.

internal import Glibc

/// The path from the root; a relative one begins in the directory of this process.
package func absolutePath(of path: String) -> String {
  guard !path.hasPrefix("/"), let folder = realPath(of: ".") else { return path }
  return "\(folder)/\(path)"
}

/// The path without symbolic links; nil if nothing is there.
package func realPath(of path: String) -> String? {
  guard let real = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}
