// swift-tools-version: 6.2

import PackageDescription

/// The settings every Swift target is built with.
let settings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
    .strictMemorySafety(),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A C library: a module map and a shim header below Sources/CLibraries, and one Swift target that imports it.
func library(_ name: String, _ pkgConfig: String? = nil, _ debian: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/CLibraries/\(name)",
        pkgConfig: pkgConfig,
        providers: debian.map { [.apt([$0])] }
    )
}

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
                "UserNotifications", "ExtensionNetworking", "ExtensionLogging", "ExtensionImages", "CoreServices",
                "Intents", "MobileCoreServices", "OSLog", "UIKit", "UniformTypeIdentifiers", "os",
            ]
        ),
        .plugin(name: "ExtensionPrelude", targets: ["ExtensionPrelude"]),
        .library(name: "AttacheExtensionTesting", targets: ["AttacheExtensionTesting"]),
        .library(name: "UserNotificationsUI", targets: ["UserNotificationsUI"]),
        .library(name: "AttacheContentTesting", targets: ["AttacheContentTesting"]),
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
    targets: [
        library("CCurl", nil, "libcurl4-openssl-dev"),
        // In place of -lcurl, -lssl and -lcrypto: it loads each of them at its first call.
        .target(name: "CurlLoader", path: "Sources/CLibraries/CurlLoader"),
        library("COpenSSL", nil, "libssl-dev"),
        library("CCrypto", nil, "libssl-dev"),
        library("CCares", "libcares", "libc-ares-dev"),
        library("CMagic", "libmagic", "libmagic-dev"),
        library("CIDN2", "libidn2", "libidn2-dev"),
        library("CSeccomp", "libseccomp", "libseccomp-dev"),
        library("CLandlock"),
        library("CLinux"),
        library("CDeflate", nil, "libdeflate-dev"),
        library("CZlib", "zlib", "zlib1g-dev"),
        library("CZstd", "libzstd", "libzstd-dev"),
        library("CYAML", "yaml-0.1", "libyaml-dev"),
        library("CSQLite", "sqlite3", "libsqlite3-dev"),
        library("CCairo", nil, "libcairo2-dev"),
        library("CPango", "pangocairo", "libpango1.0-dev"),
        library("CTurboJPEG", nil, "libturbojpeg0-dev"),
        library("CNATS", nil, "libnats-dev"),
        // In place of -lnats: it loads libnats at the first call.
        .target(name: "NATSLoader", path: "Sources/CLibraries/NATSLoader"),

        // Threads, descriptors, signals and files of this machine, and the pipeline in pure Swift.
        .target(name: "AttacheSystem", dependencies: ["CLinux"]),
        .target(name: "AttacheCore", dependencies: ["AttacheSystem"]),

        // Adapters, each the only importer of its library.
        .target(name: "ProcessSandbox", dependencies: ["AttacheSystem", "CLandlock", "CSeccomp"]),
        .target(name: "CurlFetch", dependencies: ["AttacheCore", "AttacheSystem", "CCurl", "COpenSSL", "CurlLoader"]),
        .target(name: "NameResolution", dependencies: ["AttacheCore", "AttacheSystem", "CCares", "CIDN2"]),
        .target(
            name: "MagicInspect",
            dependencies: ["AttacheCore", "AttacheSystem", "CDeflate", "CMagic", "ProcessSandbox"]
        ),
        .target(name: "PolicyFiles", dependencies: ["AttacheCore", "AttacheSystem", "CYAML"]),
        // Repairs of media by other programs in a sandbox.
        .target(
            name: "MediaRepair",
            dependencies: ["AttacheCore", "AttacheSystem", "MediaStore", "ProcessSandbox"]
        ),
        .target(name: "MediaStore", dependencies: ["AttacheCore", "AttacheSystem", "CCrypto", "CurlLoader"]),
        // Links to verified copies of media, and their signatures.
        .target(name: "Rehosting", dependencies: ["AttacheCore", "AttacheSystem", "MediaStore"]),
        // Copies of media in a bucket of an S3-compatible service.
        .target(name: "ObjectStore", dependencies: ["AttacheCore", "AttacheSystem", "CurlFetch", "MediaStore"]),
        .target(name: "AttacheDatabase", dependencies: ["AttacheCore", "AttacheSystem", "CSQLite"]),
        // The model of a notification centre, in memory or in a file.
        .target(
            name: "NotificationCenterStore",
            dependencies: ["AttacheCore", "AttacheDatabase", "AttacheSystem", "NotificationCategories"]
        ),

        // Buttons of notifications: an app's categories, Hive's, and those that payloads carry.
        .target(name: "NotificationCategories", dependencies: ["AttacheCore", "PolicyFiles"]),

        // Files of what reaches a device, what its user does, and what the user should see.
        .target(name: "NotificationScripts", dependencies: ["AttacheCore", "PolicyFiles"]),

        // The texts of the built-in policies are compiled in from policies/ at build time.
        .executableTarget(name: "PolicyEmbedder", dependencies: ["CYAML"]),
        .plugin(
            name: "EmbedPolicies",
            capability: .buildTool(),
            dependencies: ["PolicyEmbedder"],
            path: "Sources/EmbedPolicies"
        ),

        // Composition root and public library product, and observers for swift-log and swift-metrics.
        .target(
            name: "Attache",
            dependencies: [
                "AttacheCore", "AttacheDatabase", "AttacheSystem", "CurlFetch", "MagicInspect", "MediaRepair",
                "MediaStore", "NameResolution", "ObjectStore", "PolicyFiles", "Rehosting",
            ],
            plugins: ["EmbedPolicies"]
        ),
        .target(name: "AttacheTelemetry", dependencies: ["Attache", coreMetrics, logging]),

        // Reports, with the page's style and script compiled in; advice on payloads; batches; what both programs share.
        .target(name: "AttacheReports", dependencies: ["AttacheCore"], resources: [.embedInCode("Page")]),
        .target(name: "AttacheLint", dependencies: ["AttacheCore"]),
        // Checks and copies of the sources of service extensions.
        .target(name: "ExtensionSources", dependencies: ["AttacheCore", "AttacheSystem", "PolicyFiles"]),
        .target(
            name: "AttacheBatch",
            dependencies: [
                "Attache", "AttacheCore", "AttacheDatabase", "AttacheReports", "AttacheSystem", "CZlib", "CZstd",
                "MediaStore", systemPackage,
            ]
        ),
        .target(
            name: "AttacheCommandLine",
            dependencies: ["Attache", "AttacheCore", "AttacheSystem", "CurlFetch", argumentParser]
        ),

        // Pictures of notifications: what attache asks for, and the program that draws, alone with its libraries.
        .target(name: "NotificationPicture", dependencies: ["AttacheCore", "AttacheSystem"]),
        .target(
            name: "NotificationDrawing",
            dependencies: [
                "AttacheSystem", "CCairo", "CDeflate", "CPango", "CTurboJPEG", "NotificationPicture", "ProcessSandbox",
            ]
        ),
        .executableTarget(name: "AttacheDraw", dependencies: ["NotificationDrawing"]),
        // What the user sees of a result: its content, its media in pixels, and a sketch in characters.
        .target(
            name: "NotificationPreview",
            dependencies: [
                "AttacheCore", "AttacheLint", "AttacheSystem", "NotificationCategories", "NotificationPicture",
            ]
        ),

        // The program attache.
        .target(name: "LoopbackOrigin", dependencies: ["AttacheSystem"], resources: [.embedInCode("Media")]),
        .target(
            name: "AttacheCommands",
            dependencies: [
                "Attache", "AttacheBatch", "AttacheCommandLine", "AttacheCore", "AttacheDatabase", "AttacheLint",
                "AttacheReports", "AttacheSystem", "ExtensionSources", "LoopbackOrigin", "NotificationCategories",
                "NotificationCenterStore", "NotificationPicture", "NotificationPreview", "NotificationScripts",
                "ObjectStore", "PolicyFiles", argumentParser,
            ],
            // Links to pages of the documentation, which `attache explain CODE` quotes, and the JSON Schemas.
            resources: [.embedInCode("Explanations"), .embedInCode("Schemas")]
        ),
        .executableTarget(name: "AttacheCLI", dependencies: ["AttacheCommands"]),

        // Workers of a fleet, which share streams of NATS JetStream.
        .target(
            name: "FleetWorker",
            dependencies: ["Attache", "AttacheCore", "AttacheSystem", "CNATS", "NATSLoader"]
        ),

        // The program attached.
        .target(
            name: "AttacheServer",
            dependencies: [
                "Attache", "AttacheCore", "AttacheDatabase", "AttacheReports", "AttacheSystem", "AttacheTelemetry",
                "MediaStore", "NotificationPicture", "NotificationPreview", "ObjectStore", "Rehosting", coreMetrics,
                httpTypes, logging, nioCore, nioHTTPTypes, systemPackage,
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Page/Files"), .embedInCode("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "AttachedCommands",
            dependencies: [
                "Attache", "AttacheCommandLine", "AttacheCore", "AttacheDatabase", "AttacheServer", "AttacheSystem",
                "AttacheTelemetry", "FleetWorker", argumentParser, logging, nioCore,
            ]
        ),
        .executableTarget(name: "AttacheDaemon", dependencies: ["AttachedCommands"]),

        // Apple's names on Linux, and a host that runs service extensions; neither program links them.
        .target(
            name: "UserNotifications",
            dependencies: [
                "AttacheCore", "AttacheSystem", "ExtensionFoundation", "NotificationCategories",
                "NotificationCenterStore",
            ]
        ),
        .target(
            name: "AttacheExtensionTesting",
            dependencies: ["AttacheCore", "AttacheSystem", "UserNotifications"]
        ),
        // Content extensions and Hive's extensions on Linux, and a device that a test controls.
        .target(name: "UserNotificationsUI", dependencies: ["UserNotifications"]),
        .target(
            name: "AttacheContentTesting",
            dependencies: [
                "AttacheCore", "AttacheExtensionTesting", "AttacheSystem", "NotificationCategories",
                "NotificationScripts", "PolicyFiles", "UserNotificationsUI",
            ]
        ),
        // Plays scripts for attache, which has not Foundation.
        .executableTarget(name: "AttachePlay", dependencies: ["AttacheContentTesting"]),
        .target(
            name: "HIVEExtensions",
            dependencies: [
                "Attache", "AttacheCore", "AttacheSystem", "NotificationCategories", "UserNotifications",
                "UserNotificationsUI",
            ]
        ),
        // The session of extensions, over the transport of the pipeline.
        .target(
            name: "ExtensionNetworking",
            dependencies: ["AttacheCore", "AttacheSystem", "CurlFetch", "NameResolution", "PolicyFiles"]
        ),
        // One file in the target of an extension makes all of these visible in its other files.
        .plugin(name: "ExtensionPrelude", capability: .buildTool(), path: "Sources/ExtensionPrelude"),
        // Modules of Apple that extensions import. Those whose names packages test with canImport are empty C modules,
        // which only the targets that depend on them can see; their declarations are in the targets beside them.
        .target(name: "os", path: "Sources/Shims/CModules/os"),
        .target(name: "OSLog", path: "Sources/Shims/CModules/OSLog"),
        .target(name: "UIKit", path: "Sources/Shims/CModules/UIKit"),
        .target(
            name: "ExtensionLogging",
            dependencies: ["AttacheSystem"],
            path: "Sources/Shims/ExtensionLogging"
        ),
        .target(name: "ExtensionImages", dependencies: ["AttacheCore"], path: "Sources/Shims/ExtensionImages"),
        .target(
            name: "ExtensionFoundation",
            dependencies: ["AttacheSystem"],
            path: "Sources/Shims/ExtensionFoundation"
        ),
        .target(
            name: "Intents",
            dependencies: ["AttacheSystem", "UserNotifications"],
            path: "Sources/Shims/Intents"
        ),
        .target(
            name: "CoreServices",
            dependencies: ["MobileCoreServices"],
            path: "Sources/Shims/CoreServices"
        ),
        .target(
            name: "UniformTypeIdentifiers",
            dependencies: ["AttacheCore"],
            path: "Sources/Shims/UniformTypeIdentifiers"
        ),
        .target(
            name: "MobileCoreServices",
            dependencies: ["ExtensionFoundation", "UniformTypeIdentifiers"],
            path: "Sources/Shims/MobileCoreServices"
        ),

        // Benchmarks, probes and test support.
        .target(name: "AttacheTesting", dependencies: ["AttacheCore", "AttacheSystem", "LoopbackOrigin"]),
        .executableTarget(
            name: "ScanBenchmark",
            dependencies: ["AttacheCore", "PolicyFiles"],
            path: "Tests/Benchmarks/ScanBenchmark"
        ),
        .executableTarget(
            name: "TypeBenchmark",
            dependencies: ["AttacheCore", "AttacheSystem", "MagicInspect"],
            path: "Tests/Benchmarks/TypeBenchmark"
        ),
        .executableTarget(
            name: "LinkBenchmark",
            dependencies: ["AttacheCore", "AttacheSystem", "AttacheTesting", "LoopbackOrigin"],
            path: "Tests/Benchmarks/LinkBenchmark"
        ),
        .executableTarget(name: "SandboxProbe", dependencies: ["ProcessSandbox"], path: "Tests/SandboxProbe"),
        .executableTarget(
            name: "FleetFixture",
            dependencies: ["Attache", "AttacheSystem", "FleetWorker"],
            path: "Tests/FleetFixture"
        ),
        .executableTarget(
            name: "ServiceFixture",
            dependencies: ["Attache", "AttacheServer", logging],
            path: "Tests/ServiceFixture"
        ),

        // Tests, in the order of the targets they test.
        .testTarget(name: "AttacheSystemTests", dependencies: ["AttacheSystem"]),
        .testTarget(
            name: "AttacheCoreTests",
            dependencies: ["AttacheCore", "AttacheSystem", "AttacheTesting", "LoopbackOrigin"],
            exclude: ["Policy/Egress/Registries"]
        ),
        .testTarget(
            name: "CurlFetchTests",
            dependencies: [
                "AttacheCore", "AttacheSystem", "AttacheTesting", "CurlFetch", "LoopbackOrigin", "NameResolution",
            ]
        ),
        .testTarget(
            name: "NameResolutionTests",
            dependencies: ["AttacheCore", "AttacheSystem", "AttacheTesting", "NameResolution"]
        ),
        .testTarget(
            name: "MagicInspectTests",
            dependencies: ["AttacheCLI", "AttacheCore", "AttacheTesting", "MagicInspect", "SandboxProbe"]
        ),
        .testTarget(
            name: "MediaRepairTests",
            dependencies: [
                "Attache", "AttacheCLI", "AttacheCore", "AttacheSystem", "AttacheTelemetry", "AttacheTesting",
                "LoopbackOrigin", "MediaRepair",
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(name: "PolicyFilesTests", dependencies: ["AttacheCore", "AttacheTesting", "PolicyFiles"]),
        .testTarget(
            name: "NotificationCategoriesTests",
            dependencies: [
                "AttacheCore", "AttacheSystem", "NotificationCategories", "NotificationScripts", "PolicyFiles",
            ]
        ),
        .testTarget(
            name: "MediaStoreTests",
            dependencies: ["AttacheCore", "AttacheSystem", "AttacheTesting", "MediaStore"]
        ),
        .testTarget(
            name: "RehostingTests",
            dependencies: ["AttacheCore", "AttacheSystem", "AttacheTesting", "MediaStore", "Rehosting"]
        ),
        .testTarget(
            name: "ObjectStoreTests",
            dependencies: [
                "AttacheCore", "AttacheSystem", "AttacheTesting", "CurlFetch", "MediaStore", "ObjectStore",
            ]
        ),
        .testTarget(
            name: "AttacheDatabaseTests",
            dependencies: ["AttacheCore", "AttacheDatabase", "AttacheSystem", "AttacheTesting"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "NotificationCenterStoreTests",
            dependencies: [
                "AttacheCore", "AttacheDatabase", "AttacheSystem", "NotificationCategories", "NotificationCenterStore",
            ]
        ),
        .testTarget(
            name: "AttacheTests",
            dependencies: [
                "Attache", "AttacheCore", "AttacheSystem", "AttacheTesting", "CurlFetch", "LoopbackOrigin",
                "MediaStore", "NameResolution", "PolicyFiles",
            ]
        ),
        .testTarget(
            name: "AttacheTelemetryTests",
            dependencies: [
                "Attache", "AttacheCore", "AttacheSystem", "AttacheTelemetry", "LoopbackOrigin",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "SnippetTests",
            dependencies: [
                "Attache", "AttacheContentTesting", "AttacheExtensionTesting", "AttacheTelemetry",
                "ExtensionNetworking", "UserNotifications", "UserNotificationsUI", coreMetrics, logging,
            ]
        ),
        // Extensions that tests run in processes of their own.
        .executableTarget(
            name: "ExtensionPrograms",
            dependencies: [
                "AttacheContentTesting", "AttacheExtensionTesting", "UserNotifications", "UserNotificationsUI",
            ],
            path: "Tests/ExtensionPrograms",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "UserNotificationsTests",
            dependencies: [
                "AttacheExtensionTesting", "AttacheTesting", "CoreServices", "ExtensionFoundation", "ExtensionImages",
                "ExtensionLogging", "ExtensionPrograms", "Intents", "LoopbackOrigin", "NotificationCenterStore",
                "UniformTypeIdentifiers", "UserNotifications",
            ]
        ),
        .testTarget(
            name: "ExtensionNetworkingTests",
            dependencies: [
                "AttacheCore", "AttacheSystem", "AttacheTesting", "ExtensionNetworking", "LoopbackOrigin",
            ]
        ),
        .testTarget(
            name: "ExtensionPreludeTests",
            dependencies: [
                "AttacheExtensionTesting", "CoreServices", "ExtensionImages", "ExtensionLogging",
                "ExtensionNetworking", "Intents", "LoopbackOrigin", "MobileCoreServices", "OSLog", "UIKit",
                "UniformTypeIdentifiers", "UserNotifications", "os",
            ],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: ["ExtensionPrelude"]
        ),
        .testTarget(
            name: "NotificationExtensionTests",
            dependencies: [
                "AttacheExtensionTesting", "LoopbackOrigin", "MobileCoreServices", "UniformTypeIdentifiers",
                "UserNotifications",
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "GuideExtensionTests",
            dependencies: [
                "AttacheContentTesting", "AttacheExtensionTesting", "HIVEExtensions", "LoopbackOrigin",
                "NotificationScripts", "UserNotifications", "UserNotificationsUI",
            ],
            exclude: [
                "Extensions/Bank/Info.plist", "Extensions/Pushwoosh/Info.plist", "Extensions/RedGreen/Info.plist",
                "Extensions/Survey/Info.plist", "Scripts",
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "AttacheReportsTests",
            dependencies: ["AttacheCore", "AttacheReports", "AttacheTesting", "LoopbackOrigin"],
            exclude: ["Browser/drive.py"]
        ),
        .testTarget(name: "ExtensionSourcesTests", dependencies: ["AttacheTesting", "ExtensionSources"]),
        .testTarget(
            name: "NotificationDrawingTests",
            dependencies: [
                "AttacheDraw", "AttacheSystem", "AttacheTesting", "LoopbackOrigin", "NotificationDrawing",
                "NotificationPicture",
            ]
        ),
        .testTarget(name: "AttacheLintTests", dependencies: ["Attache", "AttacheCore", "AttacheLint"]),
        .testTarget(
            name: "AttacheBatchTests",
            dependencies: [
                "Attache", "AttacheBatch", "AttacheCore", "AttacheDatabase", "AttacheReports", "AttacheSystem",
                "AttacheTesting", "LoopbackOrigin", "MediaStore", systemPackage,
            ]
        ),
        .testTarget(
            name: "AttacheCommandLineTests",
            dependencies: [
                "Attache", "AttacheCLI", "AttacheCommandLine", "AttacheCommands", "AttacheCore", "AttacheDaemon",
                "AttacheServer", "AttacheTesting", "AttachedCommands", "LoopbackOrigin", argumentParser,
            ]
        ),
        .testTarget(
            name: "AttacheCommandsTests",
            dependencies: [
                "Attache", "AttacheCommandLine", "AttacheCommands", "AttacheCore", "AttacheDraw", "AttacheReports",
                "AttacheSystem", "AttacheTesting", "ExtensionPrograms", "LoopbackOrigin", "NotificationCategories",
                "NotificationPicture", "NotificationPreview", "NotificationScripts", argumentParser,
            ]
        ),
        .testTarget(
            name: "AttacheCLITests",
            dependencies: [
                "AttacheCLI", "AttacheCore", "AttachePlay", "AttacheSystem", "AttacheTesting", "LoopbackOrigin",
            ],
            exclude: ["CoProcess/Drivers", "CoProcess/Examples"]
        ),
        .testTarget(
            name: "HostileTests",
            dependencies: [
                "Attache", "AttacheCLI", "AttacheCore", "AttacheDaemon", "AttacheSystem", "AttacheTesting",
                "LoopbackOrigin", "NameResolution",
            ],
            exclude: ["Clients/clients.py", "Secure/origin.py"]
        ),
        .testTarget(
            name: "FleetWorkerTests",
            dependencies: [
                "Attache", "AttacheCore", "AttacheDaemon", "AttacheSystem", "AttacheTesting", "FleetFixture",
                "FleetWorker", "LoopbackOrigin",
            ]
        ),
        .testTarget(
            name: "AttacheServerTests",
            dependencies: [
                "Attache", "AttacheCommandLine", "AttacheCore", "AttacheDaemon", "AttacheDatabase", "AttacheDraw",
                "AttacheServer", "AttacheSystem", "AttacheTesting", "LoopbackOrigin", "NotificationPicture",
                "ServiceFixture", coreMetrics, httpTypes, logging,
                nioCore, nioHTTPTypes, .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ],
            exclude: ["Operations/check_metrics.py", "Page/Browser/drive.py", "Page/Browser/looks.js"]
        ),
    ]
)

// Fuzzing needs libFuzzer's instrumentation in the targets under test, so Tests/Fuzz/run builds a package of its own
// and names the runtime.
if let runtime = Context.environment["ATTACHE_FUZZ"] {
    let tried = [
        "AttacheCore", "AttacheDatabase", "CurlFetch", "NameResolution", "PolicyFiles", "ServiceInput",
    ]
    let needed =
        tried + ["AttacheSystem", "CLinux", "CCurl", "CurlLoader", "COpenSSL", "CCares", "CIDN2", "CSQLite", "CYAML"]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { !needed.contains($0.name) }
    // The parts of the service that read what clients send, without the libraries of the service.
    package.targets.append(
        .target(
            name: "ServiceInput",
            dependencies: ["AttacheCore"],
            path: "Sources/AttacheServer",
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

for target in package.targets
where ![.system, .plugin, .binary].contains(target.type) && !unchangedSources.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
    // Warnings are errors in CI and in development, never for a package that depends on this one.
    if Context.environment["ATTACHE_STRICT"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
