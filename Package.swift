// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "responderd",
  products: [
    .executable(name: "responderd", targets: ["responderd"]),
    .executable(name: "responderctl", targets: ["responderctl"]),
    .library(name: "ResponderKit", targets: ["ResponderKit"]),
    .library(name: "ResponderClient", targets: ["ResponderClient"]),
  ],
  targets: [
    // C: system headers, and the few calls Swift cannot reach.
    .target(name: "CLinux"),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLibinput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CMtdev", pkgConfig: "mtdev", providers: [.apt(["libmtdev-dev"])]),

    // Pure: no clock, no descriptor.
    .target(name: "ResponderKit"),
    .target(name: "YAML", dependencies: ["CYaml"]),
    .target(name: "Blueprint", dependencies: ["YAML", "ResponderKit"]),
    .target(
      name: "Wire", dependencies: ["CJansson", "ResponderKit"],
      resources: [.embedInCode("Resources/responderd-protocol.schema.json")]),

    // Linux.
    .target(name: "LinuxKit", dependencies: ["CLinux"]),
    .target(
      name: "TouchSources",
      dependencies: [
        "CLibinput", "CLibevdev", "CLibudev", "CMtdev", "LinuxKit", "ResponderKit",
      ]),
    .target(
      name: "DeviceSetup", dependencies: ["Blueprint", "ResponderKit", "TouchSources", "YAML"]),
    .target(
      name: "ResponderDaemon",
      dependencies: [
        "Blueprint", "DeviceSetup", "LinuxKit", "ResponderKit", "TouchSources", "Wire", "YAML",
      ]),
    .executableTarget(name: "responderd", dependencies: ["LinuxKit", "ResponderDaemon"]),

    // Clients.
    .target(name: "ResponderClient", dependencies: ["LinuxKit", "Wire"]),
    .executableTarget(
      name: "responderctl",
      dependencies: [
        "Blueprint", "DeviceSetup", "ResponderClient", "ResponderKit", "TouchSources", "Wire",
      ]),

    // Tests, one target for each target above.
    .testTarget(name: "ResponderKitTests", dependencies: ["ResponderKit"]),
    .testTarget(name: "YAMLTests", dependencies: ["YAML"]),
    .testTarget(name: "LinuxKitTests", dependencies: ["LinuxKit"]),
    .testTarget(
      name: "DeviceSetupTests",
      dependencies: ["Blueprint", "DeviceSetup", "ResponderKit", "TouchSources", "YAML"]),
    .testTarget(
      name: "ResponderDaemonTests",
      dependencies: [
        "Blueprint", "LinuxKit", "ResponderDaemon", "ResponderKit", "TouchSources", "Wire",
      ]),
    .testTarget(name: "BlueprintTests", dependencies: ["Blueprint", "ResponderKit", "YAML"]),

    // The rules of UIKit as scenarios, played through the engine.
    .testTarget(
      name: "Conformance", dependencies: ["ResponderKit", "YAML"], path: "Tests/Conformance",
      exclude: ["Scenarios", "known-failures.txt"]),
    .testTarget(
      name: "TouchSourcesTests", dependencies: ["LinuxKit", "ResponderKit", "TouchSources"],
      exclude: ["Recordings"]),
    .testTarget(name: "WireTests", dependencies: ["LinuxKit", "ResponderKit", "Wire"]),
    .testTarget(name: "ResponderClientTests", dependencies: ["LinuxKit", "ResponderClient"]),
    .testTarget(
      name: "ResponderctlTests",
      dependencies: ["LinuxKit", "ResponderKit", "TouchSources", "Wire", "responderctl"]),

    // What `make bench` measures; no product holds it.
    .target(name: "CAllocations", path: "Tests/Benchmarks/CAllocations"),
    .executableTarget(
      name: "Measurements", dependencies: ["CAllocations", "ResponderKit", "Wire"],
      path: "Tests/Benchmarks/Measurements"),
  ]
)

// FUZZ=1 adds the fuzzer, and instruments everything for it; see Tests/Fuzz/run.
let isFuzzing = Context.environment["FUZZ"] != nil
if isFuzzing {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["Blueprint", "CFuzzer", "ResponderKit", "TouchSources", "Wire", "YAML"],
      path: "Tests/Fuzz/Fuzz",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
  ]
}

// Settings of every Swift target. Keep after all target declarations.
let cTargets = ["CAllocations", "CLinux"]
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
