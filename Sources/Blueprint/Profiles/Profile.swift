// Profiles: named limits for recognizers and scroll views of a tree or of a part of it.

import ResponderKit
import Words
import YAML

/// The limits in which a profile differs from the profile that it inherits from.
final class Profile {
  /// The name of the built-in profile, which cannot be changed.
  static let standardName = "uikit"

  let name: String
  /// The profile whose limits apply where this one has none; nil for the built-in one.
  fileprivate(set) var parent: Profile?
  /// The limits for each kind of recognizer and for scroll views, by the name of the kind.
  let measures: [String: Node]
  let constants: Node?

  init(_ name: String, measures: [String: Node], constants: Node?) {
    self.name = name
    self.measures = measures
    self.constants = constants
  }

  /// This profile and the profiles that it inherits from, in this order.
  var line: [Profile] { Array(sequence(first: self) { $0.parent }) }
}

/// All profiles of a configuration.
struct Profiles {
  private(set) var all: [Profile] = []

  /// The keys of a profile.
  static let words =
    ["inherits", "constants"] + RecognizerKind.all.map(\.word) + [scrollView]
  static let scrollView = ViewKind.scrollView.rawValue

  // Keys such as the numbers of fingers and directions belong to the recognizer.
  private static let measures: Set<String> = [
    "allowableMovement", "maximumTapDuration", "maximumTapInterval", "minimumPressDuration",
    "allowableTapMovement", "threshold", "velocityWindow", "edgeRegion", "maximumDuration",
    "minimumTravel", "travelDecay", "maximumDrift", "driftDecay", "minimumScore",
    "minimumLength", "contentDelay", "decelerationRate", "decelerationStep",
  ]

  /// The keys that a profile may have, in their order.
  static func measures<Owner>(among keys: [Key<Owner, Builder>]) -> [Key<Owner, Builder>] {
    keys.filter { measures.contains($0.name) }
  }

  /// The profile with a name; nil if there is none, and a nil inside for the standard profile.
  func find(_ node: Node, _ reader: Reader) -> Profile?? {
    guard let name = reader.name(node) else { return nil }
    if name == Profile.standardName { return .some(nil) }
    if let profile = all.first(where: { $0.name == name }) { return profile }
    let known = [Profile.standardName] + all.map(\.name)
    reader.expected(
      "the name of a profile", at: node,
      hint: didYouMean(name, among: known) ?? "known here: \(known.joined(separator: ", "))")
    return nil
  }

  // MARK: Reading

  /// Reads the profiles of a mapping from names to limits.
  init(_ node: Node, _ builder: Builder) {
    guard let mapping = node.mapping else {
      builder.reader.expected("a mapping from names to profiles", at: node)
      return
    }
    for entry in mapping.entries {
      if entry.key == Profile.standardName {
        builder.reader.complain(
          entry.complaint(
            "the profile \"\(Profile.standardName)\" is built in; give yours another name"))
      } else if let profile = Self.profile(entry, builder) {
        all.append(profile)
      }
    }
    for profile in all { inherit(profile, mapping, builder.reader) }
  }

  /// No profile but the standard's.
  init() {}

  private static func profile(_ entry: Mapping.Entry, _ builder: Builder) -> Profile? {
    guard let mapping = entry.value.mapping else {
      builder.reader.expected("a mapping", at: entry.value)
      return nil
    }
    var measures: [String: Node] = [:]
    for part in mapping.entries {
      if let kind = RecognizerKind(word: part.key) {
        var trial: GestureRecognizer = kind.make("trial")
        check(part.value, part.key, kind.ownKeys, on: &trial, builder)
        measures[part.key] = part.value
      } else if part.key == scrollView {
        var trial: Responder = ScrollView(id: "trial", frame: .zero)
        check(part.value, part.key, ScrollViewKeys.all, on: &trial, builder)
        measures[part.key] = part.value
      } else if part.key == "constants" {
        var trial = Constants()
        builder.reader.fields(
          of: part.value, into: &trial, keys: ConstantKeys.all, context: builder.reader,
          what: "constants")
      } else if part.key != "inherits" {
        builder.reader.unknown(part, known: words)
      }
    }
    return Profile(entry.key, measures: measures, constants: mapping["constants"])
  }

  // Each limit is tried on a temporary object, so that errors of unused profiles are found, too.
  private static func check<Owner>(
    _ node: Node, _ word: String, _ keys: [Key<Owner, Builder>], on trial: inout Owner,
    _ builder: Builder
  ) {
    guard let mapping = node.mapping else {
      return builder.reader.expected("a mapping with limits of a \(word)", at: node)
    }
    let known = measures(among: keys)
    for entry in mapping.entries {
      if let key = known.first(where: { $0.name == entry.key }) {
        key.apply(&trial, entry.value, builder)
      } else if keys.contains(where: { $0.name == entry.key }) {
        builder.reader.complain(
          entry.complaint("misplaced key; a profile has limits only; set this key at each \(word)"))
      } else {
        builder.reader.unknown(entry, known: known.map(\.name))
      }
    }
  }

  private func inherit(_ profile: Profile, _ mapping: Mapping, _ reader: Reader) {
    guard let node = mapping[profile.name]?["inherits"], let found = find(node, reader),
      let parent = found
    else { return }
    if let place = parent.line.firstIndex(where: { $0 === profile }) {
      let names = [profile.name] + parent.line[...place].map(\.name)
      reader.complain(
        node.complaint(
          "expected profiles that do not inherit in a cycle, "
            + "found \(names.joined(separator: " → "))"))
    } else {
      profile.parent = parent
    }
  }
}
