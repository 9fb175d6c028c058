// libyaml's parser, one event at a time; the only file that touches C.

import CYaml

/// The next event of libyaml.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(Scalar)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var kind: Kind
  var mark: Mark
  /// The name after `&`.
  var anchor: String?
  /// The explicit tag.
  var tag: String?
}

/// The events of one text.
@safe
final class EventReader {
  let source: SourceText
  // libyaml keeps pointers to its own parser and to the text: both stay where they are.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(source: SourceText) throws(YAMLError) {
    self.source = source
    unsafe text = .allocate(capacity: max(1, source.bytes.count))
    _ = unsafe text.initialize(from: source.bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw YAMLError([
        Diagnostic(
          file: source.file, line: 0, column: 0, message: "there is not enough memory to read it")
      ])
    }
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, source.bytes.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next event, or why there is none.
  func next() throws(YAMLError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw YAMLError([problem()]) }
    defer { unsafe yaml_event_delete(&event) }
    let mark = unsafe mark(from: event.start_mark, to: event.end_mark)
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, mark: mark)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
    case YAML_ALIAS_EVENT:
      let name = unsafe string(event.data.alias.anchor) ?? ""
      return YAMLEvent(kind: .alias(name), mark: mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe YAMLEvent(
        kind: .sequenceStart, mark: mark, anchor: string(start.anchor), tag: string(start.tag))
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe YAMLEvent(
        kind: .mappingStart, mark: mark, anchor: string(start.anchor), tag: string(start.tag))
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let value = unsafe Scalar(
        text: String(decoding: bytes, as: UTF8.self), style: style(scalar.style))
      return unsafe YAMLEvent(
        kind: .scalar(value), mark: mark, anchor: string(scalar.anchor), tag: string(scalar.tag))
    default: return YAMLEvent(kind: .streamEnd, mark: mark)
    }
  }

  private func style(_ style: yaml_scalar_style_t) -> Scalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private func mark(from start: yaml_mark_t, to end: yaml_mark_t) -> Mark {
    Mark(
      source: source, line: start.line + 1, column: start.column + 1,
      length: end.line == start.line ? max(1, end.column - start.column) : 1)
  }

  private func string(_ bytes: UnsafeMutablePointer<UInt8>?) -> String? {
    guard let bytes = unsafe bytes else { return nil }
    return unsafe String(cString: bytes)
  }

  private func words(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }

  // The error of libyaml as a diagnostic.
  private func problem() -> Diagnostic {
    let what = unsafe words(parser.pointee.problem) ?? "unreadable"
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      // A reader error has no line, only the byte at which it happened.
      let position = source.position(ofByte: unsafe parser.pointee.problem_offset)
      let value = unsafe parser.pointee.problem_value
      let hexadecimal = String(max(0, value), radix: 16, uppercase: true)
      return Diagnostic(
        file: source.file, line: position.line, column: position.column,
        message: "expected UTF-8 text, found 0x\(hexadecimal): \(what)",
        excerpt: source.excerpt(line: position.line, column: position.column, length: 1))
    }
    let position = unsafe parser.pointee.problem_mark
    let start = unsafe parser.pointee.context_mark
    return SyntaxProblem(
      source: source, problem: what, context: unsafe words(parser.pointee.context) ?? "",
      position: .init(line: position.line + 1, column: position.column + 1),
      start: .init(line: start.line + 1, column: start.column + 1)
    ).diagnostic
  }
}
