// The members that all components of a panel have in Home Assistant.

import Protocol

/// Makes components with the names and topics of one panel.
struct ComponentMaker {
  /// The beginning of all names of the panel, unique among all panels of all prefixes.
  let identifier: String
  /// The topics of the panel.
  let topics: Topics

  /// A component of a platform, with the members that only it has.
  func component(
    _ platform: String, _ name: String, subject: String, topic: String,
    followsPanel: Bool = true, _ more: [(String, JSON)]
  ) -> DeviceMessage.Component {
    let key = "\(platform)_\(DeviceMessage.identifier(subject))"
    var members: [JSON.Member] = [
      .init("platform", .string(platform)), .init("name", .string(name)),
      .init("unique_id", .string("\(identifier)_\(key)")),
      .init("state_topic", .string(topic)),
    ]
    if followsPanel { members.append(.init("availability_topic", .string(topics.status))) }
    members += more.map { .init($0.0, $0.1) }
    return DeviceMessage.Component(key: key, members: members)
  }
}
