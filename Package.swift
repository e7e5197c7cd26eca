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

let package = Package(
    name: "attache",
    products: [
        .library(name: "Attache", targets: ["Attache", "AttacheTelemetry"]),
        .executable(name: "attache", targets: ["AttacheCLI"]),
        .executable(name: "attached", targets: ["AttacheDaemon"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
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
        // System libraries: a module map and a shim header each, one importer each.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCares", pkgConfig: "libcares", providers: [.apt(["libc-ares-dev"])]),
        .systemLibrary(name: "CMagic", pkgConfig: "libmagic", providers: [.apt(["libmagic-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

        // The pipeline, pure Swift.
        .target(name: "AttacheThreads", dependencies: ["CLinux"]),
        .target(name: "AttacheCore", dependencies: ["AttacheThreads"]),

        // Adapters, each the only importer of its library.
        .target(name: "CurlFetch", dependencies: ["AttacheCore", "AttacheThreads", "CCurl", "COpenSSL"]),
        .target(name: "CaresResolve", dependencies: ["AttacheCore", "CCares"]),
        .target(name: "Sandbox", dependencies: ["CSeccomp"]),
        .target(name: "MagicInspect", dependencies: ["AttacheCore", "AttacheThreads", "CMagic", "Sandbox"]),
        .target(name: "IDNAHost", dependencies: ["AttacheCore", "CIDN2"]),
        .target(name: "PolicyFiles", dependencies: ["AttacheCore", "CYAML"]),
        .target(
            name: "MediaStore",
            dependencies: [
                "AttacheCore", "AttacheThreads", "CLinux", .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .target(name: "Archives", dependencies: ["CZlib", "CZstd"]),
        .target(
            name: "Ledger",
            dependencies: ["AttacheCore", "AttacheThreads", .product(name: "GRDB", package: "GRDB.swift")]
        ),

        // Reports on runs, pure Swift; the page's style and script travel inside the binary.
        .target(name: "AttacheReports", dependencies: ["AttacheCore"], resources: [.embedInCode("Page")]),

        // The built-in policies travel inside the binary, compiled from policies/ at build time.
        .executableTarget(name: "PolicyEmbedder", dependencies: ["PolicyFiles"]),
        .plugin(
            name: "EmbedPolicies",
            capability: .buildTool(),
            dependencies: ["PolicyEmbedder"],
            path: "Sources/EmbedPolicies"
        ),

        // Composition root and public library product.
        .target(
            name: "Attache",
            dependencies: [
                "AttacheCore", "AttacheThreads", "CurlFetch", "CaresResolve", "MagicInspect", "IDNAHost",
                "PolicyFiles", "MediaStore", "Ledger",
            ],
            plugins: ["EmbedPolicies"]
        ),

        // Observers for those who have swift-log and swift-metrics already.
        .target(
            name: "AttacheTelemetry",
            dependencies: [
                "Attache", .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // Many payloads: inputs, outputs and a ledger between them.
        .target(
            name: "AttacheBatch",
            dependencies: [
                "Archives", "Attache", "AttacheCore", "AttacheReports", "AttacheThreads", "CLinux", "Ledger",
                "MediaStore", .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),

        // Options that both programs take, and what they mean.
        .target(
            name: "AttacheOptions",
            dependencies: [
                "Attache", "AttacheCore", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // What both programs ask of a running service.
        .target(
            name: "AttacheHealth",
            dependencies: [
                "AttacheCore", "AttacheOptions", "AttacheThreads", "CurlFetch",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // The command line.
        .target(name: "LoopbackOrigin", dependencies: ["AttacheThreads"], resources: [.embedInCode("Media")]),
        .target(
            name: "AttacheManual",
            dependencies: ["AttacheCore", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .target(
            name: "AttacheCommands",
            dependencies: [
                "Attache", "AttacheBatch", "AttacheHealth", "AttacheManual", "AttacheOptions", "AttacheReports",
                "Ledger", "LoopbackOrigin",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(name: "AttacheCLI", dependencies: ["AttacheCommands"]),

        // The service.
        .target(
            name: "AttachePrometheus",
            dependencies: ["AttacheThreads", .product(name: "CoreMetrics", package: "swift-metrics")]
        ),
        .target(
            name: "AttacheServer",
            dependencies: [
                "Attache", "AttacheCore", "AttachePrometheus", "AttacheTelemetry", "AttacheThreads", "Ledger",
                "MediaStore",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Page/Files"), .embedInCode("OpenAPI/openapi.yaml")]
        ),
        .target(
            name: "AttacheDaemonCommands",
            dependencies: [
                "Attache", "AttacheHealth", "AttacheManual", "AttacheOptions", "AttacheServer", "AttacheThreads",
                "Ledger",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .executableTarget(name: "AttacheDaemon", dependencies: ["AttacheDaemonCommands"]),

        // Test support and tests.
        .target(name: "AttacheTesting", dependencies: ["AttacheCore", "AttacheThreads", "LoopbackOrigin"]),
        .executableTarget(
            name: "ScanBenchmark",
            dependencies: ["AttacheCore"],
            path: "Tests/Benchmarks/ScanBenchmark"
        ),
        .executableTarget(
            name: "TypeBenchmark",
            dependencies: ["AttacheCore", "AttacheThreads", "MagicInspect"],
            path: "Tests/Benchmarks/TypeBenchmark"
        ),
        .executableTarget(
            name: "LinkBenchmark",
            dependencies: ["AttacheCore", "AttacheTesting", "AttacheThreads", "LoopbackOrigin"],
            path: "Tests/Benchmarks/LinkBenchmark"
        ),
        .testTarget(
            name: "AttacheCoreTests",
            dependencies: ["AttacheCore", "AttacheTesting", "AttacheThreads", "LoopbackOrigin"],
            exclude: ["Policy/Egress/Registries"]
        ),
        .testTarget(
            name: "CurlFetchTests",
            dependencies: ["CurlFetch", "CaresResolve", "AttacheTesting", "AttacheThreads", "LoopbackOrigin"]
        ),
        .testTarget(name: "MagicInspectTests", dependencies: ["AttacheCLI", "MagicInspect", "AttacheTesting"]),
        .executableTarget(name: "SandboxProbe", dependencies: ["Sandbox"], path: "Tests/SandboxProbe"),
        .executableTarget(
            name: "ServiceFixture",
            dependencies: ["Attache", "AttacheServer", .product(name: "Logging", package: "swift-log")],
            path: "Tests/ServiceFixture"
        ),
        .testTarget(
            name: "AttacheServerTests",
            dependencies: [
                "Attache", "AttacheCore", "AttacheDaemon", "AttacheHealth", "AttachePrometheus", "AttacheServer",
                "AttacheTesting", "AttacheThreads", "LoopbackOrigin", "ServiceFixture",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            exclude: ["Operations/check_metrics.py", "Page/Browser/drive.py", "Page/Browser/looks.js"]
        ),
        .testTarget(name: "SandboxTests", dependencies: ["AttacheTesting", "SandboxProbe"]),
        .testTarget(name: "IDNAHostTests", dependencies: ["IDNAHost"]),
        .testTarget(name: "PolicyFilesTests", dependencies: ["PolicyFiles", "AttacheTesting"]),
        .testTarget(name: "MediaStoreTests", dependencies: ["MediaStore", "AttacheTesting"]),
        .testTarget(
            name: "AttacheTests",
            dependencies: [
                "Attache", "AttacheCore", "AttacheTesting", "AttacheThreads", "CaresResolve", "CurlFetch",
                "LoopbackOrigin", "MediaStore",
            ]
        ),
        .testTarget(
            name: "AttacheTelemetryTests",
            dependencies: [
                "Attache", "AttacheTelemetry", "AttacheThreads", "LoopbackOrigin",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "SnippetTests",
            dependencies: [
                "Attache", "AttacheTelemetry", .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "AttacheBatchTests",
            dependencies: [
                "Archives", "AttacheBatch", "AttacheCore", "AttacheReports", "AttacheTesting", "AttacheThreads",
                "Ledger",
                "MediaStore",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "AttacheTesting"]),
        .testTarget(name: "AttacheThreadsTests", dependencies: ["AttacheThreads"]),
        .testTarget(
            name: "AttacheCLITests",
            dependencies: ["AttacheCLI", "AttacheTesting", "AttacheThreads", "LoopbackOrigin"],
            exclude: ["CoProcess/Examples"]
        ),
        .testTarget(
            name: "HostileTests",
            dependencies: [
                "Attache", "AttacheCLI", "AttacheCore", "AttacheTesting", "AttacheThreads", "IDNAHost",
                "LoopbackOrigin",
            ],
            exclude: ["Secure/origin.py"]
        ),
        .testTarget(
            name: "AttacheManualTests",
            dependencies: ["AttacheCLI", "AttacheDaemon", "AttacheManual", "AttacheTesting"]
        ),
        .testTarget(
            name: "AttacheReportsTests",
            dependencies: ["AttacheCore", "AttacheReports", "AttacheTesting", "LoopbackOrigin"],
            exclude: ["Browser/drive.py"]
        ),
        .testTarget(
            name: "AttacheCommandsTests",
            dependencies: [
                "Attache", "AttacheCommands", "AttacheCore", "AttacheOptions", "AttacheReports", "AttacheTesting",
                "AttacheThreads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(name: "AttacheOptionsTests", dependencies: ["AttacheOptions"]),
        .testTarget(
            name: "AttacheHealthTests",
            dependencies: [
                "AttacheHealth", "AttacheOptions", "LoopbackOrigin",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "AttacheDaemonCommandsTests",
            dependencies: [
                "Attache", "AttacheDaemonCommands", "AttacheHealth", "AttacheOptions", "AttacheServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ]
)

// Fuzzing wants libFuzzer's instrumentation in what is tried, so it is no part of the ordinary package: Tests/Fuzz/run
// builds it, and names the runtime.
if let runtime = Context.environment["ATTACHE_FUZZ"] {
    let tried = ["AttacheCore", "CurlFetch", "IDNAHost", "PolicyFiles"]
    let needed = tried + ["AttacheThreads", "CCurl", "COpenSSL", "CIDN2", "CYAML"]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { !needed.contains($0.name) }
    for target in package.targets where tried.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]
    }
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["CFuzzer"] + tried.map { .byName(name: $0) },
            path: "Tests/Fuzz/Targets",
            linkerSettings: [.unsafeFlags([runtime]), .linkedLibrary("stdc++")]
        ),
    ]
}

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
    // Warnings are errors in CI and in development, never for somebody who depends on this package.
    if Context.environment["ATTACHE_STRICT"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
