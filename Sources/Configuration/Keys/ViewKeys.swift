// The keys that every view has.

import ConfigurationText
import ResponderKit

enum ViewKeys {
  /// Every key, in the order in which they are applied.
  static var all: [TreeKey] { own + content }

  /// The properties of the view itself.
  static var own: [TreeKey] {
    [
      .of(
        View.self, "frame", value: "[x, y, width, height], or fill", writing: .structure
      ) { view, node, builder in
        guard let frame = builder.reader.rect(node, in: builder.area) else { return }
        builder.change(view, to: frame) { $0.frame = $1 }
      },
      .of(
        View.self, "bounds", value: "[x, y, width, height]", writing: .structure
      ) { view, node, builder in
        guard let bounds = builder.reader.rect(node, in: view.bounds.size) else { return }
        builder.change { view.bounds = bounds }
      },
      .of(View.self, "center", value: "[x, y]", writing: .structure) { view, node, builder in
        guard let center = builder.reader.point(node) else { return }
        builder.change { view.center = center }
      },
      size("width"), size("height"), arranging("stack"), arranging("grid"),
      .of(
        View.self, "repeat", value: "whole number, 1 to 1000", live: false, writing: .structure
      ) { _, node, builder in
        builder.reader.complain(
          node.complaint("expected repeat only beside the id of a view in subviews"))
      },
      // What a node says of where the view lies, which follows from the other keys.
      .of(
        View.self, "at", value: "[x, y, width, height]", live: false, writing: .structure
      ) { _, _, _ in },
      .of(View.self, "transform", value: "mapping, or six numbers", \.unzoomedTransform, transform),
      .of(View.self, "alpha", \.alpha, .number(0...1)),
      .of(View.self, "isHidden", \.isHidden, .bool),
      .of(View.self, "isUserInteractionEnabled", \.isUserInteractionEnabled, .bool),
      .of(View.self, "isMultipleTouchEnabled", \.isMultipleTouchEnabled, .bool),
      .of(View.self, "isInhibited", \.isInhibited, .bool),
      .of(View.self, "isExclusiveTouch", \.isExclusiveTouch, .bool),
      .of(View.self, "passesOn", value: "true or false", reading: \.passesOn) {
        view, node, builder in
        guard let answer = builder.reader.bool(node) else { return }
        if answer, view is Control {
          builder.reader.complain(
            node.complaint(
              "a control keeps its touches; set passesOn on a view behind it"))
          return
        }
        if answer, builder.isInPrivateWindow {
          builder.reader.complain(
            node.complaint("a private window passes no touches on; leave passesOn out"))
          return
        }
        builder.change { view.passesOn = answer }
      },
      .of(View.self, "canBecomeFocused", optional: \.mayBecomeFocused, .bool),
      .of(View.self, "isFocusGroup", value: "true or false", reading: \.isFocusGroup) {
        view, node, builder in
        guard let answer = builder.reader.bool(node) else { return }
        if answer, view is Control {
          builder.reader.complain(
            node.complaint("a control acts on select itself; set isFocusGroup on a view around it"))
          return
        }
        builder.change { view.isFocusGroup = answer }
      },
      text("accessibilityLabel") { $0.hasAccessibilityLabel = $1 },
      text("accessibilityValue"), text("accessibilityHint"),
      .touchAccommodations(of: View.self, \.touchAccommodations),
      .of(View.self, "zPosition", \.zPosition, .number()),
      .of(View.self, "actor", value: "name, or a program", writing: .kept) { view, node, builder in
        if node.isNull {
          builder.change { view.actor = nil }
        } else if let name = actor(node, builder.reader) {
          builder.change { [tree = builder.tree] in
            view.actor = name
            tree.namesActors = true
          }
        }
      },
      .of(View.self, "hit", value: "mapping", writing: .kept, hit),
      .of(View.self, "veto", value: "selectors of recognizers", writing: .kept) {
        view, node, builder in
        let selectors = builder.recognizerSelectors(node)
        builder.change {
          view.vetoes = { [unowned view] recognizer in
            selectors.fit(recognizer, seenFrom: view)
          }
        }
      },
      .of(
        View.self, "mountPoint", value: "true, false, or a list of programs", writing: .kept
      ) { view, node, builder in
        guard let point = MountPoint.read(node, builder.reader) else { return }
        let count = builder.tree.mountPoints.programs + (point?.programs.count ?? 0)
        guard count <= MountPoints.mostPrograms else {
          builder.reader.complain(
            node.complaint(
              "expected at most \(MountPoints.mostPrograms) programs in all mount points, "
                + "found \(count)"))
          return
        }
        builder.change { builder.tree.mountPoints[view.id] = point }
      },
    ] + ResponderKeys.all
  }

  // What is for programs alone: the engine knows at most that it is there.
  private static func text(
    _ key: String, _ note: @escaping (View, Bool) -> Void = { _, _ in }
  ) -> TreeKey {
    .of(View.self, key, value: "text", writing: .kept) { view, node, builder in
      let text = node.isNull ? nil : builder.reader.text(node)
      builder.change { note(view, !(text ?? "").isEmpty) }
    }
  }

