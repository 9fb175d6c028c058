// What a request may hold of the engine without looking into it.
//
// The files of requests do not import ResponderKit, so the compiler gives them no member of these
// types: not what lies in a view, nor where it lies. They ask the tree that their client sees.

import ResponderKit

/// A view that a client named, or that lies around one.
typealias ViewHandle = View
/// A responder that a client named.
typealias ResponderHandle = Responder
/// A view controller that a client named.
typealias ControllerHandle = ViewController
/// A recognizer that a client named.
typealias RecognizerHandle = GestureRecognizer
/// Where a view lies.
typealias PathHandle = ViewPath
/// The moment of a request.
typealias RequestTime = Instant
