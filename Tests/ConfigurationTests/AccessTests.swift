// Who may do what, as it is written.

import Configuration
import ConfigurationText
import Protocol
import Testing

@Suite struct AccessTests {
  @Test func `rules name a user, a group or a unit, and what they may`() throws {
    let settings = try Blueprint.load(
      """
      socket: { rights: [] }
      access:
        - { user: admin, rights: all }
        - { group: 1000, rights: [raw, edit], under: [w, red] }
        - { unit: kiosk.service, rights: inject }
      application: { windows: [{ id: w, subviews: [{ id: red, frame: [0, 0, 9, 9] }] }] }
      """, file: "f.yaml"
    ).settings
    #expect(settings.socket.rights == [])
    #expect(
      settings.access.map(\.peer) == [
        PeerSettings(.user, "admin"), PeerSettings(.group, "1000"),
        PeerSettings(.unit, "kiosk.service"),
      ])
    #expect(
      settings.access.map(\.rights) == [
        Set(Right.allCases), [.raw, .edit], [.inject],
      ])
    #expect(settings.access.map(\.under) == [nil, ["w", "red"], nil])
  }

  @Test func `by default a client that the socket admits may subscribe`() throws {
    let settings = try Blueprint.load("{}", file: "f.yaml").settings
    #expect(settings.socket.rights == [.subscribe])
    #expect(settings.access == [])
  }

  @Test func `users and groups are remembered with their places`() throws {
    let mentions = try Blueprint.load(
      """
      access:
        - { user: nobody-has-this, rights: all }
        - { unit: kiosk.service, rights: raw }
        - { group: nor-this, rights: raw }
      """, file: "f.yaml"
    ).mentions
    #expect(
      mentions.map(\.complaint.summary) == [
        "f.yaml:2:13: warning: access[0].user: this machine has no user named "
          + "\"nobody-has-this\"; it matches no client",
        "f.yaml:4:14: warning: access[2].group: this machine has no group named \"nor-this\"; "
          + "it matches no client",
      ])
  }

  @Test func `every error is reported at its place`() {
    #expect(
      errors(
        """
        access:
          - { user: a, group: b, rights: all }
          - { rights: raw }
          - { user: a }
          - { user: a, rights: [raw, edti] }
          - { unit: kiosk, rights: everything }
          - { group: a b, rights: raw }
          - { group: a, rights: [edit], under: [rde, red] }
          - { group: a, rights: [raw], under: [red] }
          - { gruop: a, rights: ~ }
          - kiosk
        application: { windows: [{ id: w, subviews: [{ id: red, frame: [0, 0, 9, 9] }] }] }
        """) == [
          "f.yaml:2:5: access[0]: expected one of user, group and unit, found user and group",
          "f.yaml:3:5: access[1]: expected one of user, group and unit, found none",
          "f.yaml:4:5: access[2]: expected the key \"rights\" in a rule of access, found none",
          "f.yaml:5:30: access[3].rights[1]: expected one of subscribe, raw, edit, inject, control, "
            + "found \"edti\"; did you mean \"edit\"?",
          "f.yaml:6:13: access[4].unit: expected the name of a unit such as kiosk.service, "
            + "found \"kiosk\"",
          "f.yaml:6:28: access[4].rights: expected one of subscribe, raw, edit, inject, control, "
            + "all, found \"everything\"",
          "f.yaml:7:14: access[5].group: expected a name without spaces, found \"a b\"",
          "f.yaml:8:41: access[6].under[0]: no view has the id \"rde\"; did you mean "
            + "\"red\"?",
          "f.yaml:9:39: access[7].under: expected the right \"edit\" in rights, because "
            + "under limits only this",
          "f.yaml:10:5: access[8]: expected one of user, group and unit, found none",
          "f.yaml:10:7: access[8].gruop: unknown key; did you mean \"group\"?",
          "f.yaml:10:25: access[8].rights: expected all, or a list of rights, found nothing",
          "f.yaml:11:5: access[9]: expected a rule of access, found \"kiosk\"",
        ])
    #expect(
      errors("access: { user: a }") == [
        "f.yaml:1:9: access: expected a list of rules such as { group: kiosk, rights: [edit] }, "
          + "found a mapping"
      ])
  }
}
