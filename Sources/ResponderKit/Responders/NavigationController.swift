// A controller that shows one of several pages.
//
//     push ──► ┌ page 3 ┐ topViewController: it is hit
//              │ page 2 │ behind: keeps its state, and receives nothing
//     pop  ◄── └ page 1 ┘ viewControllers.first

/// A controller whose view has pages: the views of other controllers, of which only the front-most
/// one is shown.
///
/// Every subview of the root view that is the root view of a controller is a page; other subviews,
/// such as a bar, are always shown. Touches, gestures and presses in a page end when another page
/// comes in front of it, as if the page was removed from its window.
open class NavigationController: ViewController {
  package override class var kindWord: StaticString { "navigationController" }

  private var shownPage: ObjectIdentifier?

  private final var pages: [View] { view?.subviews.filter { $0.viewController != nil } ?? [] }

  /// The controllers of the pages, from the first one to the one that is shown.
  public final var viewControllers: [ViewController] { pages.compactMap(\.viewController) }

  /// The controller of the page that is shown.
  public final var topViewController: ViewController? {
    view?.subviews.last { $0.viewController != nil }?.viewController
  }

  /// Shows a page in front of the others, and behind the other subviews.
  public final func push(_ controller: ViewController) {
    guard let view, let page = controller.view else { return }
    let top = topViewController?.view
    addChild(controller)
    if let top, top !== page {
      view.insertSubview(page, aboveSubview: top)
    } else {
      view.insertSubview(page, at: 0)
    }
  }

  /// Removes the page that is shown, so that the one behind it is shown; the first page stays.
  @discardableResult
  public final func pop() -> ViewController? {
    guard pages.count > 1, let top = topViewController else { return nil }
    top.removeFromParent()
    top.view?.removeFromSuperview()
    return top
  }

  override final func pagesDidChange() {
    let pages = pages
    for page in pages.dropLast() where !page.isBehindPage { page.isBehindPage = true }
    if let top = pages.last, top.isBehindPage { top.isBehindPage = false }
    let shown = pages.last.map { ObjectIdentifier($0) }
    guard shown != shownPage else { return }
    shownPage = shown
    if let top = pages.last { application?.zones.zone(of: top).cameInFront(top) }
  }
}

extension ViewController {
  /// The navigation controller of which this controller is a page.
  package final var navigationController: NavigationController? {
    view?.superview?.viewController as? NavigationController
  }
}
