// The scale of content, and zooms by programs.

/// The zoom view as it is at scale 1, and what a zoom has made of it.
struct UnzoomedView {
  let center: Point
  let transform: AffineTransform
  fileprivate let zoomedCenter: Point
  fileprivate let zoomedTransform: AffineTransform
}

extension ScrollView {
  /// The current scale of the content.
  ///
  /// Setting it zooms at once about the middle of the view, within the limits; a view that is in no
  /// application keeps its offset.
  public final var zoomScale: Double {
    get { scale }
    set {
      guard newValue.isFinite else { return }
      if application == nil {
        setScale(zoomLimits.nearest(to: newValue))
      } else {
        zoom(to: place(at: newValue), animated: false)
      }
    }
  }

  /// The scale, or the nearest at which the content may rest.
  package final var restingScale: Double { zoomLimits.nearest(to: scale) }

  /// The scales at which the content rests.
  package final var zoomLimits: ClosedRange<Double> {
    minimumZoomScale...max(minimumZoomScale, maximumZoomScale)
  }

  /// Whether there is more than one of them.
  package final var canZoom: Bool { pinchGestureRecognizer != nil }

  /// The size of the content at its scale.
  package final var zoomedContentSize: Size {
    Size(width: contentSize.width * scale, height: contentSize.height * scale)
  }

  /// What the view shows of its content now.
  final var place: ContentPlace { ContentPlace(offset: contentOffset, scale: scale) }

  /// Zooms to a scale, or the nearest within the limits; a point of the content at scale 1 stays where
  /// it is, as far as the limits allow, or the middle of the view.
  ///
  /// A finger that lands on animated content stops it. Under fingers that drag or zoom, it jumps.
  public final func setZoomScale(_ scale: Double, about point: Point? = nil, animated: Bool) {
    guard scale.isFinite else { return }
    zoom(to: place(at: scale, about: point), animated: animated)
  }

  /// Zooms so that a rectangle of the content at scale 1 fills the view as far as the limits allow,
  /// and lies in its middle.
  public final func zoom(to rect: Rect, animated: Bool) {
    guard rect.size.width > 0, rect.size.height > 0 else { return }
    let fitting = min(bounds.size.width / rect.size.width, bounds.size.height / rect.size.height)
    let scale = zoomLimits.nearest(to: fitting)
    let offset = rect.center * scale - Point(x: bounds.size.width / 2, y: bounds.size.height / 2)
    zoom(to: withinLimits(ContentPlace(offset: offset, scale: scale)), animated: animated)
  }

  private final func zoom(to end: ContentPlace, animated: Bool) {
    if animated, !isHeld, application != nil { return startZoom(to: end) }
    setScale(end.scale)
    contentOffset = end.offset
  }

  /// The place within all limits at which the content has a scale, and a point of the content at
  /// scale 1 is where it was; nil is the point in the middle of the view.
  final func place(at wanted: Double, about point: Point? = nil) -> ContentPlace {
    let next = zoomLimits.nearest(to: wanted)
    guard next != scale else { return withinLimits(place) }
    let middle = Point(x: bounds.size.width / 2, y: bounds.size.height / 2)
    let point = point ?? (contentOffset + middle) / scale
    let offset = contentOffset + point * (next - scale)
    return withinLimits(ContentPlace(offset: offset, scale: next))
  }

  /// Scales the content; returns whether that changed anything.
  @discardableResult final func setScale(_ wanted: Double) -> Bool {
    guard wanted != scale, wanted > 0, wanted.isFinite else { return false }
    let former = scale
    scale = wanted
    if let zoomView { fit(zoomView, from: former, to: scale) }
    application?.hover.contentDidMove()
    return true
  }

  /// Gives the zoom view the size and position that it has at a scale. One that was moved to another
  /// superview is no longer content.
  final func fit(_ view: View, from former: Double, to scale: Double) {
    guard view.superview === self, former != scale else { return }
    let one = unzoomed(view, at: former)
    view.center = one.center * scale
    view.transform =
      scale == 1
      ? one.transform
      : one.transform.concatenating(AffineTransform(scaleX: scale, y: scale))
    unzoomed = UnzoomedView(
      center: one.center, transform: one.transform, zoomedCenter: view.center,
      zoomedTransform: view.transform)
  }

  /// A view at scale 1 that has been zoomed to a scale, and perhaps changed since.
  fileprivate final func unzoomed(
    _ view: View, at scale: Double
  ) -> (center: Point, transform: AffineTransform) {
    let known = unzoomed
    let back = AffineTransform(scaleX: 1 / scale, y: 1 / scale)
    let center = known.flatMap { $0.zoomedCenter == view.center ? $0.center : nil }
    let transform = known.flatMap { $0.zoomedTransform == view.transform ? $0.transform : nil }
    return (
      center ?? view.center / scale, transform ?? view.transform.concatenating(back)
    )
  }
}

extension View {
  /// The scroll view that zooms this view now.
  private final var zoomer: ScrollView? {
    guard let scrollView = superview as? ScrollView, scrollView.zoomView === self,
      scrollView.scale != 1
    else { return nil }
    return scrollView
  }

  /// The position of the view's middle at scale 1, for a zoom view.
  package final var unzoomedCenter: Point {
    get { zoomer.map { $0.unzoomed(self, at: $0.scale).center } ?? center }
    set { center = zoomer.map { newValue * $0.scale } ?? newValue }
  }

  /// The view's transform at scale 1, for a zoom view.
  package final var unzoomedTransform: AffineTransform {
    get { zoomer.map { $0.unzoomed(self, at: $0.scale).transform } ?? transform }
    set {
      transform =
        zoomer.map { newValue.concatenating(AffineTransform(scaleX: $0.scale, y: $0.scale)) }
        ?? newValue
    }
  }
}
