// Handles of the engine's objects for requests.
//
// The files of requests do not import ResponderKit, so the compiler gives them no member of these
// types, such as subviews or superviews. Requests read the tree that their client sees.

import ResponderKit

/// A view that a client named, or an ancestor of one.
typealias ViewHandle = View
/// A responder that a client named.
typealias ResponderHandle = Responder
/// A view controller that a client named.
typealias ControllerHandle = ViewController
/// A recognizer that a client named.
typealias RecognizerHandle = GestureRecognizer
/// The path of a view.
typealias PathHandle = ViewPath
/// The time of a request.
typealias RequestTime = Instant
