// The kinds of view that a configuration can name.

package import ResponderKit

/// The kinds of view, by the word under which their own keys are written.
package enum ViewKind: String, CaseIterable, Sendable {
  case view, window, control, button, `switch`, slider, stepper, segmentedControl, pageControl
  case scrollView

  /// The kinds that are written as a key of their own.
  static let written = allCases.filter { $0 != .view && $0 != .window }

  /// The kind that a key names, if it names one.
  init?(written word: String) {
    guard let kind = ViewKind(rawValue: word), kind != .view, kind != .window else { return nil }
    self = kind
  }

  /// The kind of a view; a subclass of a known class is of that class's kind.
  package init(of view: View) {
    let word = type(of: view).kindWord
    self = word.withUTF8Buffer { utf8 in
      ViewKind.allCases.first { unsafe $0.rawValue.utf8.elementsEqual(utf8) } ?? .view
    }
  }

  /// A new view of this kind.
  func make(id: String, frame: Rect) -> View {
    switch self {
    case .view: View(id: id, frame: frame)
    case .window: Window(id: id, frame: frame)
    case .control: Control(id: id, frame: frame)
    case .button: Button(id: id, frame: frame)
    case .switch: Switch(id: id, frame: frame)
    case .slider: Slider(id: id, frame: frame)
    case .stepper: Stepper(id: id, frame: frame)
    case .segmentedControl: SegmentedControl(id: id, frame: frame)
    case .pageControl: PageControl(id: id, frame: frame)
    case .scrollView: ScrollView(id: id, frame: frame)
    }
  }

  /// The keys of this kind alone.
  var ownKeys: [TreeKey] {
    switch self {
    case .view: []
    case .window: WindowKeys.all
    case .control: ControlKeys.all
    case .button: ControlKeys.all + ControlKeys.ofButton
    case .switch: ControlKeys.all + ControlKeys.ofSwitch
    case .slider: ControlKeys.all + ControlKeys.ofSlider
    case .stepper: ControlKeys.all + ControlKeys.ofStepper
    case .segmentedControl: ControlKeys.all + ControlKeys.ofSegmentedControl
    case .pageControl: ControlKeys.all + ControlKeys.ofPageControl
    case .scrollView: ScrollViewKeys.all
    }
  }
}
