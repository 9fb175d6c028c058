// Content that fingers zoom.

/// A zoom by fingers that is under way.
struct ContentZoom {
  /// The scale to which the fingers would have zoomed the content at their factor 1.
  var base: Double
  /// The factor of the fingers.
  var factor = 1.0
  /// The middle of the fingers, relative to the scroll view's top left corner; nil without a pair.
  var middle: Point?
  /// The point of the content at scale 1 that stays under that middle.
  var anchor: Point?

  /// Forgets the middle, because other fingers are the pair now.
  mutating func forgetPair() {
    middle = nil
    anchor = nil
  }
}

extension ScrollView {
  final func pinchDidChange() {
    guard let pinch = pinchGestureRecognizer else { return }
    switch pinch.publicState {
    case .began:
      // Content that a pan drags already follows the middle of the fingers.
      let middle = isDragging ? middle(of: pinch) : convert(pinch.origin, from: nil) - contentOffset
      beginZoom(at: pinch.line != nil ? middle : nil)
      follow(pinch)
    case .changed: follow(pinch)
    case .ended, .cancelled: endZoom()
    case .possible, .failed: break
    }
  }

  private final func beginZoom(at middle: Point?) {
    if followPan() { report(.changed) }
    stop()
    if !isHeld { report(.began) }
    zoom = ContentZoom(base: scale, middle: middle)
    holdAgain()
  }

  private final func endZoom() {
    guard zoom != nil else { return }
    zoom = nil
    if drag == nil { release(velocity: .zero) }
  }

  /// A double tap zooms between the smallest scale and 2.5 times it; held, by the way of the finger.
  final func doubleTapDidChange(
    _ doubleTap: ScrollDoubleTapGestureRecognizer, isZooming: Bool
  ) {
    let point = doubleTap.location(in: self)
    switch doubleTap.publicState {
    case .began: beginZoom(at: point - contentOffset)
    case .changed:
      guard let middle = zoom?.middle, let anchor = zoom?.anchor else { return }
      zoom(by: doubleTap.factor, anchor, at: middle)
    case .ended where isZooming: endZoom()
    case .ended:
      let largest = min(2.5 * minimumZoomScale, maximumZoomScale)
      setZoomScale(
        scale > minimumZoomScale ? minimumZoomScale : largest, about: point / scale, animated: true)
    case .cancelled: endZoom()
    case .possible, .failed: break
    }
  }

  /// Zooms by the factor of the fingers; a point of the content stays at a point of the view.
  private final func zoom(
    by factor: Double, _ anchor: Point, at middle: Point, hasFollowed: Bool = false
  ) {
    guard let base = zoom?.base else { return }
    zoom?.factor = factor
    let wanted =
      bouncesZoom
      ? Resistance.resisted(scale: base * factor, limits: zoomLimits)
      : zoomLimits.nearest(to: base * factor)
    // Fingers that keep their distance do not zoom, whatever the last digits are.
    let hasZoomed = abs(wanted - scale) > 1e-9 && setScale(wanted)
    let hasMoved = move(to: dragged(to: anchor * scale - middle, isZooming: true))
    if hasZoomed { report(.zooming) } else if hasMoved || hasFollowed { report(.changed) }
  }

  /// The middle of the fingers, relative to the scroll view's top left corner.
  private final func middle(of pinch: PinchGestureRecognizer) -> Point {
    pinch.location(in: self) - contentOffset
  }

  /// The point of the content at scale 1 that is under a point of the view, or would be without
  /// limits.
  final func anchor(under point: Point) -> Point { (pulledOffset + point) / scale }

  /// Continues the zoom from the current scale and offset.
  final func rebaseZoom() {
    guard let factor = zoom?.factor else { return }
    zoom?.base = Resistance.pulled(scale: scale, limits: zoomLimits) / factor
    holdAnchor()
  }

  /// Lets what lies under the middle of the fingers now stay there.
  final func holdAnchor() {
    let anchor = (zoom?.middle).map(anchor(under:))
    zoom?.anchor = anchor
  }

  private final func follow(_ pinch: ScrollPinchGestureRecognizer) {
    guard let zoom else { return }
    // Without a pair, a finger has just lifted; the scale is still that of both.
    let hasPair = pinch.line != nil
    let middle = hasPair ? middle(of: pinch) : zoom.middle ?? middle(of: pinch)
    if !hasPair { self.zoom?.anchor = nil }
    let hasFollowed = followPan()
    let anchor = self.zoom?.anchor ?? anchor(under: middle)
    self.zoom(by: pinch.followedScale, anchor, at: middle, hasFollowed: hasFollowed)
    self.zoom?.middle = hasPair ? middle : nil
    self.zoom?.anchor = hasPair ? reachable(anchor, middle) : nil
    rebaseDrag()
  }

  /// An anchor that is what lies under the middle along an axis on which content cannot move.
  private final func reachable(_ anchor: Point, _ middle: Point) -> Point {
    var anchor = anchor
    let under = (contentOffset + middle) / scale
    if !canDrag(.horizontal), scale >= minimumZoomScale { anchor.x = under.x }
    if !canDrag(.vertical), scale >= minimumZoomScale { anchor.y = under.y }
    return anchor
  }

  /// Moves the content so that the point under the middle of the fingers stays there; returns
  /// whether that changed anything.
  final func keepsAnchor() -> Bool {
    guard let middle = zoom?.middle, let anchor = zoom?.anchor,
      pinchGestureRecognizer?.line != nil
    else {
      zoom?.anchor = nil
      return false
    }
    let hasMoved = move(to: dragged(to: anchor * scale - middle, isZooming: true))
    rebaseDrag()
    return hasMoved
  }
}
