// Pages that a finger draws away from the edge.

extension ScreenEdgePanGestureRecognizer {
  /// The page in front of others, of the navigation controller whose root view the recognizer is on.
  final var pageToPop: ViewController? {
    guard let pages = view?.viewController as? NavigationController,
      pages.viewControllers.count > 1
    else { return nil }
    return pages.topViewController
  }

  /// How far the page is drawn away, from 0 to 1; nil without a page or before it begins.
  final var progress: Double? {
    guard let view, pageToPop != nil, edge != [] else { return nil }
    let length = edge == .left || edge == .right ? view.bounds.size.width : view.bounds.size.height
    return length > 0 ? min(max(inward(translation(in: view)) / length, 0), 1) : 0
  }

  /// The part of a vector that leads away from the edge.
  private final func inward(_ vector: Point) -> Double {
    switch edge {
    case .left: vector.x
    case .right: -vector.x
    case .top: vector.y
    default: -vector.y
    }
  }

  /// Pops the page if it is drawn half away, or at least 10 points and fast; a fast finger that turns
  /// back keeps it.
  final func popPage() {
    guard let view, let page = pageToPop, let progress else { return }
    let speed = inward(velocity(in: view))
    let isFast = speed >= 250 && inward(translation(in: view)) >= 10
    guard isFast || progress >= 0.5 && speed > -250 else { return }
    view.application?.pop(page)
  }
}

extension Application {
  /// Pops a page when the running turn has ended, if it still is in front then.
  final func pop(_ page: ViewController) {
    afterTurn { [unowned self] in
      guard let pages = page.navigationController, pages.topViewController === page else { return }
      if let popPage { popPage(page, turn.timeOfEdit) } else { edit { _ = pages.pop() } }
    }
  }
}
