// The names in the tree at one moment.

import Configuration
import ResponderKit

/// Everything that has a name in a tree.
struct StoryNames {
  private(set) var all: Set<String> = []
  private(set) var views: [View] = []
  private(set) var recognizers: [GestureRecognizer] = []
  private(set) var controllers: [ViewController] = []

  init(of application: Application) {
    all.insert(application.id)
    if let delegate = application.delegate as? Responder { all.insert(delegate.id) }
    for window in application.windows { add(window) }
  }

  private mutating func add(_ view: View) {
    views.append(view)
    all.insert(view.id)
    if let controller = view.viewController {
      controllers.append(controller)
      all.insert(controller.id)
    }
    for recognizer in view.gestureRecognizers {
      recognizers.append(recognizer)
      all.insert(recognizer.id)
    }
    for child in view.subviews { add(child) }
  }
}
