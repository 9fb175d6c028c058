// Messages of the reader of configurations as public values.

import Configuration
import ConfigurationText

extension ConfigurationMessage {
  init(_ diagnostic: Diagnostic) {
    self.init(
      file: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
      path: diagnostic.path, message: diagnostic.message, description: diagnostic.report)
  }
}
