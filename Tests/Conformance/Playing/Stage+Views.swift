// The kinds and keys of windows, views, controls and scroll views.

import ResponderKit

extension TreeNode {
  /// The engine's object of this kind, as it is before any key.
  func makeView() -> View {
    let view: View =
      switch kind {
      case .window: Window(id: id, frame: frame)
      case .view: View(id: id, frame: frame)
      case .scroll: ScrollView(id: id, frame: frame)
      case .control: Control(id: id, frame: frame)
      case .button: Button(id: id, frame: frame)
      case .switch: Switch(id: id, frame: frame)
      case .slider: Slider(id: id, frame: frame)
      case .stepper: Stepper(id: id, frame: frame)
      case .segmented: SegmentedControl(id: id, frame: frame)
      }
    // Views handle touches unless the tree has `handles`; windows do not.
    if kind != .window { view.handles.insert(.touches) }
    // The grammar has no limits for a stepper, so the widest limits are set.
    if let stepper = view as? Stepper {
      stepper.minimumValue = -.infinity
      stepper.maximumValue = .infinity
    }
    if let scrollView = view as? ScrollView { scrollView.makeEndless([.x, .y]) }
    return view
  }
}

extension Stage {
  /// Gives a view an attribute that only views have.
  func apply(_ attribute: Attribute, toView view: View) throws(Problem) {
    switch attribute.key {
    case "rotate":
      turns[view.id, default: Turn()].degrees = try attribute.number()
      turn(view)
    case "scale":
      turns[view.id, default: Turn()].scale = try attribute.number()
      turn(view)
    case "offset": view.bounds.origin = try attribute.point()
    case "zPosition": view.zPosition = try attribute.number()
    case "interaction": view.isUserInteractionEnabled = try attribute.flag()
    case "hidden": view.isHidden = try attribute.flag()
    case "alpha": view.alpha = try attribute.number()
    case "grow":
      let edge = -(try attribute.number())
      view.hitInsets = EdgeInsets(top: edge, left: edge, bottom: edge, right: edge)
    case "passthrough": view.isPassthrough = try attribute.flag()
    case "multi": view.isMultipleTouchEnabled = try attribute.flag()
    case "passesOn": view.passesOn = try attribute.flag()
    case "exclusive": view.isExclusiveTouch = try attribute.flag()
    case "hold":
      let time = try attribute.number()
      accommodate(view) { $0.holdDuration = time }
    case "ignoreRepeat":
      let time = try attribute.number()
      accommodate(view) { $0.ignoreRepeat = time }
    case "tapAssistance":
      guard let assistance = TouchAccommodations.TapAssistance(rawValue: attribute.value) else {
        throw attribute.unknown(for: view.id)
      }
      accommodate(view) { $0.tapAssistance = assistance }
    case "veto":
      let vetoed = Set(try recognizers(attribute).map(\.id))
      view.vetoes = { vetoed.contains($0.id) }
    default:
      switch view {
      case let window as Window: try apply(attribute, toWindow: window)
      case let scrollView as ScrollView: try apply(attribute, toScrollView: scrollView)
      case let control as Control: try apply(attribute, toControl: control)
      default: throw attribute.unknown(for: view.id)
      }
    }
  }

  private func accommodate(_ view: View, _ change: (inout TouchAccommodations) -> Void) {
    var settings = view.touchAccommodations ?? TouchAccommodations()
    change(&settings)
    view.touchAccommodations = settings
  }

  private func turn(_ view: View) {
    let turn = turns[view.id] ?? Turn()
    view.transform = AffineTransform(rotation: turn.degrees * .pi / 180)
      .concatenating(AffineTransform(scaleX: turn.scale, y: turn.scale))
  }

  private func apply(_ attribute: Attribute, toWindow window: Window) throws(Problem) {
    switch attribute.key {
    case "screen": if attribute.value == "second" { windowsOnSecondScreen.insert(window.id) }
    case "timeScale": window.timeScale = try attribute.number()
    case "level": window.level = try attribute.number()
    case "key": if try attribute.flag() { window.makeKey() }
    default: throw attribute.unknown(for: window.id)
    }
  }

