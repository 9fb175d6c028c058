// The profile that applies while objects are built, and the limits that it sets.

import ResponderKit
import YAML

extension Builder {
  /// Applies the profile that the application names, with its constants.
  func useProfile(_ node: Node, of application: Application) {
    guard let found = tree.profiles.find(node, reader) else { return }
    profile = found
    tree.applicationProfile = found
    var constants = application.constants
    for profile in found?.line.reversed() ?? [] {
      guard let node = profile.constants else { continue }
      reader.fields(
        of: node, into: &constants, keys: ConstantKeys.all, context: reader, what: "constants")
    }
    change { application.constants = constants }
  }

  /// Builds a view with everything in it under the profile that it names, if it names one.
  func underProfile(of view: View, _ node: Node, _ under: KindEntry?, _ build: () -> Void) {
    let outside = profile
    defer { profile = outside }
    if let named = node["profile"] ?? under?.fields?["profile"],
      let found = tree.profiles.find(named, reader)
    {
      profile = found
      tree.profilesOfViews[view.id] = found
      refuseConstants(of: found, at: named)
    }
    guard let scrollView = view as? ScrollView else { return build() }
    setMeasures(of: scrollView)
    setMeasures(of: scrollView.panGestureRecognizer)
    build()
    // Zooming brings a recognizer that its own key has seen to if it is written.
    if node["pinchGestureRecognizer"] == nil, under?.fields?["pinchGestureRecognizer"] == nil,
      let pinch = scrollView.pinchGestureRecognizer
    {
      setMeasures(of: pinch)
    }
  }

  private func refuseConstants(of profile: Profile?, at node: Node) {
    let shared = tree.applicationProfile?.line ?? []
    let strange = profile?.line.first { one in
      one.constants != nil && !shared.contains { $0 === one }
    }
    guard let strange else { return }
    reader.complain(
      node.complaint(
        "expected a profile without constants of its own, which apply to the whole application, "
          + "found those of \"\(strange.name)\""))
  }

  /// Sets the limits that the applying profile has for the kind of a recognizer.
  func setMeasures(of recognizer: GestureRecognizer) {
    guard let profile, let kind = RecognizerKind(of: recognizer) else { return }
    var owner = recognizer
    setMeasures(kind.word, kind.ownKeys, of: profile, on: &owner)
  }

  private func setMeasures(of scrollView: ScrollView) {
    guard let profile else { return }
    var owner: Responder = scrollView
    setMeasures(Profiles.scrollView, ScrollViewKeys.all, of: profile, on: &owner)
  }

  private func setMeasures<Owner>(
    _ word: String, _ keys: @autoclosure () -> [Key<Owner, Builder>], of profile: Profile,
    on owner: inout Owner
  ) {
    let nodes = profile.line.reversed().compactMap { $0.measures[word] }
    if nodes.isEmpty { return }
    let keys = Profiles.measures(among: keys())
    for node in nodes {
      for key in keys {
        if let value = node[key.name] { key.apply(&owner, value, self) }
      }
    }
  }
}

extension Tree {
  /// The profile that applies in a view; nil for the built-in one.
  func profile(in view: View) -> Profile? {
    if profilesOfViews.isEmpty { return applicationProfile }
    for each in sequence(first: view, next: { $0.superview }) {
      if let profile = profilesOfViews[each.id] { return profile }
    }
    return applicationProfile
  }
}
