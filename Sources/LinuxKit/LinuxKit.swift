// Filled in its own change.
