// libyaml's parser, one event at a time; the only file that touches C.

import CYaml

/// The events of one text; those of `kind` and the rest are about the latest one.
@safe
final class EventReader {
  /// The kinds, with the numbers that libyaml gives them.
  enum Kind: UInt32 {
    case none
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  let source: SourceText
  // libyaml reads from a copy, which stays where it is.
  private let input: UnsafeMutableBufferPointer<UInt8>
  // libyaml keeps pointers to its own parser: it stays where it is.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// A reader of a text.
  init(source: SourceText) throws(YAMLError) {
    self.source = source
    unsafe input = .allocate(capacity: source.bytes.count)
    _ = unsafe input.initialize(from: source.bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw YAMLError([
        Diagnostic(
          file: source.file, line: 0, column: 0, message: "there is not enough memory to read it")
      ])
    }
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe yaml_parser_delete(parser)
    unsafe event.deallocate()
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// Reads the next event, or throws why there is none.
  func advance() throws(YAMLError) {
    unsafe yaml_event_delete(event)
    guard unsafe yaml_parser_parse(parser, event) == 1 else { throw YAMLError([problem()]) }
    kind = Kind(rawValue: unsafe event.pointee.type.rawValue) ?? .none
  }

  /// What the latest event is; `none` after the end.
  private(set) var kind = Kind.none

  /// Where it is.
  var span: Span {
    let (start, end) = unsafe (event.pointee.start_mark, event.pointee.end_mark)
    return Span(
      line: start.line + 1, column: start.column + 1,
      length: end.line == start.line ? max(1, end.column - start.column) : 1)
  }

  /// The characters of the text that it takes; those of the end of what has no brackets are not its own.
  var characters: Range<Int> {
    unsafe event.pointee.start_mark.index..<event.pointee.end_mark.index
  }

  /// The characters before it in its line.
  var indentation: Int { unsafe event.pointee.start_mark.column }

  /// Whether it is a list or mapping in brackets.
  var isInBrackets: Bool {
    switch kind {
    case .sequenceStart:
      unsafe event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case .mappingStart: unsafe event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    default: false
    }
  }

  /// The name after `*`.
  var alias: String { unsafe string(event.pointee.data.alias.anchor) ?? "" }

  /// Whether the event has an anchor or a tag.
  var isDecorated: Bool {
    unsafe decoration.anchor != nil || decoration.tag != nil
  }

  /// The name after `&`.
  var anchor: String? { unsafe string(decoration.anchor) }

  /// The explicit tag.
  var tag: String? { unsafe string(decoration.tag) }

  private var decoration: (anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?)
  {
    switch kind {
    case .scalar:
      return unsafe (event.pointee.data.scalar.anchor, event.pointee.data.scalar.tag)
    case .sequenceStart:
      let start = unsafe event.pointee.data.sequence_start
      return unsafe (start.anchor, start.tag)
    case .mappingStart:
      let start = unsafe event.pointee.data.mapping_start
      return unsafe (start.anchor, start.tag)
    case .none, .streamStart, .streamEnd, .documentStart, .documentEnd, .alias, .sequenceEnd,
      .mappingEnd:
      return (nil, nil)
    }
  }

  /// The text of a scalar, and how it is written.
  var scalar: Scalar {
    let scalar = unsafe event.pointee.data.scalar
    let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return unsafe Scalar(
      text: String(decoding: text, as: UTF8.self), style: style(scalar.style))
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
