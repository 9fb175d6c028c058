// Parsing of JSON with Jansson; no other file uses its types.

internal import CJansson

/// Why a text was not accepted as JSON.
package enum JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON; the error, and the byte at which it was found.
  case malformed(String, byte: Int)
  /// The text nests deeper than allowed.
  case tooDeep(limit: Int)

  /// The error, with its position.
  package var description: String {
    switch self {
    case .malformed(let what, let byte): "at byte \(byte): \(what)"
    case .tooDeep(let limit): "it nests deeper than \(limit) levels"
    }
  }
}

extension JSON {
  /// Parses an object or array that fills the bytes; duplicate names and deep nesting are errors.
  package init(parsing bytes: UnsafeRawBufferPointer, depth limit: Int = Limits.standard.lineDepth)
    throws(JSONError)
  {
    guard unsafe !Self.isDeeper(than: limit, bytes) else { throw .tooDeep(limit: limit) }
    guard let start = bytes.baseAddress else {
      throw .malformed("expected an object, found nothing", byte: 0)
    }
    var error = json_error_t()
    let root = unsafe json_loadb(
      start.assumingMemoryBound(to: CChar.self), bytes.count, Int(JSON_REJECT_DUPLICATES), &error)
    guard let root = unsafe root else {
      let text = unsafe withUnsafeBytes(of: &error.text) { field in
        unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw unsafe .malformed(text, byte: Int(error.position))
    }
    defer { unsafe json_decref(root) }
    unsafe self.init(root)
  }

  /// Parses an object or array that fills the bytes.
  package init(parsing bytes: [UInt8], depth limit: Int = Limits.standard.lineDepth)
    throws(JSONError)
  {
    // A typed error does not pass through the standard library's closures.
    let answer: Result<JSON, JSONError> = unsafe bytes.withUnsafeBytes { raw in
      do throws(JSONError) {
        return .success(try unsafe JSON(parsing: raw, depth: limit))
      } catch {
        return .failure(error)
      }
    }
    self = try answer.get()
  }

  /// Parses an object or array that fills the text.
  package init(parsing text: String, depth limit: Int = Limits.standard.lineDepth) throws(JSONError)
  {
    try self.init(parsing: Array(text.utf8), depth: limit)
  }

  /// Brackets are counted before Jansson reads them, so that deep nesting costs neither stack nor
  /// memory.
  private static func isDeeper(than limit: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var depth = 0
    var inString = false
    var escaped = false
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      if inString {
        if escaped {
          escaped = false
        } else if byte == 0x5C {
          escaped = true
        } else if byte == 0x22 {
          inString = false
        }
        continue
      }
      switch byte {
      case 0x22: inString = true
      case 0x5B, 0x7B:
        depth += 1
        if depth > limit { return true }
      case 0x5D, 0x7D: depth -= 1
      default: break
      }
    }
    return false
  }

  private init(_ value: UnsafeMutablePointer<json_t>) {
    switch unsafe value.pointee.type {
    case JSON_OBJECT:
      var members: [Member] = []
      unsafe members.reserveCapacity(json_object_size(value))
      var iterator = unsafe json_object_iter(value)
      while let here = unsafe iterator {
        if let name = unsafe json_object_iter_key(here),
          let inner = unsafe json_object_iter_value(here)
        {
          unsafe members.append(Member(String(cString: name), JSON(inner)))
        }
        unsafe iterator = json_object_iter_next(value, here)
      }
      self = .object(members)
    case JSON_ARRAY:
      var elements: [JSON] = []
      let count = unsafe json_array_size(value)
      elements.reserveCapacity(count)
      for index in 0..<count {
        if let inner = unsafe json_array_get(value, index) { unsafe elements.append(JSON(inner)) }
      }
      self = .array(elements)
    case JSON_STRING:
      let length = unsafe json_string_length(value)
      let text = unsafe json_string_value(value)
      self = unsafe .string(
        String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
    case JSON_INTEGER: self = unsafe .integer(Int(json_integer_value(value)))
    case JSON_REAL: self = unsafe .number(json_real_value(value))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }
}
