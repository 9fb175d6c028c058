// Forms of values with edges, sizes, points, insets and areas.

import ConfigurationText
import ResponderKit

extension Form where Value == RectEdge {
  /// One or more edges; at least one if `isRequired`.
  static func edges(isRequired: Bool = false) -> Form {
    Form(ValueType("one or a list of", choices: ["top", "left", "bottom", "right", "all"])) {
      isRequired ? $0.someEdges($1) : $0.edges($1)
    }
  }
}

extension Form where Value == Size {
  /// A width and a height above 0.
  static var size: Form { Form("[width, height], above 0") { $0.size($1) } }
}

extension Form where Value == Point {
  /// A position.
  static var point: Form { Form("[x, y]") { $0.point($1) } }
}

extension Form where Value == EdgeInsets {
  /// One length for all sides, or one for each.
  static var insets: Form { Form("length, or [top, left, bottom, right]") { $0.insets($1) } }
}

extension Form where Value == Rect {
  /// A rectangle in points with some extent.
  static var area: Form {
    Form("[x, y, width, height], width and height above 0") { NoiseSettings.area($0, $1) }
  }
}
