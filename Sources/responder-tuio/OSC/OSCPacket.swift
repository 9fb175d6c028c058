// liblo for bundles and messages; no other code uses its types. It only reads and writes bytes;
// the sockets belong to the event loop.

import CLiblo
import Glibc

/// Packets of Open Sound Control.
enum OSCPacket {
  /// The largest packet that is read, in bytes.
  static let limit = 65_536
  // The nesting of bundles, deeper than any sender uses.
  private static let deepest = 4
  private static let head = Array("#bundle\0".utf8)

  // MARK: Writing

  /// A bundle of messages that take effect at once.
  static func bundle(_ messages: [OSCMessage]) -> ContiguousArray<UInt8> {
    guard let bundle = unsafe lo_bundle_new(lo_timetag(sec: 0, frac: 1)) else { return [] }
    // The library stores pointers to the addresses.
    var addresses: [UnsafeMutablePointer<CChar>?] = unsafe []
    defer {
      unsafe lo_bundle_free_recursive(bundle)
      while let address = unsafe addresses.popLast() { unsafe free(address) }
    }
    for message in messages {
      guard let made = unsafe lo_message_new() else { return [] }
      for argument in message.arguments { unsafe add(argument, to: made) }
      let address = unsafe strdup(message.address)
      unsafe addresses.append(address)
      unsafe lo_bundle_add_message(bundle, address, made)
    }
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: unsafe lo_bundle_length(bundle))
    _ = unsafe bytes.withUnsafeMutableBytes {
      unsafe lo_bundle_serialise(bundle, $0.baseAddress, nil)
    }
    return bytes
  }

  @unsafe
  private static func add(_ argument: OSCArgument, to message: lo_message) {
    switch argument {
    case .int(let value): unsafe lo_message_add_int32(message, value)
    case .float(let value): unsafe lo_message_add_float(message, value)
    case .double(let value): unsafe lo_message_add_double(message, value)
    case .string(let text): unsafe lo_message_add_string(message, text)
    case .time(let seconds, let fraction):
      unsafe lo_message_add_timetag(message, lo_timetag(sec: seconds, frac: fraction))
    case .other: unsafe lo_message_add_nil(message)
    }
  }

  // MARK: Reading

  /// The messages of a packet, with those of all bundles in it; nil for an invalid packet.
  static func messages(in packet: ContiguousArray<UInt8>) -> [OSCMessage]? {
    var messages: [OSCMessage] = []
    return read(Array(packet)[...], into: &messages, depth: 0) ? messages : nil
  }

  private static func read(
    _ bytes: ArraySlice<UInt8>, into messages: inout [OSCMessage], depth: Int
  ) -> Bool {
    guard bytes.starts(with: head) else {
      guard let message = message(bytes) else { return false }
      messages.append(message)
      return true
    }
    guard depth < deepest, bytes.count >= 16 else { return false }
    var rest = bytes.dropFirst(16)
    while !rest.isEmpty {
      guard rest.count >= 4 else { return false }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard length > 0, length <= rest.count, length % 4 == 0,
        read(rest.prefix(length), into: &messages, depth: depth + 1)
      else { return false }
      rest = rest.dropFirst(length)
    }
    return true
  }

  private static func message(_ bytes: ArraySlice<UInt8>) -> OSCMessage? {
    guard bytes.first == UInt8(ascii: "/"), let end = bytes.firstIndex(of: 0) else { return nil }
    let address = String(decoding: bytes[..<end], as: UTF8.self)
    var copy = Array(bytes)
    let arguments: [OSCArgument]? = unsafe copy.withUnsafeMutableBytes { room in
      guard let message = unsafe lo_message_deserialise(room.baseAddress, room.count, nil) else {
        return nil
      }
      defer { unsafe lo_message_free(message) }
      return unsafe self.arguments(of: message)
    }
    return arguments.map { OSCMessage(address, $0) }
  }

  @unsafe
  private static func arguments(of message: lo_message) -> [OSCArgument] {
    let count = Int(unsafe lo_message_get_argc(message))
    guard count > 0, let values = unsafe lo_message_get_argv(message),
      let types = unsafe lo_message_get_types(message)
    else { return [] }
    return (0..<count).map { index in
      guard let value = unsafe UnsafeRawPointer(values[index]) else { return .other }
      switch unsafe types[index] {
      case CChar(UInt8(ascii: "i")): return .int(unsafe value.loadUnaligned(as: Int32.self))
      case CChar(UInt8(ascii: "f")): return .float(unsafe value.loadUnaligned(as: Float.self))
      case CChar(UInt8(ascii: "d")): return .double(unsafe value.loadUnaligned(as: Double.self))
      case CChar(UInt8(ascii: "s")), CChar(UInt8(ascii: "S")):
        return .string(unsafe String(cString: value.assumingMemoryBound(to: CChar.self)))
      case CChar(UInt8(ascii: "t")):
        return .time(
          seconds: unsafe value.loadUnaligned(as: UInt32.self),
          fraction: unsafe value.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      default: return .other
      }
    }
  }
}
