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
    .target(name: "CLinux", path: "Sources/CLibraries/CLinux"),
    .target(name: "CLibinput", path: "Sources/CLibraries/CLibinput"),
    .target(name: "CSchema", path: "Sources/CLibraries/CSchema"),
    .target(name: "CPages", path: "Sources/CLibraries/CPages"),
    library("CYaml", "yaml-0.1", "libyaml-dev"),
    library("CJansson", "jansson", "libjansson-dev"),
    library("CLibevdev", "libevdev", "libevdev-dev"),
    library("CLibudev", "libudev", "libudev-dev"),
    library("CMtdev", "mtdev", "libmtdev-dev"),
    library("CLibwebsockets", "libwebsockets", "libwebsockets-dev"),
    library("CMosquitto", "libmosquitto", "libmosquitto-dev"),
    library("COpenSSL", "openssl", "libssl-dev"),
    library("CLiblo", "liblo", "liblo-dev"),

    // Pure: no clock, no descriptor.
    .target(name: "CommandLine"),
    .target(name: "ResponderKit"),
    .target(
      name: "Protocol", dependencies: ["CJansson", "CSchema", "CommandLine"], exclude: ["Records"]),
    .target(
      name: "Records", dependencies: ["Protocol", "ResponderKit"],
      path: "Sources/Protocol/Records"),

    // Linux.
    .target(name: "Linux", dependencies: ["CLinux", "CommandLine"]),

    // Configurations and devices, each with a library for other programs.
    .target(
      name: "ConfigurationText", dependencies: ["CYaml", "CommandLine", "Protocol"],
      path: "Sources/Configuration/Text"),
    .target(
      name: "Configuration",
      dependencies: ["CommandLine", "ConfigurationText", "Protocol", "Records", "ResponderKit"],
      exclude: ["Library", "Text"]),
    .target(
      name: "ResponderConfiguration",
      dependencies: ["Configuration", "ConfigurationText", "Linux", "ResponderKit"],
      path: "Sources/Configuration/Library"),
    .target(
      name: "Devices",
      dependencies: [
        "CLibevdev", "CLibinput", "CLibudev", "CMtdev", "CommandLine", "Configuration", "Linux",
        "ResponderKit",
      ],
      exclude: ["Library"]),
    .target(
      name: "ResponderDevices",
      dependencies: [
        "Configuration", "Devices", "Linux", "ResponderConfiguration",
        "ResponderKit",
      ],
      path: "Sources/Devices/Library"),

    // The daemon.
    .target(
      name: "ResponderDaemon",
      dependencies: [
        "CommandLine", "Configuration", "ConfigurationText", "Devices", "Linux", "Protocol",
        "Records", "ResponderKit",
      ],
      path: "Sources/responderd", exclude: ["Main"]),
    .executableTarget(
      name: "responderd", dependencies: ["Linux", "ResponderDaemon"],
      path: "Sources/responderd/Main"),

    // Clients.
    .target(name: "ResponderClient", dependencies: ["Linux", "Protocol"]),
    .executableTarget(
      name: "responderctl",
      dependencies: [
        "CommandLine", "Configuration", "ConfigurationText", "Devices", "Linux", "Protocol",
        "Records", "ResponderClient", "ResponderKit", "WebPages",
      ]),

    // The example that the clients of all languages have.
    .executableTarget(
      name: "ticket-machine", dependencies: ["ResponderClient"],
      path: "clients/swift/examples/TicketMachine"),

    // The gateway for browsers.
    .target(
      name: "WebPages", dependencies: ["CPages"], path: "Sources/responder-web/Pages",
      exclude: ["Resources"]),
    .executableTarget(
      name: "responder-web",
      dependencies: ["CLibwebsockets", "CommandLine", "Linux", "Protocol", "WebPages"],
      exclude: ["Pages"]),

    // The bridge to MQTT brokers, a client like any other.
    .executableTarget(
      name: "responder-mqtt",
      dependencies: [
        "CMosquitto", "COpenSSL", "CommandLine", "ConfigurationText", "Linux", "Protocol",
        "ResponderClient",
      ]),

    // The bridge to programs and tables that speak TUIO, a client like any other.
    .executableTarget(
      name: "responder-tuio",
      dependencies: [
        "CLiblo", "CommandLine", "ConfigurationText", "Linux", "Protocol", "ResponderClient",
      ]),

    // Tests, one target for each target above, and what they share.
    .target(name: "TestSupport", dependencies: ["Linux"], path: "Tests/TestSupport"),
    .testTarget(name: "ResponderKitTests", dependencies: ["ResponderKit", "TestSupport"]),
    .testTarget(name: "CommandLineTests", dependencies: ["CommandLine"]),
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "TestSupport"]),
    .testTarget(
      name: "ResponderDaemonTests",
      dependencies: [
        "CommandLine", "Configuration", "ConfigurationText", "Devices", "Linux", "Protocol",
        "Records", "ResponderDaemon",
        "ResponderKit", "TestSupport",
      ]),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: [
        "Configuration", "ConfigurationText", "Linux", "Protocol", "ResponderKit",
        "TestSupport",
      ]),

    // The rules of UIKit as scenarios, played through the engine.
    .testTarget(
      name: "Conformance",
      dependencies: ["Configuration", "ConfigurationText", "Linux", "ResponderKit", "TestSupport"],
      path: "Tests/Conformance",
      exclude: ["Scenarios", "known-failures.txt"]),
    .testTarget(
      name: "DevicesTests",
      dependencies: [
        "Configuration", "Devices", "Linux", "ResponderKit", "TestSupport",
      ],
      exclude: ["Recordings"]),
    .testTarget(
      name: "ResponderDevicesTests",
      dependencies: [
        "Linux", "ResponderConfiguration", "ResponderDevices", "ResponderKit", "TestSupport",
      ]),
    .testTarget(
      name: "ProtocolTests",
      dependencies: ["Linux", "Protocol", "Records", "ResponderKit", "TestSupport"]),
    .testTarget(
      name: "ResponderWebTests",
      dependencies: ["CommandLine", "Linux", "Protocol", "responder-web"]),
    .testTarget(
      name: "ResponderClientTests", dependencies: ["Linux", "ResponderClient", "TestSupport"]),
    .testTarget(
      name: "ResponderctlTests",
      dependencies: [
        "CommandLine", "Configuration", "ConfigurationText", "Devices", "Linux", "Protocol",
        "ResponderKit", "TestSupport", "responderctl",
      ]),
    .testTarget(
      name: "ResponderMQTTTests",
      dependencies: [
        "CommandLine", "ConfigurationText", "Linux", "Protocol", "TestSupport", "responder-mqtt",
      ]),
    .testTarget(
      name: "ResponderTUIOTests",
      dependencies: ["ConfigurationText", "Linux", "TestSupport", "responder-tuio"]),

    // What the fuzzer plays; with FUZZ=1 the fuzzer itself owns these files.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Configuration", "ConfigurationText", "Devices", "Linux", "Protocol", "Records",
        "ResponderDaemon",
        "ResponderKit",
        "TestSupport",
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
        "CAllocations", "Configuration", "Devices", "Linux", "Protocol",
        "Records", "ResponderKit",
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
        "CFuzzer", "Configuration", "ConfigurationText", "Devices", "Linux", "Protocol", "Records",
        "ResponderDaemon",
        "ResponderKit", "TestSupport",
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

/// A C library of the system, by its name for pkg-config, and its package.
func library(_ name: String, _ library: String, _ package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: library, providers: [.apt([package])]
  )
}

// Settings of every target. Keep after all target declarations.
let cTargets = ["CAllocations", "CLibinput", "CLinux", "CPages", "CSchema"]
for target in package.targets where cTargets.contains(target.name) {
  target.cSettings = [
    .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
  ]
}
// What the tests spend most of their time in is optimized for them, too, with all its checks and assertions.
let optimized = ["Configuration", "ConfigurationText", "Protocol", "Records", "ResponderKit"]
for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
  if isFuzzing { target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer,address"])) }
  if optimized.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
  }
}
