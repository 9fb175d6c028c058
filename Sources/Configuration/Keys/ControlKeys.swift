// The keys of controls.

import CommandLine
import ConfigurationText
import ResponderKit

enum ControlKeys {
  /// Beside those of every view.
  static var all: [TreeKey] {
    [
      .of(Control.self, "isEnabled", \.isEnabled, .bool),
      .of(Control.self, "isSelected", \.isSelected, .bool),
      .of(Control.self, "tracking", value: "mapping", writing: .kept, tracking),
      .of(Control.self, "actions", value: "mapping", writing: .kept, actions),
      .of(Control.self, "protectsDefaultAction", \.protectsDefaultAction, .bool),
    ]
  }

  static var ofButton: [TreeKey] {
    [.of(Button.self, "autorepeat", \.autorepeat, .bool)]
  }

  static var ofSwitch: [TreeKey] {
    [.of(Switch.self, "isOn", \.isOn, .bool)]
  }

  // An invalid limit is replaced by the widest one, so that the limited value is no second error;
  // the values are not used then.
  static var ofSlider: [TreeKey] {
    [
      .of(Slider.self, "minimumValue", value: "number", \.minimumValue) { $0.number($1) ?? -1e12 },
      .of(
        Slider.self, "maximumValue", value: "number, minimumValue or more", reading: \.maximumValue
      ) { slider, node, builder in
        let range = slider.minimumValue...max(slider.minimumValue, 1e12)
        let value = builder.reader.number(node, in: range) ?? range.upperBound
        builder.change { slider.maximumValue = value }
      },
      .of(
        Slider.self, "value", value: "number, minimumValue to maximumValue", reading: \.value
      ) { slider, node, builder in
        let range = slider.minimumValue...max(slider.minimumValue, slider.maximumValue)
        guard let value = builder.reader.number(node, in: range) else { return }
        builder.change { slider.value = value }
      },
      .of(
        Slider.self, "stepValue", value: "number, 1e-09 or more", reading: \.stepValue
      ) { slider, node, builder in
        if node.isNull {
          builder.change { slider.stepValue = nil }
        } else if let step = builder.reader.number(node, in: 1e-9...1e12) {
          builder.change { slider.stepValue = step }
        }
      },
      .of(Slider.self, "isContinuous", \.isContinuous, .bool),
    ]
  }

  static var ofStepper: [TreeKey] {
    [
      .of(Stepper.self, "minimumValue", value: "number", \.minimumValue) { $0.number($1) ?? -1e12 },
      .of(
        Stepper.self, "maximumValue", value: "number, minimumValue or more", reading: \.maximumValue
      ) { stepper, node, builder in
        let range = stepper.minimumValue...max(stepper.minimumValue, 1e12)
        let value = builder.reader.number(node, in: range) ?? range.upperBound
        builder.change { stepper.maximumValue = value }
      },
      .of(Stepper.self, "stepValue", \.stepValue, .number(1e-9...1e12)),
      .of(
        Stepper.self, "value", value: "number, minimumValue to maximumValue", reading: \.value
      ) { stepper, node, builder in
        let range = stepper.minimumValue...max(stepper.minimumValue, stepper.maximumValue)
        guard let value = builder.reader.number(node, in: range) else { return }
        builder.change { stepper.value = value }
      },
      .of(Stepper.self, "isContinuous", \.isContinuous, .bool),
      .of(Stepper.self, "autorepeat", \.autorepeat, .bool),
      .of(Stepper.self, "wraps", \.wraps, .bool),
    ]
  }

  static var ofSegmentedControl: [TreeKey] {
    [
      .of(
        SegmentedControl.self, "numberOfSegments", \.numberOfSegments,
        .whole(1...1000, invalid: 1000)),
      .of(
        SegmentedControl.self, "selectedSegmentIndex",
        value: "whole number, 0 to numberOfSegments - 1", reading: \.selectedSegmentIndex
      ) { control, node, builder in
        let range = 0...max(0, control.numberOfSegments - 1)
        if node.isNull {
          builder.change { control.selectedSegmentIndex = nil }
        } else if let index = builder.reader.whole(node, in: range) {
          builder.change { control.selectedSegmentIndex = index }
        }
      },
      .of(SegmentedControl.self, "isMomentary", \.isMomentary, .bool),
    ]
  }

  static var ofPageControl: [TreeKey] {
    [
      .of(
        PageControl.self, "numberOfPages", \.numberOfPages, .whole(0...100_000, invalid: 100_000)),
      .of(
        PageControl.self, "currentPage", value: "whole number, 0 to numberOfPages - 1",
        reading: \.currentPage
      ) { control, node, builder in
        let range = 0...max(0, control.numberOfPages - 1)
        guard let page = builder.reader.whole(node, in: range) else { return }
        builder.change { control.currentPage = page }
      },
    ]
  }

  static let trackingWords = trackingTable.keys

  private static func tracking(_ control: Control, _ node: Node, _ builder: Builder) {
    guard let mapping = node.mapping else {
      builder.reader.expected("{slop, begin}", at: node)
      return
    }
    for entry in mapping.entries {
      switch entry.key {
      case "slop":
        if entry.value.isNull {
          builder.change { control.slop = nil }
        } else if let slop = builder.reader.length(entry.value, in: 0...100_000) {
          builder.change { control.slop = slop }
        }
      case "begin":
        guard let rules = builder.touchRules(entry.value) else { continue }
        builder.change {
          control.shouldBeginTracking = { [unowned control] touch in
            rules.allow(touch, seenFrom: control)
          }
        }
      default: builder.reader.unknown(entry, known: trackingWords)
      }
    }
  }

  // Actions without a target: the first responder of the chain that performs one handles it.
  private static func actions(_ control: Control, _ node: Node, _ builder: Builder) {
    guard let mapping = node.mapping else {
      builder.reader.expected("a mapping from control events to actions", at: node)
      return
    }
    let known = ControlEvent.named.map(\.name)
    builder.change { control.removeChainActions() }
    for entry in mapping.entries {
      guard let event = ControlEvent(name: entry.key) else {
        builder.reader.complain(
          entry.complaint(
            "expected one of \(known.joined(separator: ", "))"
              + (didYouMean(entry.key, among: known).map { "; \($0)" } ?? "")))
        continue
      }
      for action in builder.reader.oneOrMore(entry.value, { builder.reader.name($0) }) {
        builder.change { control.addChainAction(action, for: event) }
      }
    }
  }
}
