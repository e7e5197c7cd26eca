// swift-tools-version: 6.2

import PackageDescription

/// The settings every Swift target is built with: what a later language mode will ask for, and SE-0458.
let settings: [SwiftSetting] =
    [
        "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
        "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]

let argumentParser = product("ArgumentParser", "swift-argument-parser")
let coreMetrics = product("CoreMetrics", "swift-metrics")
let httpTypes = product("HTTPTypes", "swift-http-types")
let logging = product("Logging", "swift-log")
let metricsTestKit = product("MetricsTestKit", "swift-metrics")
let nioCore = product("NIOCore", "swift-nio")
let nioHTTPTypes = product("NIOHTTPTypes", "swift-nio-extras")
let systemPackage = product("SystemPackage", "swift-system")

/// Sets the paths of targets: each has the folder of its name in a room, tests and what only they run below Tests.
func room(_ name: String, in top: String = "Sources", _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(target.type == .test ? "Tests" : top)/\(name)/\(target.name)"
    }
    return targets
}

/// A target and the targets that it needs, as a list of names with spaces between them, and products of other packages.
func module(
    _ name: String,
    _ needs: String = "",
    _ products: [Target.Dependency] = [],
    resources: [Resource]? = nil,
    plugins: [Target.PluginUsage]? = nil
) -> Target {
    .target(name: name, dependencies: list(needs) + products, resources: resources, plugins: plugins)
}

func program(_ name: String, _ needs: String = "", _ products: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: list(needs) + products)
}

/// A program that sees what another package would see.
func example(_ name: String, _ needs: String, _ products: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: list(needs) + products, packageAccess: false)
}

func tests(
    _ name: String,
    _ needs: String,
    _ products: [Target.Dependency] = [],
    exclude: [String] = [],
    plugins: [Target.PluginUsage]? = nil
) -> Target {
    .testTarget(name: name, dependencies: list("TestWidth " + needs) + products, exclude: exclude, plugins: plugins)
}

/// A C library: a module map and a header, and one Swift target that imports it.
func library(_ name: String, _ pkgConfig: String? = nil, debian packages: String = "") -> Target {
    let names = packages.split(separator: " ").map(String.init)
    return .systemLibrary(name: name, pkgConfig: pkgConfig, providers: names.isEmpty ? nil : [.apt(names)])
}

func list(_ names: String) -> [Target.Dependency] { names.split(separator: " ").map { .byName(name: String($0)) } }

func product(_ name: String, _ package: String) -> Target.Dependency { .product(name: name, package: package) }

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
    + room("Testing", [module("AttacheTesting", "AttacheCore AttacheSystem LoopbackOrigin"), module("TestWidth")])
    + room(
        "Benchmarks",
        in: "Tests",
        [program("Benchmark", "AttacheCore AttacheSystem AttacheTesting LoopbackOrigin MagicInspect PolicyFiles")]
    )

