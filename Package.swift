// swift-tools-version: 6.2

import PackageDescription

/// The settings every Swift target is built with: what a later language mode will ask for, and SE-0458.
let settings: [SwiftSetting] =
    [
        "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
        "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]

/// Products of other packages; a target needs them by their names, as it needs targets.
let products = [
    "ArgumentParser": "swift-argument-parser", "AsyncAlgorithms": "swift-async-algorithms",
    "CoreMetrics": "swift-metrics", "HTTPTypes": "swift-http-types", "Hummingbird": "hummingbird",
    "HummingbirdHTTP2": "hummingbird", "InMemoryLogging": "swift-log", "Logging": "swift-log",
    "MetricsTestKit": "swift-metrics", "NIOEmbedded": "swift-nio", "NIOHTTP1": "swift-nio",
    "NIOHTTPTypesHTTP1": "swift-nio-extras", "NIOSSL": "swift-nio-ssl", "ServiceLifecycle": "swift-service-lifecycle",
    "SystemPackage": "swift-system", "Tracing": "swift-distributed-tracing", "UnixSignals": "swift-service-lifecycle",
]

/// Sets the paths of targets: each has the folder of its name in a room, tests and what only they run below Tests.
func room(_ name: String, in top: String = "Sources", _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(target.type == .test ? "Tests" : top)/\(name)/\(target.name)"
    }
    return targets
}

/// A target and what it needs, as names with spaces between them. What a named target needs in turn is not named again.
func module(
    _ name: String,
    _ needs: String = "",
    resources: [Resource]? = nil,
    plugins: [Target.PluginUsage]? = nil
) -> Target {
    .target(name: name, dependencies: list(needs), resources: resources, plugins: plugins)
}

func program(_ name: String, _ needs: String) -> Target { .executableTarget(name: name, dependencies: list(needs)) }

func tests(
    _ name: String,
    _ needs: String,
    exclude: [String] = [],
    plugins: [Target.PluginUsage]? = nil
) -> Target {
    .testTarget(name: name, dependencies: list("TestWidth " + needs), exclude: exclude, plugins: plugins)
}

/// A C library: a module map and a header, and one Swift target that imports it.
func library(_ name: String, _ pkgConfig: String? = nil, debian packages: String = "") -> Target {
    let names = packages.split(separator: " ").map(String.init)
    return .systemLibrary(name: name, pkgConfig: pkgConfig, providers: names.isEmpty ? nil : [.apt(names)])
}

