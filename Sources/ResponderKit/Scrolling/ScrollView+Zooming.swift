// Content that two fingers zoom.

extension ScrollView {
  final func pinchDidChange() {
    guard let pinch = pinchGestureRecognizer else { return }
    switch pinch.publicState {
    case .began:
      startScale = zoomScale
      pinchMiddle = pinch.line != nil ? middle(of: pinch) : nil
      if drag != nil, let pinchMiddle {
        if followPan() { report(.changed) }
        zoomAnchor = anchor(under: pinchMiddle)
      }
    case .changed: zoom(to: startScale * pinch.scale, by: pinch)
    case .ended, .cancelled: pinchPairDidChange()
    case .possible, .failed: break
    }
  }

  /// Updates the anchor because the pair of pinching fingers changed.
  final func pinchPairDidChange() {
    zoomAnchor = nil
    pinchMiddle = nil
  }

  /// The middle of the fingers, relative to the scroll view's top left corner.
  private final func middle(of pinch: PinchGestureRecognizer) -> Point {
    pinch.location(in: self) - contentOffset
  }

  /// The point of the content at scale 1 that is under the middle of the fingers.
  final func anchor(under middle: Point) -> Point { (contentOffset + middle) / zoomScale }

  private final func zoom(to wanted: Double, by pinch: PinchGestureRecognizer) {
    // Without a pair, a finger has just lifted; the scale is still that of both.
    let hasPair = pinch.line != nil
    let middle = hasPair ? middle(of: pinch) : pinchMiddle ?? middle(of: pinch)
    if !hasPair { zoomAnchor = nil }
    let hasFollowed = followPan()
    let anchor = zoomAnchor ?? anchor(under: middle)
    let hasZoomed = setZoomScale(wanted)
    var offset = anchor * zoomScale - middle
    offset = drag == nil ? withinLimits(offset) : dragged(to: offset, isZooming: true)
    let hasMoved = (drag != nil || hasZoomed) && move(to: offset)
    if hasZoomed { report(.zooming) } else if hasMoved || hasFollowed { report(.changed) }
    pinchMiddle = hasPair ? middle : nil
    zoomAnchor = hasPair && drag != nil ? anchor : nil
    restartDrag()
  }

  /// Moves the content so that the point under the middle of the fingers stays there; returns
  /// whether that changed anything.
  final func keepsAnchor() -> Bool {
    guard let zoomAnchor, let pinchMiddle, pinchGestureRecognizer?.line != nil else {
      self.zoomAnchor = nil
      return false
    }
    let hasMoved = move(to: dragged(to: zoomAnchor * zoomScale - pinchMiddle, isZooming: true))
    restartDrag()
    return hasMoved
  }

  /// Scales the content; returns whether that changed anything.
  private final func setZoomScale(_ wanted: Double) -> Bool {
    let scale = min(max(wanted, minimumZoomScale), maximumZoomScale)
    guard scale != zoomScale, scale > 0, scale.isFinite else { return false }
    let factor = scale / zoomScale
    zoomScale = scale
    isMovingContent = true
    contentSize = Size(width: contentSize.width * factor, height: contentSize.height * factor)
    isMovingContent = false
    // A zoom view that was moved to another superview is no longer content.
    if let zoomView, zoomView.superview === self {
      zoomView.transform = AffineTransform(scaleX: scale, y: scale)
      zoomView.center = Point(
        x: zoomView.bounds.size.width * scale / 2, y: zoomView.bounds.size.height * scale / 2)
    }
    return true
  }
}