// From a payload to its result, with adapters that are each the only importer of their library.
let pipelineTargets =
    room(
        "Pipeline",
        [
            module("AttachePayload", "AttacheJSON"),
            module("AttacheURL", "AttacheJSON"),
            module("AttacheCore", "AttacheJSON AttacheMedia AttachePayload AttacheSystem AttacheURL"),
            module("AttacheDatabase", "AttacheCore AttacheSystem CSQLite"),
            // Transfers, and names of hosts.
            module("CurlFetch", "AttacheCore AttacheSystem CNetwork CurlLoader"),
            module("MagicInspect", "AttacheCore AttacheSystem CDeflate CMagic ProcessSandbox"),
            // Repairs of media by other programs in a sandbox.
            module("MediaRepair", "AttacheCore AttacheSystem MediaStore ProcessSandbox"),
            // Verified files, links to copies of them, and copies in a bucket.
            module("MediaStore", "AttacheCore AttacheSystem CCrypto CurlFetch CurlLoader"),
            module("PolicyFiles", "AttacheCore AttacheSystem CYAML"),
            module("ProcessSandbox", "AttacheSystem CSandbox"),
            // The texts of the built-in policies are compiled in from policies/ at build time.
            program("PolicyEmbedder", "CYAML"),
            .plugin(name: "EmbedPolicies", capability: .buildTool(), dependencies: ["PolicyEmbedder"]),
            // Composition root and public library product, and observers for swift-log and swift-metrics.
            module(
                "Attache",
                "AttacheCore AttacheDatabase AttacheSystem CurlFetch MagicInspect MediaRepair MediaStore PolicyFiles",
                plugins: ["EmbedPolicies"]
            ),
            module("AttacheTelemetry", "Attache", [coreMetrics, logging]),

            tests(
                "AttacheCoreTests",
                "AttacheCore AttacheSystem AttacheTesting LoopbackOrigin",
                exclude: ["Policy/Egress/Registries"]
            ),
            tests(
                "AttacheDatabaseTests",
                "AttacheCore AttacheDatabase AttacheSystem AttacheTesting",
                exclude: ["Fixtures"]
            ),
            tests(
                "AttacheTests",
                "Attache AttacheCLI AttacheCore AttacheSystem AttacheTelemetry AttacheTesting CurlFetch "
                    + "LoopbackOrigin MediaRepair MediaStore PolicyFiles",
                [metricsTestKit, product("InMemoryLogging", "swift-log")]
            ),
            tests("CurlFetchTests", "AttacheCore AttacheSystem AttacheTesting CurlFetch LoopbackOrigin"),
            tests("MagicInspectTests", "AttacheCLI AttacheCore AttacheTesting MagicInspect SandboxProbe"),
            tests("MediaStoreTests", "AttacheCore AttacheSystem AttacheTesting CurlFetch MediaStore"),
            tests("PolicyFilesTests", "AttacheCore AttacheTesting PolicyFiles"),
            tests(
                "SnippetTests",
                "Attache AttacheExtensionTesting AttacheTelemetry AttacheTesting ExtensionNetworking "
                    + "UserNotifications UserNotificationsUI",
                [coreMetrics, logging]
            ),
        ]
    )
    + room("Pipeline", in: "Tests", [program("SandboxProbe", "ProcessSandbox")])
    + room("Trials", in: "Tests", [example("ExampleSender", "Attache AttacheTelemetry", [logging])])

