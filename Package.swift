// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "responderd",
  products: [
    .executable(name: "responderd", targets: ["responderd"]),
    .executable(name: "responderctl", targets: ["responderctl"]),
    .executable(name: "responder-web", targets: ["responder-web"]),
    .executable(name: "responder-mqtt", targets: ["responder-mqtt"]),
    .executable(name: "responder-tuio", targets: ["responder-tuio"]),
    .library(name: "ResponderKit", targets: ["ResponderKit"]),
    .library(name: "ResponderConfiguration", targets: ["ResponderConfiguration"]),
    .library(name: "ResponderDevices", targets: ["ResponderDevices"]),
    .library(name: "ResponderClient", targets: ["ResponderClient"]),
  ],
  targets: [
    // C: system headers, and the few calls Swift cannot reach.
    .target(name: "CLinux"),
    .target(name: "CLibinput"),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CMtdev", pkgConfig: "mtdev", providers: [.apt(["libmtdev-dev"])]),
    .systemLibrary(
      name: "CLibwebsockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),

    // Pure: no clock, no descriptor.
    .target(name: "Words"),
    .target(name: "CommandLines", dependencies: ["Words"]),
    .target(name: "Permissions"),
    .target(name: "ResponderKit"),
    .target(name: "YAML", dependencies: ["CYaml"]),
    .target(name: "Devices", dependencies: ["ResponderKit"]),
    .target(
      name: "Blueprint",
      dependencies: ["Devices", "Permissions", "ResponderKit", "Wire", "Words", "YAML"]),
    .target(
      name: "Wire", dependencies: ["CJansson", "Permissions", "ResponderKit", "Words"],
      resources: [.embedInCode("Resources/responderd-protocol.schema.json")]),

    // Linux.
    .target(name: "LinuxKit", dependencies: ["CLinux", "CommandLines", "Words"]),
    .target(
      name: "TouchSources",
      dependencies: [
        "CLibinput", "CLibevdev", "CLibudev", "CMtdev", "Devices", "LinuxKit", "ResponderKit",
        "Words",
      ]),

    // The whole pipeline for other programs: configurations, and devices that feed an application.
    .target(
      name: "ResponderConfiguration",
      dependencies: ["Blueprint", "LinuxKit", "ResponderKit", "YAML"]),
    .target(
      name: "ResponderDevices",
      dependencies: [
        "Blueprint", "Devices", "LinuxKit", "ResponderConfiguration", "ResponderKit",
        "TouchSources",
      ]),

    // The daemon.
    .target(
      name: "ResponderDaemon",
      dependencies: [
        "Blueprint", "CommandLines", "Devices", "LinuxKit", "Permissions", "ResponderKit",
        "TouchSources", "Wire", "Words", "YAML",
      ]),
    .executableTarget(
      name: "responderd", dependencies: ["CommandLines", "LinuxKit", "ResponderDaemon"]),

    // Clients.
    .target(name: "ResponderClient", dependencies: ["LinuxKit", "Wire"]),
    .executableTarget(
      name: "responderctl",
      dependencies: [
        "Blueprint", "CommandLines", "Devices", "LinuxKit", "ResponderClient", "ResponderKit",
        "TouchSources", "WebPages", "Wire", "Words", "YAML",
      ],
      resources: [.embedInCode("Resources/concepts.md")]),

    // The example that the clients of all languages have.
    .executableTarget(
      name: "ticket-machine", dependencies: ["ResponderClient"],
      path: "clients/swift/examples/TicketMachine"),

    // The gateway for browsers.
    .target(
      name: "WebPages",
      resources: [
        "behaviour.md", "changes.js", "clock.js", "contacts.js", "design.js", "details.js",
        "devices.js", "dom.js", "drawing.js", "edit.js", "editing.js", "geometry.js",
        "handles.js",
        "index.html", "inspector.css", "inspector.js", "kiosk.css", "kiosk.html", "kiosk.js",
        "links.js", "model.js", "outline.js", "properties.js", "report.html", "report.js",
        "rules.js", "screen.js", "sentences.js", "state.js", "strokes.js", "tabs.js", "time.js",
        "token.js", "transport.html", "views.html", "why.js", "yaml.js",
        // The JavaScript client, which is served as one file.
        "binding.js", "channel.js", "forms.js", "matrix.js", "nodes.js", "page.js", "picture.js",
        "piece.js", "pointers.js", "puts.js", "responder.js", "scene.js", "watch.js",
      ].map { .embedInCode("Resources/\($0)") }),
    .target(
      name: "ResponderWeb",
      dependencies: ["CLibwebsockets", "CommandLines", "LinuxKit", "Permissions", "WebPages"]),
    .executableTarget(
      name: "responder-web", dependencies: ["CommandLines", "LinuxKit", "ResponderWeb", "Wire"]),

    // The bridge to MQTT brokers, a client like any other.
    .target(
      name: "ResponderMQTT",
      dependencies: [
        "Blueprint", "CMosquitto", "CommandLines", "LinuxKit", "Permissions", "ResponderClient",
        "Wire", "YAML",
      ]),
    .executableTarget(name: "responder-mqtt", dependencies: ["LinuxKit", "ResponderMQTT"]),

    // The bridge to programs and tables that speak TUIO, a client like any other.
    .target(
      name: "ResponderTUIO",
      dependencies: [
        "Blueprint", "CLiblo", "CommandLines", "LinuxKit", "ResponderClient", "Wire", "YAML",
      ]),
    .executableTarget(name: "responder-tuio", dependencies: ["LinuxKit", "ResponderTUIO"]),

    // Tests, one target for each target above, and what they share.
    .target(name: "TestSupport", dependencies: ["LinuxKit"], path: "Tests/TestSupport"),
    .testTarget(name: "ResponderKitTests", dependencies: ["ResponderKit", "TestSupport"]),
    .testTarget(name: "WordsTests", dependencies: ["Words"]),
    .testTarget(name: "CommandLinesTests", dependencies: ["CommandLines"]),
    .testTarget(name: "YAMLTests", dependencies: ["YAML"]),
    .testTarget(name: "LinuxKitTests", dependencies: ["LinuxKit", "TestSupport"]),
    .testTarget(
      name: "ResponderDaemonTests",
      dependencies: [
        "Blueprint", "CommandLines", "Devices", "LinuxKit", "Permissions", "ResponderDaemon",
        "ResponderKit", "TestSupport", "TouchSources", "Wire", "YAML",
      ]),
    .testTarget(
      name: "BlueprintTests",
      dependencies: [
        "Blueprint", "Devices", "LinuxKit", "Permissions", "ResponderKit", "TestSupport", "Wire",
        "YAML",
      ]),

    // The rules of UIKit as scenarios, played through the engine.
    .testTarget(
      name: "Conformance", dependencies: ["LinuxKit", "ResponderKit", "TestSupport", "YAML"],
      path: "Tests/Conformance",
      exclude: ["Scenarios", "known-failures.txt"]),
    .testTarget(
      name: "TouchSourcesTests",
      dependencies: ["Devices", "LinuxKit", "ResponderKit", "TestSupport", "TouchSources"],
      exclude: ["Recordings"]),
    .testTarget(
      name: "ResponderDevicesTests",
      dependencies: [
        "LinuxKit", "ResponderConfiguration", "ResponderDevices", "ResponderKit", "TestSupport",
      ]),
    .testTarget(
      name: "WireTests",
      dependencies: ["LinuxKit", "Permissions", "ResponderKit", "TestSupport", "Wire"]),
    .testTarget(
      name: "ResponderWebTests",
      dependencies: ["CommandLines", "LinuxKit", "Permissions", "ResponderWeb"]),
    .testTarget(
      name: "ResponderClientTests", dependencies: ["LinuxKit", "ResponderClient", "TestSupport"]),
    .testTarget(
      name: "ResponderctlTests",
      dependencies: [
        "CommandLines", "Devices", "LinuxKit", "ResponderKit", "TestSupport", "TouchSources",
        "Wire", "responderctl",
      ]),

    .testTarget(
      name: "ResponderMQTTTests",
      dependencies: [
        "Blueprint", "CommandLines", "LinuxKit", "ResponderMQTT", "TestSupport", "Wire", "YAML",
      ]),

    .testTarget(
      name: "ResponderTUIOTests",
      dependencies: ["Blueprint", "LinuxKit", "ResponderTUIO", "YAML"]),

    // What the fuzzer plays; with FUZZ=1 the fuzzer itself owns these files.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Devices", "LinuxKit", "Permissions", "ResponderDaemon", "ResponderKit", "TestSupport",
        "TouchSources", "Wire",
      ],
      path: "Tests/Fuzz",
      exclude: ["CFuzzer", "Seeds", "run"]
        + ["EnginePrograms", "Fuzz", "Target"].map { "Fuzz/\($0).swift" },
      sources: ["SeedTests.swift"]
        + ["Expect", "FingerLedger", "KernelEvents", "Recordings", "Sessions"].map {
          "Fuzz/\($0).swift"
        }),

    // What `make bench` measures; no product holds it.
    .target(name: "CAllocations", path: "Tests/Benchmarks/CAllocations"),
    .executableTarget(
      name: "Measurements",
      dependencies: [
        "CAllocations", "Devices", "LinuxKit", "ResponderKit", "TouchSources", "Wire",
      ],
      path: "Tests/Benchmarks/Measurements"),
  ]
)