  private func apply(
    _ attribute: Attribute, toScrollView scrollView: ScrollView
  ) throws(Problem) {
    switch attribute.key {
    case "delaysContentTouches": scrollView.delaysContentTouches = try attribute.flag()
    case "canCancel": scrollView.canCancelContentTouches = try attribute.flag()
    case "shouldCancel":
      let answer = try attribute.flag()
      scrollView.shouldCancelContent = { _ in answer }
    case "shouldBeginContent":
      let answer = try attribute.flag()
      scrollView.shouldBeginContent = { _ in answer }
    case "scrolls": scrollView.makeEndless(try attribute.axes())
    case "content":
      let size = try attribute.point()
      scrollView.contentInset = .zero
      scrollView.contentSize = Size(width: size.x, height: size.y)
    case "scrollEnabled": scrollView.isScrollEnabled = try attribute.flag()
    case "paging": scrollView.isPagingEnabled = try attribute.flag()
    case "chain": scrollView.nested = try attribute.flag() ? .chain : .once
    case "lock": scrollView.isDirectionalLockEnabled = try attribute.flag()
    case "bounces": scrollView.bounces = try attribute.flag()
    case "alwaysBounce":
      let axes = try attribute.axes()
      scrollView.alwaysBounceHorizontal = axes.contains(.x)
      scrollView.alwaysBounceVertical = axes.contains(.y)
    case "zoom":
      let scales = try attribute.point()
      scrollView.minimumZoomScale = scales.x
      scrollView.maximumZoomScale = scales.y
    case "bouncesZoom": scrollView.bouncesZoom = try attribute.flag()
    case "zoomScale": scrollView.zoomScale = try attribute.number()
    case "zoomView":
      scrollView.zoomView = try self.view(Word(text: attribute.value, place: attribute.place))
    default: throw attribute.unknown(for: scrollView.id)
    }
  }

  private func apply(_ attribute: Attribute, toControl control: Control) throws(Problem) {
    switch (attribute.key, control) {
    case ("enabled", _): control.isEnabled = try attribute.flag()
    case ("begin", _):
      let answer = try attribute.flag()
      control.shouldBeginTracking = { _ in answer }
    case ("target", _):
      guard attribute.value == "nil" else {
        throw Problem(at: attribute.place, expected: "target=nil", found: attribute.value)
      }
    case ("action", _):
      guard control.chainActions.isEmpty else {
        throw Problem(at: attribute.place, "the action of \(control.id) cannot be changed")
      }
      control.addChainAction(attribute.value, for: .touchUpInside)
    case ("value", let slider as Slider): slider.value = try attribute.number()
    case ("value", let stepper as Stepper): stepper.value = try attribute.number()
    case ("value", let segmented as SegmentedControl):
      segmented.selectedSegmentIndex = try attribute.count()
    case ("value", let toggle as Switch):
      toggle.isOn = try attribute.number() != 0
    case ("continuous", let slider as Slider): slider.isContinuous = try attribute.flag()
    case ("continuous", let stepper as Stepper): stepper.isContinuous = try attribute.flag()
    case ("autorepeat", let stepper as Stepper): stepper.autorepeat = try attribute.flag()
    default: throw attribute.unknown(for: control.id)
    }
  }
}

/// The axes of a scroll view that a scenario names.
enum ScenarioAxis { case x, y }

extension Attribute {
  /// `x`, `y`, `xy` or `none`.
  fileprivate func axes() throws(Problem) -> Set<ScenarioAxis> {
    switch value {
    case "x": [.x]
    case "y": [.y]
    case "xy": [.x, .y]
    case "none": []
    default: throw Problem(at: place, expected: "\(key)=x, y, xy or none", found: value)
    }
  }
}

extension ScrollView {
  /// How far the content of a scenario's scroll view reaches in every direction.
  private static let endless = 1_000_000.0

  /// Gives the content limits beyond every drag on these axes, and none on the others.
  fileprivate func makeEndless(_ axes: Set<ScenarioAxis>) {
    let reach = Self.endless
    let origin = bounds.origin
    let horizontal = axes.contains(.x) ? reach : -origin.x
    let vertical = axes.contains(.y) ? reach : -origin.y
    contentInset = EdgeInsets(top: vertical, left: horizontal, bottom: 0, right: 0)
    contentSize = Size(
      width: axes.contains(.x) ? reach : bounds.size.width + origin.x,
      height: axes.contains(.y) ? reach : bounds.size.height + origin.y)
  }
}
