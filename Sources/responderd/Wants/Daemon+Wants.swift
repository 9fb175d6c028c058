// What programs want of the tree: their puts, removes and sets, and what follows from them.
//
//     put, remove, set ──► Wants ──► the tree of all wants ──► its difference to the one before ──► the
//     living tree ──► records

import Configuration
import ConfigurationText
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// What is wanted in the scene in which the present request is served.
  var wants: Wants { scene.wants }

  // MARK: Requests

  /// Makes puts, removes and sets together, or none of them.
  func edit(
    _ connection: Connection, _ edits: [(edit: PlacedEdit, path: String)]
  ) throws(ProtocolError) -> Reply {
    let request = AskedRequest(of: connection, programs.owner(connection))
    let before = scenes.all.map { (scene: $0, state: $0.wants.state) }
    do throws(ProtocolError) {
      try lookingUpFewNames { () throws(ProtocolError) in
        for (edit, path) in edits { try ask(edit, path, request) }
        for asked in request.changes { scenes.serve(asked.scene) { makeValues(asked) } }
      }
      endPlans(request)
      for asked in request.changes where asked.changesTree {
        useProgram(of: connection)
        try scenes.serve(asked.scene) { () throws(ProtocolError) in try requireRoom(for: asked) }
      }
    } catch {
      for (scene, state) in before { scene.wants.state = state }
      endPlans(request)
      closeRooms(besides: before.map(\.scene))
      throw error
    }
    for asked in request.changes { scenes.serve(asked.scene) { make(asked) } }
    if let devices = request.devices {
      sources.use(devices.overrides)
      changes.insert(.devices)
      afterChange()
    }
    return reply(to: request)
  }

  private func ask(
    _ placed: PlacedEdit, _ path: String, _ request: AskedRequest
  ) throws(ProtocolError) {
    let isPut = if case .put = placed.edit { true } else { false }
    let scene = try scene(placed.window, path, request.connection, waits: isPut)
    try scenes.serve(scene) { () throws(ProtocolError) in
      try ask(placed.edit, path, changes(of: scene, request))
    }
  }

  private func endPlans(_ request: AskedRequest) {
    for asked in request.changes { VisibleTree(asked.scene.tree).endPlan() }
  }

  private func make(_ asked: AskedChanges) {
    if asked.changesTree { change(by: asked.owner, replacing: asked.replaced) }
    // What waits has the id of something else.
    let living = asked.living.filter { wants.tree.owner(of: $0.id) == $0.owner }
    if !living.isEmpty { write(living) }
  }

  private func reply(to request: AskedRequest) -> Reply {
    var (waits, unknown, overlaid): ([String], [String], [String]) = ([], [], [])
    for asked in request.changes {
      let wants = asked.scene.wants
      unknown += asked.names.filter { !wants.tree.has($0) }
      overlaid += asked.set.filter {
        wants.tree.owner(of: $0) == asked.owner && !wants.keys(over: $0).isEmpty
      }
      if asked.changesTree { waits += wants.waits(of: asked.owner) }
    }
    let seq = (request.changes.first?.scene ?? scene).session.encoder.seq
    return .result {
      $0.member("seq", seq)
      if !waits.isEmpty { $0.member("waits", waits.sorted()) }
      if !unknown.isEmpty { $0.member("unknown", unknown.sorted()) }
      if !overlaid.isEmpty { $0.member("overlaid", overlaid.sorted()) }
    }
  }

  private func ask(
    _ edit: Edit, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    try asked.request.count(1, path)
    switch edit {
    case .put(let wanted):
      makeValues(asked)
      try put(wanted, path, asked)
    case .remove(let target):
      makeValues(asked)
      try remove(target, path, asked)
    case .set(.device(let name), let values, _): try setDevice(name, values, path, asked)
    case .set(let target, let values, let own): try set(target, values, own, path, asked)
    }
  }

  // MARK: Putting

  private func put(
    _ wanted: WantedDescription, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    let inner = "\(path).\(wanted.kind.rawValue)"
    guard case .object = wanted.json else {
      throw ProtocolError(
        .invalidEdit, at: inner, "expected a mapping with the keys of the configuration")
    }
    let count = AskedChanges.things(in: wanted.json)
    try asked.request.count(count, path)
    try requireRoom(forNew: count, asked)
    if wanted.isLasting, case .connection = asked.owner {
      throw ProtocolError(
        .invalidEdit, at: "\(path).lasting", "expected a program with a name; send identify first")
    }
    if wanted.kind == .window {
      try requireEverywhere(asked, "a new window", path)
      try requireRoom(forPrivate: wanted.json, inner, asked)
    }
    try requireKey(for: wanted.json, of: wanted.json["id"]?.name, inner, asked)
    let place: Put.Place =
      switch wanted.place?.relation {
      case nil: .application
      case .into: .into(wanted.place?.id ?? "")
      case .presentedBy: .presentedBy(wanted.place?.id ?? "")
      case .pushedOn: .pushedOn(wanted.place?.id ?? "")
      }
    var relation = WantedThing.Relation.subview
    if case .presentedBy = place {
      relation = .presented(isModal: wanted.json["modal"]?.bool ?? true)
    }
    var isArranged: Bool? = false
    if case .into(let place) = place { isArranged = self.thing(place, asked)?.isArranging }
    let thing = try read(wanted.kind, wanted.json, relation, inner, asked, isArranged: isArranged)
    var put = Put(thing, place, by: asked.owner)
    put.sibling = wanted.above.map { .above($0) } ?? wanted.below.map { .below($0) }
    put.isLasting = wanted.isLasting
    let ids = put.thing.ids
    if !asked.mayEditEverywhere { try requireFreeNames(ids, path, asked) }
    asked.replaced.formUnion(asked.removed.intersection(ids))
    asked.removed.subtract(ids)
    asked.put.formUnion(ids)
    asked.changesTree = true
    do throws(Wants.Refusal) {
      try wants.put(put)
    } catch {
      throw ProtocolError(.refused, at: path, "\(error.message)")
    }
  }

  // Reads what a request describes as if it were in a file.
  private func read(
    _ sort: WantedThing.Sort, _ json: JSON, _ relation: WantedThing.Relation, _ path: String,
    _ asked: AskedChanges, isArranged: Bool?
  ) throws(ProtocolError) -> WantedThing {
    let read = try checked(path) { () throws(BlueprintError) in
      try WantedThing.read(
        sort, from: json, relation: relation, by: asked.owner, isArranged: isArranged,
        near: visibleTree)
    }
    asked.names.formUnion(read.names)
    if !asked.mayEditEverywhere { try requireReach(of: json, path, asked) }
    return read.thing
  }

  private func checked<Answer>(
    _ path: String, _ body: () throws(BlueprintError) -> Answer
  ) throws(ProtocolError) -> Answer {
    do throws(BlueprintError) {
      return try body()
    } catch {
      throw ProtocolError(.invalidEdit, error.message(at: path), path: path)
    }
  }

  // What a request that changes nothing has opened.
  private func closeRooms(besides known: [Scene]) {
    for room in scenes.rooms
    where room.box == nil && !(room.wants.hasPuts && known.contains { $0 === room }) {
      scenes.close(room)
    }
  }

  // MARK: Removing

  private func remove(
    _ target: EditTarget, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    if case .device = target {
      throw ProtocolError(
        .invalidEdit, at: "\(path).device", "expected a view, a controller or a recognizer")
    }
    let thing = try thing(target, path, asked)
    if thing.owner != asked.owner { try requireEdit(of: thing.id, path, target, asked) }
    guard thing.id != scene.window else {
      throw ProtocolError(
        .invalidEdit, at: "\(path).window",
        "expected the window itself without it, as it lies among the public ones")
    }
    guard thing.relation != .application, thing.relation != .delegate, thing.relation != .part,
      thing.relation != .view
    else {
      throw ProtocolError(
        .invalidEdit, at: "\(path).\(target.member)",
        "\"\(thing.id)\" is a part of something else; remove that")
    }
    asked.removed.formUnion(thing.ids)
    changes(of: takeOut(thing.id), asked.request).changesTree = true
  }

  // MARK: Setting

  private func set(
    _ target: EditTarget, _ values: [JSON.Member], _ own: Bool, _ path: String,
    _ asked: AskedChanges
  ) throws(ProtocolError) {
    let thing = try thing(target, path, asked)
    let isMine = thing.owner == asked.owner
    if !isMine { try requireEdit(of: thing.id, path, target, asked) }
    asked.set.insert(thing.id)
    var settings: [JSON.Member] = []
    for value in values {
      let inner = "\(path).\(value.name)"
      try requireKind(of: value, thing, inner)
      if value.value != .null, let obstacle = thing.obstacle(to: value.name) {
        throw ProtocolError(.invalidEdit, at: inner, obstacle)
      }
      if value.name == "isKeyWindow" {
        try requireKey(for: JSON([(value.name, value.value)]), of: thing.id, inner, asked)
      }
      if value.name == "above" || value.name == "below" {
        try place(thing, isMine, value, inner, asked)
        continue
      }
      if !asked.mayEditEverywhere {
        try requireReach(of: value.name, value.value, inner, asked)
        if !isMine, EditedPlace.keys.contains(value.name) {
          try requireEdit(around: thing.id, path, target, asked)
        }
      }
      try check(value, of: thing, inner, asked)
      guard Wants.living.contains(value.name) else {
        settings.append(value)
        continue
      }
      if own || value.value == .null && !Wants.keys.contains(value.name) {
        throw ProtocolError(
          .refused, at: inner, "expected a value, as \(value.name) lives: nothing lies over it")
      }
      asked.living.append(LivingValue(owner: thing.owner, id: thing.id, member: value))
    }
    if settings.isEmpty { return }
    asked.changesTree = true
    if isMine {
      asked.set(settings, of: thing.id)
    } else {
      wants.overlay(settings, over: thing.id, connection: own ? asked.connection.number : nil)
    }
  }

  // A value is checked with the living thing, or with the description of one that waits. The living
  // chains say nothing of those that earlier edits of the request make.
  private func check(
    _ value: JSON.Member, of thing: WantedThing, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    let names: Set<String>
    if wants.tree.has(thing.id), !asked.removed.contains(thing.id),
      value.name != "next" || !asked.changesTree || thing.relation == .application
    {
      names = try checked(path) { () throws(BlueprintError) in
        try asked.editor.check(value.name, value.value, of: thing.id)
      }
    } else {
      let alone = thing.alone.setting([value])
      names = try checked(path) { () throws(BlueprintError) in
        try WantedThing.read(
          alone.sort, from: alone.json, relation: alone.relation, isArranged: nil,
          near: visibleTree)
      }.names
    }
    asked.names.formUnion(names)
  }

  private func place(
    _ thing: WantedThing, _ isMine: Bool, _ value: JSON.Member, _ path: String,
    _ asked: AskedChanges
  ) throws(ProtocolError) {
    let name = value.value.string
    guard name != nil || value.value == .null else {
      throw ProtocolError(
        .badRequest, at: path, "expected the id of a sibling or null, found \(value.value.kind)")
    }
    let sibling = name.map { value.name == "above" ? Sibling.above($0) : .below($0) }
    asked.changesTree = true
    if !isMine {
      try requireEdit(around: thing.id, path, .view(thing.id), asked)
      return wants.overlay(sibling, of: thing.id)
    }
    guard wants.put(with: thing.id)?.id == thing.id else {
      throw ProtocolError(
        .invalidEdit, at: path,
        "expected the outermost thing of a put; the order of what is in it is that of the put")
    }
    wants.place(thing.id, sibling)
  }

  private func setDevice(
    _ name: String, _ values: [JSON.Member], _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) {
    let document = Document(file: "request")
    let nodes = values.map { ($0.name, $0.value == .null ? nil : $0.value.node(in: document)) }
    var devices =
      asked.request.devices
      ?? DeviceEdits(sources.overrides, configuration.settings, sources.devices) {
        [sources] in sources.statuses
      }
    try devices.set(name, nodes, path)
    asked.request.devices = devices
  }

  // MARK: Names

  // What a target names: something that the program itself wants, or something in the tree.
  private func thing(
    _ target: EditTarget, _ path: String, _ asked: AskedChanges
  ) throws(ProtocolError) -> WantedThing {
    let path = "\(path).\(target.member)"
    guard let found = thing(target.id, asked) else {
      throw visibleTree.unknown(target.what, target.id, path: path)
    }
    let isMeant =
      switch (target, found.kind) {
      case (.recognizer, .recognizer), (.recognizer, .part): true
      case (.view, .view), (.view, .application), (.view, .delegate): true
      case (.viewController, .viewController): true
      default: false
      }
    if isMeant { return found }
    throw ProtocolError(
      .notFound, at: path,
      "expected a \(target.what), found \"\(target.id)\", which is \(found.inWords)")
  }

  private func thing(_ id: String, _ asked: AskedChanges) -> WantedThing? {
    let isGone = asked.removed.contains(id) || asked.put.contains(id)
    let there = isGone ? nil : wants.tree.thing(id)
    if let there, there.owner == asked.owner { return there }
    let put = wants.put(with: id)
    if put?.owner == asked.owner { return put?.thing.thing(id) }
    return there ?? (asked.mayEditEverywhere ? put?.thing.thing(id) : nil)
  }
}

extension EditTarget {
  /// What it names, in the words of messages.
  fileprivate var what: String {
    switch self {
    case .view: "view"
    case .viewController: "view controller"
    case .recognizer: "recognizer"
    case .device: "device"
    }
  }
}

/// The keys of the place of a view, which belongs to what it is in.
enum EditedPlace {
  static let keys: Set = ["frame", "center", "bounds", "transform", "level", "hit"]
}