func list(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map(String.init).map { name in
        products[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
    }
}

// What every room stands on: C libraries, the machine, JSON, media formats; test support.
let baseTargets =
    room(
        "Base/CLibraries",
        [
            library("CCompression", debian: "zlib1g-dev libzstd-dev"),
            library("CCrypto", debian: "libssl-dev"),
            library("CDeflate", debian: "libdeflate-dev"),
            library("CDrawing", "pangocairo", debian: "libcairo2-dev libpango1.0-dev libturbojpeg0-dev"),
            library("CLinux"),
            library("CMagic", "libmagic", debian: "libmagic-dev"),
            library("CNATS", debian: "libnats-dev"),
            library("CNetwork", debian: "libcurl4-openssl-dev libssl-dev libc-ares-dev libidn2-dev"),
            library("CSQLite", "sqlite3", debian: "libsqlite3-dev"),
            library("CSandbox", "libseccomp", debian: "libseccomp-dev"),
            library("CYAML", "yaml-0.1", debian: "libyaml-dev"),
            // In place of -lcurl, -lssl, -lcrypto and -lnats: they load each library at its first call.
            module("CurlLoader"),
            module("NATSLoader"),
        ]
    )
    + room(
        "Base",
        [
            module("AttacheSystem", "CLinux"),
            module("AttacheJSON"),
            module("AttacheMedia", "AttacheJSON AttacheSystem"),
            tests("AttacheSystemTests", "AttacheSystem"),
        ]
    )
    + room("Testing", [module("AttacheTesting", "AttacheCore LoopbackOrigin"), module("TestWidth")])
    + room("Benchmarks", in: "Tests", [program("Benchmark", "AttacheTesting MagicInspect PolicyFiles")])

// From a payload to its result, with adapters that are each the only importer of their library.
let pipelineTargets =
    room(
        "Pipeline",
        [
            module("AttacheURL", "AttacheJSON"),
            module("AttachePayload", "AttacheURL"),
            module("AttacheCore", "AttacheMedia AttachePayload AttacheURL"),
            module("AttacheDatabase", "AttacheCore CSQLite"),
            // Transfers, and names of hosts.
            module("CurlFetch", "AttacheCore CNetwork CurlLoader"),
            module("MagicInspect", "AttacheCore CDeflate CMagic ProcessSandbox"),
            // Repairs of media by other programs in a sandbox.
            module("MediaRepair", "MediaStore ProcessSandbox"),
            // Verified files, links to copies of them, and copies in a bucket.
            module("MediaStore", "CCrypto CurlFetch"),
            module("PolicyFiles", "AttacheCore CYAML"),
            module("ProcessSandbox", "AttacheSystem CSandbox"),
            // The texts of the built-in policies are compiled in from policies/ at build time.
            program("PolicyEmbedder", "CYAML"),
            .plugin(name: "EmbedPolicies", capability: .buildTool(), dependencies: ["PolicyEmbedder"]),
            // Composition root and public library product, and observers for swift-log and swift-metrics.
            module("Attache", "AttacheDatabase MagicInspect MediaRepair PolicyFiles", plugins: ["EmbedPolicies"]),
            module("AttacheTelemetry", "Attache CoreMetrics Logging"),

            tests("AttacheCoreTests", "AttacheTesting", exclude: ["Policy/Egress/Registries"]),
            tests(
                "AdapterTests",
                "AttacheCLI AttacheDatabase AttacheTesting MagicInspect MediaStore PolicyFiles SandboxProbe",
                exclude: ["Database/Fixtures"]
            ),
            tests("AttacheTests", "AttacheCLI AttacheTelemetry AttacheTesting InMemoryLogging MetricsTestKit"),
            tests("SnippetTests", "AttacheExtensionTesting AttacheTelemetry AttacheTesting ExtensionNetworking"),
        ]
    )
    + room("Pipeline", in: "Tests", [program("SandboxProbe", "ProcessSandbox")])

// The program attache.
let commandLineTargets = room(
    "CommandLine",
    [
        module("AttacheCommandLine", "ArgumentParser Attache"),
        // Advice on payloads; reports, with the page's style and script compiled in; what the user sees of a result.
        module("AttacheLint", "AttacheCore"),
        module(
            "AttacheReports",
            "AttacheLint NotificationCategories NotificationPicture",
            resources: [.embedInCode("Page")]
        ),
        module("AttacheBatch", "Attache AttacheReports CCompression SystemPackage"),
        module("LoopbackOrigin", "AttacheSystem", resources: [.embedInCode("Media")]),
        // What commands share, the commands of devices, and all others.
        module("CommandSupport", "AttacheCommandLine"),
        module("DeviceCommands", "AppProject AttacheReports CommandSupport LoopbackOrigin NotificationCenterStore"),
        module(
            "AttacheCommands",
            "AppProject AttacheBatch DeviceCommands LoopbackOrigin",
            resources: [.embedInCode("Explanations"), .embedInCode("Schemas")]
        ),
        program("AttacheCLI", "AttacheCommands"),

        tests("AttacheBatchTests", "AttacheBatch AttacheTesting"),
        tests(
            "AttacheCommandsTests",
            "AttacheCLI AttacheDaemon AttacheDraw AttacheTesting ExtensionPrograms",
            exclude: ["Reports/Browser/drive.py"]
        ),
        tests(
            "AttacheCLITests",
            "AttacheCLI AttacheDaemon AttachePlay AttacheReports AttacheTesting",
            exclude: [
                "CoProcess/Drivers", "CoProcess/Examples", "Hostile/Clients/clients.py", "Hostile/Secure/origin.py",
            ]
        ),
    ]
)

// The program attached, and workers of a fleet, which share streams of NATS JetStream.
let serviceTargets =
    room(
        "Service",
        [
            module(
                "AttacheServer",
                "AsyncAlgorithms AttacheLint AttacheReports AttacheTelemetry HTTPTypes Hummingbird HummingbirdHTTP2 NIOHTTP1 "
                    + "NIOHTTPTypesHTTP1 NIOSSL ServiceLifecycle SystemPackage Tracing UnixSignals",
                resources: [.embedInCode("Page/Files"), .embedInCode("OpenAPI/openapi.yaml")]
            ),
            module("AttachedCommands", "AttacheCommandLine AttacheServer FleetWorker"),
            program("AttacheDaemon", "AttachedCommands"),
            tests(
                "AttacheServerTests",
                "AttacheDaemon AttacheDraw AttacheTesting NIOEmbedded ServiceFixture",
                exclude: ["Operations/check_metrics.py", "Page/Browser/drive.py", "Page/Browser/looks.js"]
            ),
        ]
    )
    + room("Service", in: "Tests", [program("ServiceFixture", "AttacheServer FleetWorker")])
    + room(
        "Fleet",
        [
            module("FleetWorker", "Attache CNATS NATSLoader"),
            tests("FleetWorkerTests", "AttacheDaemon AttacheTesting ServiceFixture"),
        ]
    )

// Pictures of notifications: what attache asks for, and the program that draws, alone with its libraries.
let pictureTargets = room(
    "Pictures",
    [
        module("NotificationPicture", "AttacheCore"),
        module("NotificationDrawing", "CDeflate CDrawing NotificationPicture ProcessSandbox"),
        program("AttacheDraw", "NotificationDrawing"),
        tests("NotificationDrawingTests", "AttacheDraw AttacheTesting"),
    ]
)

// Apple's names on Linux and hosts of extensions, which the programs do not link; categories, scripts and the centre.
let deviceTargets =
    room(
        "Device",
        [
            // Buttons of notifications: an app's categories, Hive's, and those of payloads; files of what reaches a device.
            module("NotificationCategories", "PolicyFiles"),
            // The model of a notification centre, in memory or in a file.
            module("NotificationCenterStore", "AttacheDatabase NotificationCategories"),
            // Checks and copies of the sources of service extensions; checks of the projects of apps, and of built apps.
            module("ExtensionSources", "PolicyFiles"),
            module("AppProject", "CDeflate ExtensionSources NotificationCategories"),
            module("UserNotifications", "ExtensionSupport NotificationCenterStore"),
            module("UserNotificationsUI", "UserNotifications"),
            // Runs service and content extensions: in tests, in processes, and on a device that a script controls.
            module("AttacheExtensionTesting", "UserNotificationsUI"),
            // Plays scripts for attache, which has not Foundation.
            program("AttachePlay", "AttacheExtensionTesting"),
            module("VendorSupport", "Attache UserNotifications"),
            module("HIVEExtensions", "UserNotificationsUI VendorSupport"),
            // The session of extensions, over the transport of the pipeline.
            module("ExtensionNetworking", "CurlFetch PolicyFiles"),
            // What Foundation, os and UIKit have on a device only.
            module("ExtensionSupport", "AttacheCore"),
            // One file in the target of an extension makes all of these visible in its other files.
            .plugin(name: "ExtensionPrelude", capability: .buildTool()),

            tests("AppProjectTests", "AppProject AttacheTesting"),
            tests(
                "UserNotificationsTests",
                "AttacheExtensionTesting AttacheTesting CoreServices ExtensionNetworking ExtensionPrograms ExtensionSources "
                    + "Intents"
            ),
            tests(
                "ExtensionPreludeTests",
                "AttacheExtensionTesting CoreServices ExtensionNetworking Intents LoopbackOrigin OSLog UIKit os",
                plugins: ["ExtensionPrelude"]
            ),
            tests(
                "GuideExtensionTests",
                "AttacheExtensionTesting HIVEExtensions LoopbackOrigin MobileCoreServices",
                exclude: ["Bank", "Pushwoosh", "RedGreen", "Survey"].map { "Extensions/\($0)/Info.plist" } + ["Scripts"]
            ),
        ]
    )
    // Modules of Apple that extensions import. Those whose names packages test with canImport are empty C modules, which
    // only the targets that depend on them can see; ExtensionSupport has their declarations.
    + room(
        "Device/Shims",
        [
            module("CoreServices", "MobileCoreServices"),
            module("Intents", "UserNotifications"),
            module("MobileCoreServices", "ExtensionSupport UniformTypeIdentifiers"),
            module("OSLog"),
            module("UIKit"),
            module("UniformTypeIdentifiers", "AttacheCore"),
            module("os"),
        ]
    )
    // Extensions that tests run in processes of their own, and a program that sees what another package would see.
    + room("Device", in: "Tests", [program("ExtensionPrograms", "AttacheExtensionTesting")])
    + room(
        "Trials",
        in: "Tests",
        [.executableTarget(name: "ExampleSender", dependencies: ["AttacheTelemetry"], packageAccess: false)]
    )

let singleTargetLibraries = [
    "UserNotifications", "UniformTypeIdentifiers", "MobileCoreServices", "AttacheExtensionTesting",
    "UserNotificationsUI", "HIVEExtensions",
]
let package = Package(
    name: "attache",
    products: [
        .library(name: "Attache", targets: ["Attache", "AttacheTelemetry"]),
        // All modules that the source of an extension may import, and the plug-in that makes the target see them.
        .library(
            name: "ExtensionModules",
            targets: [
                "UserNotifications", "ExtensionNetworking", "ExtensionSupport", "CoreServices", "Intents",
                "MobileCoreServices", "OSLog", "UIKit", "UniformTypeIdentifiers", "os",
            ]
        ),
        .plugin(name: "ExtensionPrelude", targets: ["ExtensionPrelude"]),
        .executable(name: "attache", targets: ["AttacheCLI"]),
        .executable(name: "attached", targets: ["AttacheDaemon"]),
        .executable(name: "attache-draw", targets: ["AttacheDraw"]),
        .executable(name: "attache-play", targets: ["AttachePlay"]),
    ] + singleTargetLibraries.map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: baseTargets + pipelineTargets + commandLineTargets + serviceTargets + pictureTargets + deviceTargets
)

// Fuzzing needs libFuzzer's instrumentation in the targets under test, so Tests/Fuzz/run builds a package of its own
// and names the runtime.
if let runtime = Context.environment["ATTACHE_FUZZ"] {
    let tried = [
        "AttacheCore", "AttacheDatabase", "AttacheJSON", "AttacheMedia", "AttachePayload", "AttacheURL", "CurlFetch",
        "PolicyFiles", "ServiceInput",
    ]
    let needed = tried + ["AttacheSystem", "CLinux", "CNetwork", "CurlLoader", "CSQLite", "CYAML"]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { !needed.contains($0.name) }
    // The parts of the service that read what clients send, without the libraries of the service.
    package.targets.append(
        .target(
            name: "ServiceInput",
            dependencies: ["AttacheCore"],
            path: "Sources/Service/AttacheServer",
            sources: ["Batch/BatchSplitter.swift", "HTTP/Authority.swift"]
        )
    )
    for target in package.targets where tried.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]
    }
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["AttacheSystem", "CFuzzer"] + tried.map { .byName(name: $0) },
            path: "Tests/Fuzz/Targets",
            linkerSettings: [.unsafeFlags([runtime]), .linkedLibrary("stdc++")]
        ),
    ]
}
// Vendors' modules for `attache extension run` alone: another package may have the vendor's own of the same names.
if Context.environment["ATTACHE_EXTENSIONS_ONLY"] != nil {
    let vendors = "AirshipNotificationServiceExtension AirshipServiceExtension BatchExtension CTNotificationService"
    let more = "EmarsysNotificationService Firebase FirebaseMessaging IterableAppExtensions KlaviyoSwiftExtension"
    let all = "\(vendors) \(more) EmarsysSDK OneSignal OneSignalExtension OneSignalFramework".split(separator: " ")
    package.targets += room("Device/Vendors", all.map { module(String($0), "VendorSupport") })
    package.products.append(.library(name: "VendorModules", targets: all.map(String.init)))
}
let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })

