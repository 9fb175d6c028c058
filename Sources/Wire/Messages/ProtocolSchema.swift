// The JSON Schema of every line, which the daemon gives to whoever asks for it.

/// The protocol's schema, built in from schema/responderd-protocol.schema.json.
package enum ProtocolSchema {
  /// The schema as text.
  package static var text: String {
    String(decoding: PackageResources.responderd_protocol_schema_json, as: UTF8.self)
  }

  /// The schema as a value.
  package static var value: JSON {
    get throws(JSONError) { try JSON(parsing: text, depth: 64) }
  }
}
