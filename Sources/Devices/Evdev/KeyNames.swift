// The kernel's names of keys, buttons and axes, and their numbers.

import CLibevdev

/// The kernel's names of keys, buttons and axes, such as `KEY_OK`, and their numbers.
package enum KeyNames {
  /// The number of a key or button; nil for a name that the kernel does not know.
  package static func key(_ name: String) -> Int? {
    code(UInt32(InputType.key), name)
  }

  /// The number of an absolute axis; nil for a name that the kernel does not know.
  package static func analogueAxis(_ name: String) -> Int? {
    name.hasPrefix("ABS_") ? code(UInt32(InputType.absolute), name) : nil
  }

  /// The name of a code, or nil where it has none.
  package static func name(type: Int, code: Int) -> String? {
    guard let type = UInt32(exactly: type), let code = UInt32(exactly: code),
      let name = unsafe libevdev_event_code_get_name(type, code)
    else { return nil }
    return unsafe String(cString: name)
  }

  private static func code(_ type: UInt32, _ name: String) -> Int? {
    let code = unsafe libevdev_event_code_from_name(type, name)
    return code < 0 ? nil : Int(code)
  }
}
