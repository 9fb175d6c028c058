// The way in: a configuration file becomes settings and a tree, or a list of located errors.

package import ConfigurationText
package import ResponderKit

/// A configuration that has been read and found usable.
package struct Blueprint {
  /// Everything besides the tree.
  package let settings: Settings
  /// The warnings about the file, in the order of the text.
  package let warnings: [Diagnostic]
  /// Those that are not about what is in private windows.
  package let publicWarnings: [Diagnostic]
  /// What the file wants of the tree.
  package let wanted: WantedTree
  /// The users and groups in the file, which this machine may not have.
  package let mentions: [PeerMention]
  /// The text.
  package let text: [UInt8]
  // Its name, to build further trees, and the first one, which reading has built anyway.
  private let file: String
  private let first: First

  private final class First {
    var tree: Tree?
    init(_ tree: Tree) { self.tree = tree }
  }

  /// The size of the largest configuration file that is read, in bytes.
  package static let largestFile = 8 << 20
  /// The size in points of a screen whose size is unknown.
  package static let unknownScreenSize = Size(width: 1280, height: 800)
  /// The points per millimetre of a screen whose size is unknown: 160 per inch.
  package static let unknownPointsPerMillimeter = 160 / 25.4

  /// Reads a configuration; the file's name is for messages only. With `accessible`, the warnings also
  /// say what some people cannot do.
  package static func load(
    _ bytes: [UInt8], file: String, accessible: Bool = false
  ) throws(BlueprintError) -> Blueprint {
    let blueprint = try read(bytes, file: file, accessible: accessible)
    if bytes.count > 1 << 17 { YAML.releaseMemory() }
    return blueprint
  }

  private static func read(
    _ bytes: [UInt8], file: String, accessible: Bool
  ) throws(BlueprintError) -> Blueprint {
    let reader = Reader()
    let root = try root(bytes, file: file, reader)
    let written = ConfigurationFile.read(root, reader)
    let builder = build(written, [:], reader)
    guard reader.errors.isEmpty else { throw BlueprintError(reader.sorted(reader.errors)) }
    func lint(_ tree: Tree, _ nodes: NamedNodes, _ node: Node) {
      let lint = Lint(tree: tree, reader: reader, nodes: nodes)
      lint.run(node)
      if accessible { lint.accessible(written.settings.screens, written.screens ?? root) }
    }
    lint(builder.tree, builder.nodes, written.application ?? root)
    let publicWarnings = reader.sorted(reader.warnings)
    for (node, inside) in builder.insides {
      lint(inside.tree, inside.nodes, node)
    }
    return Blueprint(
      settings: written.settings, warnings: reader.sorted(reader.warnings),
      publicWarnings: publicWarnings,
      wanted: WantedTree(written.application), mentions: reader.mentions, text: bytes, file: file,
      first: First(builder.tree))
  }

  /// Reads a configuration; the file's name is for messages only.
  package static func load(
    _ text: String, file: String, accessible: Bool = false
  ) throws(BlueprintError) -> Blueprint {
    try load(Array(text.utf8), file: file, accessible: accessible)
  }

  /// Builds a new tree; the sizes of displays replace sizes that the configuration omits.
  package func build(panels: [String: Panel] = [:]) -> Tree {
    if let tree = first.tree {
      first.tree = nil
      let isAsRead = settings.screens.allSatisfy { written in
        panels[written.id].map { $0.adds(nothingTo: written) } ?? true
      }
      if isAsRead { return tree }
    }
    // Text that was read once can be read again, with the same result.
    let reader = Reader()
    var written = ConfigurationFile()
    if let root = try? Blueprint.root(text, file: file, reader) {
      written = ConfigurationFile.read(root, reader)
    }
    return Blueprint.build(written, panels, reader).tree
  }

  /// The size of a display, as the daemon knows it without the configuration.
  package struct Panel: Hashable, Sendable {
    /// The size in points.
    package var size: Size?
    /// The size in millimetres.
    package var physicalSize: Size?

    /// A display with these sizes.
    package init(size: Size? = nil, physicalSize: Size? = nil) {
      self.size = size
      self.physicalSize = physicalSize
    }

    func adds(nothingTo written: ScreenSettings) -> Bool {
      (size == nil || written.size != nil)
        && (physicalSize == nil || written.physicalSize != nil)
    }
  }

  private static func build(
    _ written: ConfigurationFile, _ panels: [String: Panel], _ reader: Reader
  ) -> Builder {
    let screens = written.settings.screens.map { screen(written: $0, panels[$0.id]) }
    for screen in screens {
      guard let node = written.screens?[screen.id]?["edgeGate"] else { continue }
      reader.pointsPerMillimeter = screen.pointsPerMillimeter
      screen.edgeGate = ScreenSettings.edgeGate(node, reader)
    }
    let id = written.application?["id"]?.string ?? "app"
    let tree = Tree(application: Application(id: id), screens: screens)
    let builder = Builder(visible: VisibleTree(tree), reader: reader)
    reader.pointsPerMillimeter = screens.first?.pointsPerMillimeter
    if let node = written.application { builder.application(node) }
    for node in written.viewNames { builder.requireView(node.string ?? "", at: node) }
    builder.link()
    tree.endPlan()
    builder.checkBounds(in: written.application)
    // Reports that the engine made while the tree was built are discarded.
    tree.application.outbox.removeAll()
    return builder
  }

  private static func screen(written: ScreenSettings, _ panel: Panel?) -> Screen {
    let size = written.size ?? panel?.size ?? unknownScreenSize
    let physical = written.physicalSize ?? panel?.physicalSize
    let density = physical.map { (size.width / $0.width + size.height / $0.height) / 2 }
    // A display of unknown size has the default density, unless the configuration has the size.
    let usual = written.size == nil ? unknownPointsPerMillimeter : nil
    return Screen(id: written.id, size: size, pointsPerMillimeter: density ?? usual)
  }

  private static func root(
    _ bytes: [UInt8], file: String, _ reader: Reader
  ) throws(BlueprintError) -> Node {
    let reading: YAML.Reading
    do {
      reading = try YAML.read(bytes, file: file)
    } catch {
      throw BlueprintError(error.diagnostics)
    }
    reader.adopt(reading)
    let documents = reading.documents
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
