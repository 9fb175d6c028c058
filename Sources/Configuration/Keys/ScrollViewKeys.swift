// The keys of scroll views.

import ConfigurationText
import ResponderKit

enum ScrollViewKeys {
  /// Beside those of every view.
  static var all: [TreeKey] {
    [
      .of(
        ScrollView.self, "contentSize", value: "[width, height], lengths or parts of the view",
        reading: \.contentSize
      ) { view, node, builder in
        guard let size = builder.lengths(node, of: view.bounds.size) else { return }
        builder.change { view.contentSize = size }
      },
      .of(ScrollView.self, "contentInset", \.contentInset, .insets),
      // The offset is that of the zoomed content.
      .of(ScrollView.self, "minimumZoomScale", \.minimumZoomScale, .number(0.001...1000)),
      .of(
        ScrollView.self, "maximumZoomScale", value: "number, minimumZoomScale to 1000",
        reading: \.maximumZoomScale
      ) { view, node, builder in
        let range = view.minimumZoomScale...max(view.minimumZoomScale, 1000)
        guard let scale = builder.reader.number(node, in: range) else { return }
        builder.change { view.maximumZoomScale = scale }
      },
      .of(
        ScrollView.self, "zoomScale", value: "number, minimumZoomScale to maximumZoomScale",
        reading: \.restingScale
      ) { view, node, builder in
        // The usual scale is written where another one was, whatever the limits are.
        if node.double == 1 { return builder.change { view.zoomScale = 1 } }
        guard view.canZoom else {
          builder.reader.complain(
            node.complaint("expected a maximumZoomScale above the minimumZoomScale to zoom"))
          return
        }
        guard let scale = builder.reader.number(node, in: view.zoomLimits) else { return }
        builder.change { view.zoomScale = scale }
      },
      .of(ScrollView.self, "bouncesZoom", \.bouncesZoom, .bool),
      .of(ScrollView.self, "zoomOnDoubleTap", \.zoomOnDoubleTap, .bool),
      .of(ScrollView.self, "contentOffset", \.contentOffset, .point),
      .of(ScrollView.self, "isScrollEnabled", \.isScrollEnabled, .bool),
      .of(ScrollView.self, "delaysContentTouches", \.delaysContentTouches, .bool),
      .of(ScrollView.self, "contentDelay", \.contentDelay, .seconds(0...10)),
      .of(ScrollView.self, "canCancelContentTouches", \.canCancelContentTouches, .bool),
      .of(
        ScrollView.self, "touchesShouldBegin", value: "true, false or selectors of views",
        writing: .kept
      ) { view, node, builder in
        guard let answer = builder.answer(node) else { return }
        builder.change { view.shouldBeginContent = answer }
      },
      .of(
        ScrollView.self, "touchesShouldCancel", value: "true, false or selectors of views",
        writing: .kept
      ) { view, node, builder in
        guard let answer = builder.answer(node) else { return }
        builder.change { view.shouldCancelContent = answer }
      },
      .of(ScrollView.self, "isDirectionalLockEnabled", \.isDirectionalLockEnabled, .bool),
      .of(
        ScrollView.self, "dragStartBehavior", \.dragStartBehavior, .choice(DragStartBehavior.self)),
      .of(ScrollView.self, "nested", \.nested, .choice(NestedScrolling.self)),
      .of(ScrollView.self, "isPagingEnabled", \.isPagingEnabled, .bool),
      .of(ScrollView.self, "horizontalSnapOffsets", \.horizontalSnapOffsets, .offsets),
      .of(ScrollView.self, "verticalSnapOffsets", \.verticalSnapOffsets, .offsets),
      .of(ScrollView.self, "bounces", \.bounces, .bool),
      .of(ScrollView.self, "alwaysBounceVertical", \.alwaysBounceVertical, .bool),
      .of(ScrollView.self, "alwaysBounceHorizontal", \.alwaysBounceHorizontal, .bool),
      .of(
        ScrollView.self, "decelerationRate", value: "normal, fast, or a number, 0 to 0.9999",
        \.decelerationRate
      ) {
        if $1.string == "normal" { return 0.998 }
        if $1.string == "fast" { return 0.99 }
        return $0.number($1, in: 0...0.9999)
      },
      .of(ScrollView.self, "decelerationStep", \.decelerationStep, .seconds(0.001...1)),
      .of(
        ScrollView.self, "zoomView", value: "id of a subview", writing: .kept
      ) { view, node, builder in
        if node.isNull {
          builder.change { view.zoomView = nil }
          return
        }
        guard let id = builder.reader.name(node) else { return }
        builder.requireView(id, at: node) { content in
          if content.superview === view {
            builder.change { view.zoomView = content }
          } else {
            builder.reader.expected("a subview of \"\(view.id)\"", at: node)
          }
        }
      },
      .of(
        ScrollView.self, "panGestureRecognizer", value: "mapping", live: false,
        writing: .structure
      ) { view, node, builder in
        var pan: GestureRecognizer = view.panGestureRecognizer
        builder.apply(builder.tables.part(.pan), node: node, to: &pan, what: "a pan")
      },
      .of(
        ScrollView.self, "pinchGestureRecognizer", value: "mapping", live: false,
        writing: .structure
      ) { view, node, builder in
        guard var pinch: GestureRecognizer = view.pinchGestureRecognizer else {
          builder.reader.complain(
            node.complaint("expected a maximumZoomScale above the minimumZoomScale to have it"))
          return
        }
        builder.apply(builder.tables.part(.pinch), node: node, to: &pinch, what: "a pinch")
      },
    ]
  }
}

extension Builder {
  /// A size `[width, height]`, each in points or as part of a whole.
  func lengths(_ node: Node, of whole: Size) -> Size? {
    guard let nodes = node.sequence, nodes.count == 2 else {
      reader.expectedList("[width, height]", count: 2, at: node)
      return nil
    }
    let values = zip(nodes, [whole.width, whole.height]).map { reader.length($0, of: $1) }
    let areLengths = zip(values, nodes).map { reader.isLength($0, at: $1) }
    guard let width = values[0], let height = values[1], !areLengths.contains(false)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// An answer about views: `true`, `false`, or the views for which it is yes.
  func answer(_ node: Node) -> ((View) -> Bool)? {
    if let answer = node.scalar?.bool { return { _ in answer } }
    guard node.scalar != nil || node.mapping != nil || node.sequence != nil, !node.isNull else {
      reader.expected("true, false, or the views for which it is true", at: node)
      return nil
    }
    let selectors = reader.oneOrMore(node) { viewSelector($0) }
    return { view in selectors.contains { $0.fits(view) } }
  }
}