// The program attache.
let commandLineTargets = room(
    "CommandLine",
    [
        module("AttacheCommandLine", "Attache AttacheCore AttacheSystem CurlFetch", [argumentParser]),
        // Advice on payloads; reports, with the page's style and script compiled in; what the user sees of a result.
        module("AttacheLint", "AttacheCore"),
        module(
            "AttacheReports",
            "AttacheCore AttacheLint AttacheSystem NotificationCategories NotificationPicture",
            resources: [.embedInCode("Page")]
        ),
        module(
            "AttacheBatch",
            "Attache AttacheCore AttacheDatabase AttacheReports AttacheSystem CCompression MediaStore",
            [systemPackage]
        ),
        module("LoopbackOrigin", "AttacheSystem", resources: [.embedInCode("Media")]),
        // What commands share, the commands of devices, and all others.
        module("CommandSupport", "Attache AttacheCommandLine AttacheCore AttacheSystem", [argumentParser]),
        module(
            "DeviceCommands",
            "Attache AttacheCommandLine AttacheCore AttacheLint AttacheReports AttacheSystem CommandSupport "
                + "ExtensionSources NotificationCategories NotificationCenterStore NotificationPicture PolicyFiles",
            [argumentParser]
        ),
        module(
            "AttacheCommands",
            "Attache AttacheBatch AttacheCommandLine AttacheCore AttacheDatabase AttacheLint AttacheReports "
                + "AttacheSystem CommandSupport DeviceCommands LoopbackOrigin MediaStore NotificationPicture PolicyFiles",
            [argumentParser],
            resources: [.embedInCode("Explanations"), .embedInCode("Schemas")]
        ),
        program("AttacheCLI", "AttacheCommands"),

        tests(
            "AttacheReportsTests",
            "AttacheCore AttacheReports AttacheTesting LoopbackOrigin",
            exclude: ["Browser/drive.py"]
        ),
        tests(
            "AttacheBatchTests",
            "Attache AttacheBatch AttacheCore AttacheDatabase AttacheReports AttacheSystem AttacheTesting "
                + "LoopbackOrigin MediaStore",
            [systemPackage]
        ),
        tests(
            "AttacheCommandsTests",
            "Attache AttacheCLI AttacheCommandLine AttacheCommands AttacheCore AttacheDaemon AttacheDraw AttacheLint "
                + "AttacheReports AttacheServer AttacheSystem AttacheTesting AttachedCommands CommandSupport DeviceCommands "
                + "ExtensionPrograms LoopbackOrigin NotificationCategories NotificationPicture",
            [argumentParser]
        ),
        tests(
            "AttacheCLITests",
            "AttacheCLI AttacheCore AttachePlay AttacheSystem AttacheTesting LoopbackOrigin",
            exclude: ["CoProcess/Drivers", "CoProcess/Examples"]
        ),
        tests(
            "HostileTests",
            "Attache AttacheCLI AttacheCore AttacheDaemon AttacheSystem AttacheTesting CurlFetch LoopbackOrigin",
            exclude: ["Clients/clients.py", "Secure/origin.py"]
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
                "Attache AttacheCore AttacheDatabase AttacheReports AttacheSystem AttacheTelemetry MediaStore "
                    + "NotificationPicture",
                [
                    coreMetrics, httpTypes, logging, nioCore, nioHTTPTypes, systemPackage,
                    product("AsyncAlgorithms", "swift-async-algorithms"),
                    product("Hummingbird", "hummingbird"),
                    product("HummingbirdCore", "hummingbird"),
                    product("HummingbirdHTTP2", "hummingbird"),
                    product("NIOHTTP1", "swift-nio"),
                    product("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                    product("NIOPosix", "swift-nio"), product("NIOSSL", "swift-nio-ssl"),
                    product("ServiceLifecycle", "swift-service-lifecycle"),
                    product("Tracing", "swift-distributed-tracing"),
                    product("UnixSignals", "swift-service-lifecycle"),
                ],
                resources: [.embedInCode("Page/Files"), .embedInCode("OpenAPI/openapi.yaml")]
            ),
            module(
                "AttachedCommands",
                "Attache AttacheCommandLine AttacheCore AttacheDatabase AttacheServer AttacheSystem AttacheTelemetry "
                    + "FleetWorker",
                [argumentParser, logging, nioCore]
            ),
            program("AttacheDaemon", "AttachedCommands"),
            tests(
                "AttacheServerTests",
                "Attache AttacheCommandLine AttacheCore AttacheDaemon AttacheDatabase AttacheDraw AttacheServer "
                    + "AttacheSystem AttacheTesting LoopbackOrigin NotificationPicture ServiceFixture",
                [
                    coreMetrics, httpTypes, logging, nioCore, nioHTTPTypes,
                    product("HummingbirdCore", "hummingbird"),
                    product("NIOEmbedded", "swift-nio"), product("NIOHTTP1", "swift-nio"),
                    product("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                ],
                exclude: ["Operations/check_metrics.py", "Page/Browser/drive.py", "Page/Browser/looks.js"]
            ),
        ]
    )
    + room(
        "Service",
        in: "Tests",
        [
            program("ServiceFixture", "Attache AttacheServer", [logging])
        ]
    )
    + room(
        "Fleet",
        [
            module("FleetWorker", "Attache AttacheCore AttacheSystem CNATS NATSLoader"),
            tests(
                "FleetWorkerTests",
                "Attache AttacheCore AttacheDaemon AttacheSystem AttacheTesting FleetFixture FleetWorker LoopbackOrigin"
            ),
        ]
    )
    + room(
        "Fleet",
        in: "Tests",
        [
            program("FleetFixture", "Attache AttacheSystem FleetWorker")
        ]
    )

// Pictures of notifications: what attache asks for, and the program that draws, alone with its libraries.
let pictureTargets = room(
    "Pictures",
    [
        module("NotificationPicture", "AttacheCore AttacheSystem"),
        module("NotificationDrawing", "AttacheSystem CDeflate CDrawing NotificationPicture ProcessSandbox"),
        program("AttacheDraw", "NotificationDrawing"),
        tests(
            "NotificationDrawingTests",
            "AttacheDraw AttacheSystem AttacheTesting LoopbackOrigin NotificationDrawing NotificationPicture"
        ),
    ]
)

// Apple's names on Linux and hosts of extensions, which the programs do not link; categories, scripts and the centre.
let deviceTargets =
    room(
        "Device",
        [
            // Buttons of notifications: an app's categories, Hive's, and those of payloads; files of what reaches a device.
            module("NotificationCategories", "AttacheCore PolicyFiles"),
            // The model of a notification centre, in memory or in a file.
            module("NotificationCenterStore", "AttacheCore AttacheDatabase AttacheSystem NotificationCategories"),
            // Checks and copies of the sources of service extensions.
            module("ExtensionSources", "AttacheCore AttacheSystem PolicyFiles"),
            module(
                "UserNotifications",
                "AttacheCore AttacheSystem ExtensionSupport NotificationCategories NotificationCenterStore"
            ),
            module("UserNotificationsUI", "UserNotifications"),
            // Runs service and content extensions: in tests, in processes, and on a device that a script controls.
            module(
                "AttacheExtensionTesting",
                "AttacheCore AttacheSystem NotificationCategories PolicyFiles UserNotifications UserNotificationsUI"
            ),
            // Plays scripts for attache, which has not Foundation.
            program("AttachePlay", "AttacheExtensionTesting"),
            module(
                "HIVEExtensions",
                "Attache AttacheCore AttacheSystem NotificationCategories UserNotifications UserNotificationsUI"
            ),
            // The session of extensions, over the transport of the pipeline.
            module("ExtensionNetworking", "AttacheCore AttacheSystem CurlFetch PolicyFiles"),
            // What Foundation, os and UIKit have on a device only.
            module("ExtensionSupport", "AttacheCore AttacheSystem"),
            // One file in the target of an extension makes all of these visible in its other files.
            .plugin(name: "ExtensionPrelude", capability: .buildTool()),

            tests(
                "UserNotificationsTests",
                "AttacheCore AttacheDatabase AttacheExtensionTesting AttacheSystem AttacheTesting CoreServices "
                    + "ExtensionPrograms ExtensionSupport Intents LoopbackOrigin NotificationCategories "
                    + "NotificationCenterStore PolicyFiles UniformTypeIdentifiers UserNotifications"
            ),
            tests(
                "ExtensionNetworkingTests",
                "AttacheCore AttacheSystem AttacheTesting ExtensionNetworking ExtensionSources LoopbackOrigin"
            ),
            tests(
                "ExtensionPreludeTests",
                "AttacheExtensionTesting CoreServices ExtensionNetworking ExtensionSupport Intents LoopbackOrigin "
                    + "MobileCoreServices OSLog UIKit UniformTypeIdentifiers UserNotifications os",
                plugins: ["ExtensionPrelude"]
            ),
            tests(
                "NotificationExtensionTests",
                "AttacheExtensionTesting LoopbackOrigin MobileCoreServices UniformTypeIdentifiers UserNotifications"
            ),
            tests(
                "GuideExtensionTests",
                "AttacheExtensionTesting HIVEExtensions LoopbackOrigin NotificationCategories UserNotifications "
                    + "UserNotificationsUI",
                exclude: [
                    "Extensions/Bank/Info.plist", "Extensions/Pushwoosh/Info.plist", "Extensions/RedGreen/Info.plist",
                    "Extensions/Survey/Info.plist", "Scripts",
                ]
            ),
        ]
    )
    // Modules of Apple that extensions import. Those whose names packages test with canImport are empty C modules, which
    // only the targets that depend on them can see; ExtensionSupport has their declarations.
    + room(
        "Device/Shims",
        [
            module("CoreServices", "MobileCoreServices"),
            module("Intents", "AttacheSystem UserNotifications"),
            module("MobileCoreServices", "ExtensionSupport UniformTypeIdentifiers"),
            module("OSLog"),
            module("UIKit"),
            module("UniformTypeIdentifiers", "AttacheCore"),
            module("os"),
        ]
    )
    // Extensions that tests run in processes of their own.
    + room(
        "Device",
        in: "Tests",
        [
            program("ExtensionPrograms", "AttacheExtensionTesting UserNotifications UserNotificationsUI")
        ]
    )

let package = Package(
    name: "attache",
    products: [
        .library(name: "Attache", targets: ["Attache", "AttacheTelemetry"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
        // All modules that the source of an extension may import, and the plug-in that makes the target see them.
        .library(
            name: "ExtensionModules",
            targets: [
                "UserNotifications", "ExtensionNetworking", "ExtensionSupport", "CoreServices", "Intents",
                "MobileCoreServices", "OSLog", "UIKit", "UniformTypeIdentifiers", "os",
            ]
        ),
        .plugin(name: "ExtensionPrelude", targets: ["ExtensionPrelude"]),
        .library(name: "AttacheExtensionTesting", targets: ["AttacheExtensionTesting"]),
        .library(name: "UserNotificationsUI", targets: ["UserNotificationsUI"]),
        .library(name: "HIVEExtensions", targets: ["HIVEExtensions"]),
        .executable(name: "attache", targets: ["AttacheCLI"]),
        .executable(name: "attached", targets: ["AttacheDaemon"]),
        .executable(name: "attache-draw", targets: ["AttacheDraw"]),
        .executable(name: "attache-play", targets: ["AttachePlay"]),
    ],
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
    let needed =
        tried + ["AttacheSystem", "CLinux", "CNetwork", "CurlLoader", "CSQLite", "CYAML"]
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

// The modules for tests of service extensions need no other package; `attache extension run` builds these alone.
if Context.environment["ATTACHE_EXTENSIONS_ONLY"] != nil {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    /// The targets that a target needs, with itself; `nil` where one of them needs another package.
    func needed(by name: String) -> Set<String>? {
        guard let target = targets[name] else { return nil }
        var names: Set = [name]
        for dependency in target.dependencies {
            let inner: String
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): inner = name
            default: return nil
            }
            guard let more = needed(by: inner) else { return nil }
            names.formUnion(more)
        }
        for case .plugin(let plugin, _) in target.plugins ?? [] {
            guard let more = needed(by: plugin) else { return nil }
            names.formUnion(more)
        }
        return names
    }
    var kept: Set<String> = []
    package.products.removeAll { product in
        let names = (product as? Product.Library)?.targets ?? (product as? Product.Plugin)?.targets
        let parts = names?.map(needed) ?? [nil]
        guard !parts.contains(nil) else { return true }
        for case .some(let part) in parts { kept.formUnion(part) }
        return false
    }
    package.dependencies = []
    package.targets.removeAll { !kept.contains($0.name) }
}

// Service extensions as apps have them: Swift 5 mode, none of our settings, and warnings stay warnings.
let unchangedSources: Set = [
    "ExtensionPreludeTests", "ExtensionPrograms", "GuideExtensionTests", "NotificationExtensionTests",
]

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
    guard !unchangedSources.contains(target.name) else {
        target.swiftSettings = [.swiftLanguageMode(.v5)]
        continue
    }
    target.swiftSettings = (target.swiftSettings ?? []) + settings
    // Warnings are errors in CI and in development, never for a package that depends on this one.
    if Context.environment["ATTACHE_STRICT"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