/// The targets and products that a target needs, and those that they need in turn, without itself.
@MainActor func needed(by target: Target, _ found: inout [String: Target.Dependency]) {
    for dependency in target.dependencies {
        guard case .byNameItem(let name, _) = dependency else {
            if case .productItem(let name, _, _, _) = dependency { found[name] = dependency }
            continue
        }
        guard found.updateValue(dependency, forKey: name) == nil else { continue }
        if let inner = targets[name] { needed(by: inner, &found) }
    }
}

// SwiftPM compiles a target again only when a module that it names has changed, and a module that re-exports another one
// need not change with it. So each target names all that it needs in turn.
for target in package.targets where target.type != .plugin {
    var found: [String: Target.Dependency] = [:]
    needed(by: target, &found)
    target.dependencies = found.sorted { $0.key < $1.key }.map(\.value)
}

// The modules for tests of service extensions need no other package; `attache extension run` builds these alone.
if Context.environment["ATTACHE_EXTENSIONS_ONLY"] != nil {
    @MainActor func isAlone(_ name: String) -> Bool {
        targets[name]?.dependencies.allSatisfy { if case .byNameItem = $0 { true } else { false } } ?? false
    }
    var kept: Set<String> = []
    package.products.removeAll { product in
        let names = (product as? Product.Library)?.targets ?? (product as? Product.Plugin)?.targets ?? []
        guard !names.isEmpty, names.allSatisfy(isAlone) else { return true }
        for name in names {
            kept.insert(name)
            for case .byNameItem(let inner, _) in targets[name]?.dependencies ?? [] { kept.insert(inner) }
        }
        return false
    }
    for target in package.targets where kept.contains(target.name) {
        for case .plugin(let plugin, _) in target.plugins ?? [] {
            kept.insert(plugin)
            for case .byNameItem(let inner, _) in targets[plugin]?.dependencies ?? [] { kept.insert(inner) }
        }
    }
    package.dependencies = []
    package.targets.removeAll { !kept.contains($0.name) }
}

// Service extensions as apps have them: Swift 5 mode, none of our settings, and warnings stay warnings.
let unchangedSources: Set = ["ExtensionPreludeTests", "ExtensionPrograms", "GuideExtensionTests"]

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
    guard !unchangedSources.contains(target.name) else {
        target.swiftSettings = [.swiftLanguageMode(.v5)]
        continue
    }
    target.swiftSettings = (target.swiftSettings ?? []) + settings
    // Warnings are errors in CI and in development, never for a package that depends on this one.
    if Context.environment["ATTACHE_STRICT"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
        // For the linker of packages, which drops each function that nothing uses.
        target.swiftSettings?.append(
            .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release))
        )
    }
}