// FUZZ=1 adds the fuzzer, and instruments everything for it; see Tests/Fuzz/run.
let isFuzzing = Context.environment["FUZZ"] != nil
if isFuzzing {
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Blueprint", "CFuzzer", "Devices", "LinuxKit", "Permissions", "ResponderDaemon",
        "ResponderKit", "TestSupport", "TouchSources", "Wire", "YAML",
      ],
      // The engine's programs are those of its random tests, whose target would own their files.
      path: "Tests",
      sources: ["Fuzz/Fuzz"]
        + [
          "ArbitrationModel", "Gestures", "KindModels", "Ledger", "RandomOperation", "RandomWorld",
          "RarerKindModels", "RecognizerKind", "SeededGenerator",
        ].map { "ResponderKitTests/Properties/\($0).swift" },
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
  ]
}

// QUICK=1 leaves the engine, the configuration, the records and the daemon, with their tests; see
// scripts/test-quick.
if Context.environment["QUICK"] != nil {
  let others = ["responder", "Responderctl", "ResponderMQTT", "ResponderTUIO", "ResponderWeb"]
  package.products = []
  package.targets.removeAll { target in
    others.contains { target.name.hasPrefix($0) }
      || ["FuzzTests", "Measurements", "ticket-machine"].contains(target.name)
      || ["ResponderClientTests", "ResponderDevicesTests"].contains(target.name)
  }
}

// Settings of every Swift target. Keep after all target declarations.
let cTargets = ["CAllocations", "CLibinput", "CLinux"]
for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
  if isFuzzing { target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer,address"])) }
}
