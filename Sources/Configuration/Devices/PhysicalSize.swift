// The extent of a surface in millimetres.

/// The extent of a surface in millimetres.
package struct PhysicalSize: Hashable, Sendable {
  package var width: Double
  package var height: Double

  /// A width and a height.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
