// The way in: a configuration file becomes settings and a tree, or a list of located errors.

package import ResponderKit
package import YAML

/// A configuration that has been read and found usable.
package struct Blueprint {
  /// Everything besides the tree.
  package let settings: Settings
  /// What is doubtful about it, in the order of the text.
  package let warnings: [Diagnostic]
  // Kept to build the tree anew; reading it again gives the same.
  private let applicationNode: Node?

  /// The size in points of a screen of which nobody knows anything.
  package static let unknownScreenSize = Size(width: 1280, height: 800)
  /// The points on a millimetre of a screen of which nobody knows anything: 160 on an inch.
  package static let unknownPointsPerMillimeter = 160 / 25.4

  /// Reads a configuration; the file's name is for messages only.
  package static func load(
    _ bytes: [UInt8], file: String
  ) throws(BlueprintError) -> Blueprint {
    let reader = Reader()
    let root = try root(bytes, file: file)
    let written = ConfigurationFile.read(root, reader)
    let tree = build(written.settings, written.application, [:], reader)
    guard reader.errors.isEmpty else { throw BlueprintError(reader.sorted(reader.errors)) }
    Lint(tree: tree, reader: reader).run(written.application ?? root)
    return Blueprint(
      settings: written.settings, warnings: reader.sorted(reader.warnings),
      applicationNode: written.application)
  }

  /// Reads a configuration; the file's name is for messages only.
  package static func load(
    _ text: String, file: String
  ) throws(BlueprintError) -> Blueprint {
    try load(Array(text.utf8), file: file)
  }

  /// A new tree; what is known of panels fills in what the configuration leaves open.
  package func build(panels: [String: Panel] = [:]) -> Tree {
    Blueprint.build(settings, applicationNode, panels, Reader())
  }

  /// What is known of a panel besides the configuration.
  package struct Panel: Hashable, Sendable {
    /// Its extent in points.
    package var size: Size?
    /// Its extent in millimetres.
    package var physicalSize: Size?

    /// What is known of a panel.
    package init(size: Size? = nil, physicalSize: Size? = nil) {
      self.size = size
      self.physicalSize = physicalSize
    }
  }

  private static func build(
    _ settings: Settings, _ node: Node?, _ panels: [String: Panel], _ reader: Reader
  ) -> Tree {
    let screens = settings.screens.map { written in
      let panel = panels[written.id]
      let size = written.size ?? panel?.size ?? unknownScreenSize
      let physical = written.physicalSize ?? panel?.physicalSize
      let density = physical.map { (size.width / $0.width + size.height / $0.height) / 2 }
      // A panel nobody has measured is taken as an ordinary one, but not against what is written.
      let usual = written.size == nil ? unknownPointsPerMillimeter : nil
      return Screen(id: written.id, size: size, pointsPerMillimeter: density ?? usual)
    }
    let id = node?["id"]?.string ?? "app"
    let tree = Tree(application: Application(id: id), screens: screens)
    let builder = Builder(tree: tree, reader: reader)
    reader.pointsPerMillimeter = screens.first?.pointsPerMillimeter
    if let node { builder.application(node) }
    builder.link()
    return tree
  }

  private static func root(_ bytes: [UInt8], file: String) throws(BlueprintError) -> Node {
    let documents: [Node]
    do {
      documents = try YAML.parse(bytes, file: file)
    } catch {
      throw BlueprintError(error.diagnostics)
    }
    guard let root = documents.first else {
      throw BlueprintError([
        Diagnostic(
          file: file, line: 1, column: 1, message: "expected a configuration, found nothing")
      ])
    }
    if documents.count > 1 {
      throw BlueprintError([
        documents[1].complaint(
          "expected one document, found \(documents.count); leave out the line \"---\"")
      ])
    }
    return root
  }
}
