// What a client may do.

/// The rights that the configuration gives and requests need, by the words of both.
package enum Right: String, Sendable, CaseIterable { case subscribe, raw, edit, inject, control }