  /// The subviews and recognizers of a view; read when all its other keys are known.
  static var content: [TreeKey] {
    [
      .of(
        View.self, "gestureRecognizers", value: "list of recognizers", live: false,
        writing: .structure
      ) { view, node, builder in
        builder.recognizers(node, on: view)
      },
      .of(
        View.self, "subviews", value: "list of views", live: false, writing: .structure
      ) { view, node, builder in
        builder.subviews(node, of: view)
      },
    ]
  }

  // The size that a view has where it is arranged.
  private static func size(_ name: String) -> TreeKey {
    .of(View.self, name, value: "length, or a part of the view around it", writing: .kept) {
      _, node, builder in
      guard !node.isNull else { return }
      _ = builder.reader.isLength(builder.reader.length(node, of: 1), at: node)
    }
  }

  private static func arranging(_ name: String) -> TreeKey {
    .of(
      View.self, name, value: name == "grid" ? "mapping" : "mapping, horizontal or vertical",
      writing: .kept
    ) { view, node, builder in
      guard !node.isNull, let arrangement = Arrangement.read(name, node, builder.reader),
        !builder.isLive
      else { return }
      if builder.arrangements.updateValue(arrangement, forKey: ObjectIdentifier(view)) != nil {
        builder.reader.complain(node.complaint("expected one of stack and grid, found both"))
      }
    }
  }

  // A name, or a program such as { unit: map.service }.
  private static func actor(_ node: Node, _ reader: Reader) -> String? {
    guard node.mapping != nil else {
      if node.sequence == nil { return reader.name(node) }
      reader.expected("a name, or a program such as { unit: map.service }", at: node)
      return nil
    }
    return PeerSettings.list(node, reader)?.first?.actor
  }

  // MARK: Hit-testing

  static let hitWords = hitTable.keys

  private static func hit(_ view: View, _ node: Node, _ builder: Builder) {
    let reader = builder.reader
    guard let mapping = node.mapping else {
      reader.expected("{shape, inset, passthrough, redirect}", at: node)
      return
    }
    for entry in mapping.entries {
      let value = entry.value
      switch entry.key {
      case "shape":
        if let shape = shape(reader, value) { builder.change { view.hitShape = shape } }
      case "inset":
        if let insets = reader.insets(value) { builder.change { view.hitInsets = insets } }
      case "passthrough":
        if let answer = reader.bool(value) { builder.change { view.isPassthrough = answer } }
      case "redirect":
        // Also when the name is not there yet.
        builder.change { view.hitRedirect = nil }
        if !value.isNull, let id = reader.name(value) {
          builder.requireView(id, at: value) { target in
            builder.change { view.hitRedirect = target }
          }
        }
      default: reader.unknown(entry, known: hitWords)
      }
    }
  }

  private static func shape(_ reader: Reader, _ node: Node) -> HitShape? {
    if let corners = node["polygon"], node.mapping?.entries.count == 1 {
      guard let nodes = corners.sequence, nodes.count >= 3 else {
        reader.expected("at least three corners [x, y]", at: corners)
        return nil
      }
      let points = nodes.map { reader.point($0) }
      return points.contains { $0 == nil } ? nil : .polygon(points.compactMap { $0 })
    }
    guard node.scalar != nil else {
      reader.expected("rectangle, ellipse or {polygon: [[x, y], …]}", at: node)
      return nil
    }
    return reader.choice(node, [("rectangle", .rectangle), ("ellipse", .ellipse)])
  }

  // MARK: Transforms

  static let transformWords = transformTable.keys

  // Six numbers, or scale, then rotate, then translate, whatever order they are written in.
  private static func transform(_ reader: Reader, _ node: Node) -> AffineTransform? {
    if node.sequence != nil {
      guard let n = reader.numbers(node, count: 6, "[a, b, c, d, tx, ty]") else { return nil }
      let matrix = AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
      return invertible(matrix, reader, node)
    }
    guard let mapping = node.mapping else {
      reader.expected("{rotate, scale, translate} or [a, b, c, d, tx, ty]", at: node)
      return nil
    }
    for entry in mapping.entries where !transformWords.contains(entry.key) {
      reader.unknown(entry, known: transformWords)
    }
    var result = AffineTransform.identity
    if let scale = mapping["scale"] {
      let pair = scale.sequence.map(Array.init) ?? [scale, scale]
      guard pair.count == 2 else {
        reader.expectedList("a number or [x, y]", count: 2, at: scale)
        return nil
      }
      let range = -1e4...1e4
      guard let x = reader.number(pair[0], in: range), let y = reader.number(pair[1], in: range)
      else { return nil }
      result = AffineTransform(scaleX: x, y: y)
    }
    if let rotate = mapping["rotate"] {
      guard let degrees = reader.number(rotate) else { return nil }
      result = result.concatenating(AffineTransform(rotation: degrees * .pi / 180))
    }
    if let translate = mapping["translate"] {
      guard let by = reader.point(translate) else { return nil }
      result = result.concatenating(AffineTransform(translation: by))
    }
    return invertible(result, reader, node)
  }

  private static func invertible(
    _ transform: AffineTransform, _ reader: Reader, _ node: Node
  ) -> AffineTransform? {
    let largest = [transform.a, transform.b, transform.c, transform.d].map(abs).max() ?? 0
    if abs(transform.determinant) > 1e-12, largest <= 1e4 { return transform }
    reader.complain(
      node.complaint(
        largest > 1e4
          ? "expected a transform that enlarges at most 10000 times"
          : "expected a transform that can be undone, found one that maps to a line"))
    return nil
  }
}
