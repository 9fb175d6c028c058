// What a fuzzer checks; a broken promise ends the program with its words, also in optimised builds.

/// Ends the program where a promise is broken.
func expect(_ isKept: Bool, _ broken: @autoclosure () -> String) {
  if !isKept { fatalError(broken()) }
}
