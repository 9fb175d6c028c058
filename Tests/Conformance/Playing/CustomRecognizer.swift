// The recognizer of kind `custom`: only the script sets its state.

import ResponderKit

/// A recognizer without conditions of its own.
final class CustomRecognizer: GestureRecognizer {}
