// How deep, how wide and how full a thing is that is wanted, known without looking into it.

/// The size of a thing with all in it, for the bounds in which one touch takes no more than a moment.
struct Extent {
  /// The number of things, itself included.
  var size: Int32 = 1
  // The views below each other, and the recognizers that one touch reaches in them.
  private var depth: Int32 = 0
  private var reach: Int32 = 0
  // What is presented lies in the window, however deep its presenter is.
  private var presentedDepth: Int32 = 0
  private var presentedReach: Int32 = 0
  // The largest number of subviews of one view, and of its own recognizers.
  private var width: Int32 = 0
  private var recognizers: Int32 = 0

  /// Whether something in it has one of the keys of `WantedThing.linking`.
  private(set) var links: Bool

  init(_ kind: WantedThing.Kind, _ children: [WantedThing], links: Bool) {
    self.links = links || children.contains { $0.extent.links }
    var subviews: Int32 = 0
    var own: Int32 = 0
    for child in children {
      let inner = child.extent
      size += inner.size
      width = max(width, inner.width)
      recognizers = max(recognizers, inner.recognizers)
      presentedDepth = max(presentedDepth, inner.presentedDepth)
      presentedReach = max(presentedReach, inner.presentedReach)
      switch child.relation {
      case .presented:
        presentedDepth = max(presentedDepth, inner.depth)
        presentedReach = max(presentedReach, inner.reach)
      case .recognizer: own += 1
      case .root, .subview:
        subviews += 1
        depth = max(depth, inner.depth)
        reach = max(reach, inner.reach)
      case .window, .view:
        depth = max(depth, inner.depth)
        reach = max(reach, inner.reach)
      case .application, .delegate, .child, .page, .part: break
      }
    }
    switch kind {
    // They come and go with their view.
    case .part: size = 0
    case .view(let kind):
      depth += 1
      reach += own
      width = max(width, subviews)
      recognizers = max(recognizers, own)
      if kind == .window {
        depth = max(depth, presentedDepth + 1)
        reach = max(reach, presentedReach + own)
      }
    case .viewController: add(children)
    case .application, .delegate, .recognizer: break
    }
  }

  // The views of pages and child controllers lie in that of their parent.
  private mutating func add(_ children: [WantedThing]) {
    guard let view = children.first(where: { $0.relation == .view }) else { return }
    var subviews = Int32(view.children.count { $0.relation == .subview || $0.relation == .root })
    let own = Int32(view.children.count { $0.relation == .recognizer })
    for child in children where child.relation == .page || child.relation == .child {
      subviews += 1
      depth = max(depth, child.extent.depth + 1)
      reach = max(reach, child.extent.reach + own)
    }
    width = max(width, subviews)
  }

  /// Whether a tree of this extent keeps the bounds.
  var isWithinBounds: Bool {
    depth <= TreeBounds.depth && width <= TreeBounds.subviews
      && recognizers <= TreeBounds.recognizersOfView && reach <= TreeBounds.recognizersOfTouch
  }
}
