// Values of the bridge's configuration: topics and paths.

import ConfigurationText

extension Reader {
  /// One or more levels of a topic, as a prefix of others.
  func topicPrefix(_ node: Node) -> String? {
    guard let text = node.string, !node.isNull, (1...200).contains(text.utf8.count),
      !text.hasPrefix("$"),
      text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({
        !$0.isEmpty && Topics.isPlain($0)
      })
    else {
      expected(
        "a topic without +, #, %, empty levels or a $ at its beginning, of at most 200 bytes",
        at: node
      )
      return nil
    }
    return text
  }

  /// One level of a topic.
  func topicLevel(_ node: Node) -> String? {
    guard let text = node.string, !node.isNull, (1...128).contains(text.utf8.count),
      !text.hasPrefix("$"), Topics.isPlain(text[...])
    else {
      expected("a name without /, +, #, % or a $ at its beginning, of at most 128 bytes", at: node)
      return nil
    }
    return text
  }

  /// An absolute path of a file.
  func filePath(_ node: Node) -> String? {
    guard let path = node.string, path.hasPrefix("/"), path.utf8.count < 4096,
      !path.utf8.contains(0)
    else {
      expected("an absolute path", at: node)
      return nil
    }
    return path
  }
}
