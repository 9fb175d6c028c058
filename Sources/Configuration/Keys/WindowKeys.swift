// The keys of windows, controllers and the application.

import ConfigurationText
import Protocol
import ResponderKit

enum WindowKeys {
  static var timeScale: Form<Double> { .number(1...Constants.greatestTimeScale) }

  /// Beside those of every view; the screen is read before the frame, by the builder.
  static var all: [TreeKey] {
    [
      .of(Window.self, "screen", value: "name of a screen", live: false, writing: .structure) {
        _, _, _ in
      },
      .of(Window.self, "level", \.level, .number()),
      .of(Window.self, "timeScale", optional: \.timeScale, timeScale),
      .of(Window.self, "zone", optional: \.zone, .name),
      // Who reads it is asked of what is wanted.
      .of(
        Window.self, "private", value: "list of programs", live: false, writing: .structure
      ) { _, node, builder in _ = PeerSettings.readers(node, builder.reader) },
      .of(
        Window.self, "isKeyWindow", value: "true or false", reading: \.keyWindowSetting
      ) { window, node, builder in
        guard builder.reader.bool(node) == true else { return }
        builder.later { builder.change { window.makeKey() } }
      },
      .of(
        Window.self, "rootViewController", value: "view controller", live: false,
        writing: .structure
      ) { window, node, builder in
        if let controller = builder.viewController(node, in: window) {
          window.rootViewController = controller
        }
      },
    ]
  }
}

enum ViewControllerKeys {
  /// Beside those of every responder.
  static var all: [TreeKey] {
    ResponderKeys.all + [
      .of(ViewController.self, "view", value: "view", live: false, writing: .structure) { _, _, _ in
      },
      .of(
        ViewController.self, "preferredScreenEdgesDeferringSystemGestures",
        \.preferredScreenEdgesDeferringSystemGestures, .edges()),
      .of(
        ViewController.self, "children", value: "list of view controllers", live: false,
        writing: .structure
      ) { controller, node, builder in
        builder.children(node, of: controller)
      },
      .of(
        NavigationController.self, "navigationController", value: "mapping", live: false,
        writing: .structure
      ) { navigation, node, builder in
        var navigation = navigation
        builder.reader.fields(
          of: node, into: &navigation, keys: NavigationKeys.all, context: builder,
          what: "a mapping with the key viewControllers")
      },
      .of(
        ViewController.self, "modal", value: "true or false", live: false, writing: .structure
      ) { controller, node, builder in
        guard let isModal = builder.reader.bool(node) else { return }
        guard controller === builder.presentedController else {
          builder.reader.complain(
            node.complaint("misplaced key; it belongs to a controller under \"presents\""))
          return
        }
        controller.isModal = isModal
      },
      .of(
        ViewController.self, "presents", value: "view controller", live: false, writing: .structure
      ) { controller, node, builder in
        builder.presented(node, by: controller)
      },
    ]
  }
}

enum NavigationKeys {
  /// The keys under `navigationController`.
  static var all: [Key<NavigationController, Builder>] {
    [
      Key("viewControllers", value: "list of view controllers") { navigation, node, builder in
        builder.pages(node, of: navigation)
      }
    ]
  }
}

enum ApplicationKeys {
  /// Beside those of every responder.
  static var all: [TreeKey] {
    ResponderKeys.all + [
      .of(
        Application.self, "delegate", value: "responder", live: false, writing: .structure
      ) { application, node, builder in
        guard let delegate = builder.delegate(node) else { return }
        application.delegate = delegate
      },
      .of(
        Application.self, "constants", value: "mapping", reading: \.constants
      ) { application, node, builder in
        var constants = application.constants
        builder.reader.fields(
          of: node, into: &constants, keys: ConstantKeys.all, context: builder.reader,
          what: "constants")
        builder.change { application.constants = constants }
      },
      .of(Application.self, "timeScale", \.timeScale, WindowKeys.timeScale),
      .touchAccommodations(of: Application.self, \.touchAccommodations),
      .of(
        Application.self, "receivesRemoteControlEvents", value: "true or false",
        reading: \.receivesRemoteControlEvents
      ) { application, node, builder in
        guard let answer = builder.reader.bool(node) else { return }
        builder.change {
          if answer {
            application.beginReceivingRemoteControlEvents()
          } else {
            application.endReceivingRemoteControlEvents()
          }
        }
      },
      .of(
        Application.self, "windows", value: "list of windows", live: false, writing: .structure
      ) { application, node, builder in
        builder.windows(node, of: application)
      },
      .of(
        Application.self, "firstResponder", value: .ids, reading: \.firstResponderSetting
      ) { application, node, builder in
        if node.isNull {
          builder.change {
            for responder in application.firstResponders { responder.resignFirstResponder() }
          }
          return
        }
        builder.requireResponders(node) { responder, node in
          if responder.isFirstResponder { return }
          guard responder.canBecomeFirstResponder else {
            builder.reader.expected(
              "a responder that can become first responder", at: node,
              hint: "give it canBecomeFirstResponder: true")
            return
          }
          guard responder.application === application else {
            builder.reader.expected("a responder that is in a window", at: node)
            return
          }
          builder.change {
            // What is behind has it when it returns.
            if responder.liesBehind {
              application.setInitialFirstResponder(responder)
            } else {
              responder.becomeFirstResponder()
            }
          }
        }
      },
      .of(
        Application.self, "focused", value: .ids, reading: \.focusedSetting
      ) { application, node, builder in
        if node.isNull {
          builder.change { application.focused = nil }
          return
        }
        builder.requireResponders(node) { responder, _ in
          builder.change { application.focused = responder }
        }
      },
      .of(
        Application.self, "focusScanInterval", optional: \.focusScanInterval, .seconds(0.2...60)),
    ]
  }
}

extension ValueType {
  fileprivate static let ids: ValueType = "id of a responder, or a list of one for each zone"
}

extension Builder {
  // Calls with each responder that a node names, when all are built.
  fileprivate func requireResponders(
    _ node: Node, _ body: @escaping (Responder, Node) -> Void
  ) {
    for node in node.oneOrMore {
      if let id = reader.name(node) { requireResponder(id, at: node) { body($0, node) } }
    }
  }
}

enum ConstantKeys {
  static var all: [Key<Constants, Reader>] {
    [
      Key("hitTestAlphaLimit", \.hitTestAlphaLimit, .number(0...1)),
      Key("tapCountInterval", \.tapCountInterval, .seconds(0...60)),
      Key("tapCountDistance", \.tapCountDistance, .length(0...100_000)),
      Key("controlSlop", \.controlSlop, .length(0...100_000)),
      Key("stepperFirstRepeat", \.stepperFirstRepeat, .seconds(0.01...60)),
      Key("stepperRepeat", \.stepperRepeat, .seconds(0.01...60)),
      Key("stepperAutorepeat", \.stepperAutorepeat, .bool),
      Key("minimumHighlight", \.minimumHighlight, .seconds(0...2)),
      Key("hitTestsTwice", \.hitTestsTwice, .bool),
      Key("cancelsBeforeAction", \.cancelsBeforeAction, .bool),
      Key("failsStuckRecognizers", \.failsStuckRecognizers, .bool),
    ]
  }
}
