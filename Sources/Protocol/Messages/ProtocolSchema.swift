// The JSON Schema of every line, the answer to `describe`.

import CSchema

/// The protocol's schema, built in from schema/responderd-protocol.schema.json.
package enum ProtocolSchema {
  /// The schema as text.
  package static var text: String {
    unsafe String(cString: cschema_text())
  }

  /// The schema as a value.
  package static var value: JSON {
    get throws(JSONError) { try JSON(parsing: text, depth: 64) }
  }

  /// The schema as JSON without line feeds, made once.
  package static let line: Result<ContiguousArray<UInt8>, JSONError> = {
    do throws(JSONError) {
      let writer = LineWriter(capacity: 65_536)
      writer.value(try value)
      var bytes: ContiguousArray<UInt8> = []
      writer.copy(0..<writer.count, to: &bytes)
      return .success(bytes)
    } catch {
      return .failure(error)
    }
  }()
}
