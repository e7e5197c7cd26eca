// swift-tools-version: 6.2

import PackageDescription

/// Packages on GitHub with the products that targets need, by their names as they need targets.
let packages: [(owner: String, name: String, from: Version, products: String)] = [
    ("apple", "swift-argument-parser", "1.8.2", "ArgumentParser"),
    ("apple", "swift-log", "1.16.2", "InMemoryLogging Logging"),
    ("apple", "swift-metrics", "2.13.0", "CoreMetrics MetricsTestKit"),
    ("apple", "swift-system", "1.8.1", "SystemPackage"),
    ("hummingbird-project", "hummingbird", "2.28.1", "Hummingbird"),
    ("apple", "swift-nio", "2.101.2", "NIOEmbedded NIOHTTP1"),
    ("apple", "swift-nio-extras", "1.35.2", "NIOHTTPTypesHTTP1"),
    ("apple", "swift-nio-ssl", "2.37.6", "NIOSSL"),
    ("apple", "swift-async-algorithms", "1.1.4", "AsyncAlgorithms"),
    ("apple", "swift-http-types", "1.8.0", "HTTPTypes"),
    ("swift-server", "swift-service-lifecycle", "2.13.0", "ServiceLifecycle UnixSignals"),
]

/// Names or paths, in a text with spaces between them.
func list(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

/// A target and what it needs. What a named target needs in turn is not named again.
func module(_ name: String, _ needs: String = "") -> Target { .target(name: name).needs(needs) }
func program(_ name: String, _ needs: String) -> Target { .executableTarget(name: name).needs(needs) }
func tests(_ name: String, _ needs: String) -> Target { .testTarget(name: name).needs("TestWidth").needs(needs) }

/// A C library: a module map and a header, and one Swift target that imports it.
func library(_ name: String, _ pkgConfig: String? = nil, debian packages: String? = nil) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: packages.map { [.apt(list($0))] })
}

extension Target {
    func needs(_ names: String) -> Target {
        dependencies += list(names).map { name in
            let package = packages.first { list($0.products).contains(name) }
            return package.map { .product(name: name, package: $0.name) } ?? .byName(name: name)
        }
        return self
    }

    /// Compiles files into the module, as bytes.
    func embeds(_ paths: String) -> Target {
        resources = list(paths).map { .embedInCode($0) }
        return self
    }

    func excludes(_ paths: String) -> Target {
        exclude += list(paths)
        return self
    }

    func uses(plugin: String) -> Target {
        plugins = [.plugin(name: plugin)]
        return self
    }
}

/// The targets in their rooms: each has the folder of its name in a room of Sources, or of Tests if it holds tests.
let rooms: KeyValuePairs<String, [Target]> = [
    // What every room stands on: C libraries, the machine, JSON, media formats; test support.
    "Base/CLibraries": [
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
    ],
    "Base": [
        module("AttacheSystem", "CLinux"),
        module("AttacheJSON"),
        module("AttacheMedia", "AttacheJSON AttacheSystem"),
        tests("AttacheSystemTests", "AttacheSystem"),
    ],
    "Testing": [module("AttacheTesting", "AttacheCore LoopbackOrigin"), module("TestWidth")],

    // From a payload to its result, with adapters that are each the only importer of their library.
    "Pipeline": [
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
        module("Attache", "AttacheDatabase MagicInspect MediaRepair PolicyFiles").uses(plugin: "EmbedPolicies"),
        module("AttacheTelemetry", "Attache CoreMetrics Logging"),
        tests("AttacheCoreTests", "AttacheTesting").excludes("Policy/Egress/Registries"),
        tests("AdapterTests", "AttacheCLI AttacheTesting SandboxProbe").excludes("Database/Fixtures"),
        tests("AttacheTests", "AttacheCLI AttacheTelemetry AttacheTesting InMemoryLogging MetricsTestKit"),
        tests("SnippetTests", "AttacheExtensionTesting AttacheTelemetry AttacheTesting ExtensionNetworking"),
    ],

    // The program attache.
    "CommandLine": [
        module("AttacheCommandLine", "ArgumentParser Attache"),
        // Advice on payloads; reports, with the page's style and script compiled in; what the user sees of a result.
        module("AttacheLint", "AttacheCore"),
        module("AttacheReports", "AttacheLint NotificationCategories NotificationPicture").embeds("Page"),
        module("AttacheBatch", "Attache AttacheReports CCompression SystemPackage"),
        module("LoopbackOrigin", "AttacheJSON AttacheSystem").embeds("Media"),
        // What commands share, the commands of devices, and all others.
        module("CommandSupport", "AttacheCommandLine AttacheReports"),
        module("DeviceCommands", "AppProject AttacheReports CommandSupport LoopbackOrigin"),
        module("AttacheCommands", "AppProject AttacheBatch DeviceCommands LoopbackOrigin")
            .embeds("Explanations Schemas"),
        program("AttacheCLI", "AttacheCommands"),
        tests("AttacheBatchTests", "AttacheBatch AttacheTesting"),
        tests("AttacheCommandsTests", "AttacheCLI AttacheDaemon AttacheDraw AttacheTesting ExtensionPrograms")
            .excludes("Reports/Browser/drive.py"),
        tests("AttacheCLITests", "AttacheCLI AttacheDaemon AttachePlay AttacheReports AttacheTesting")
            .excludes("CoProcess/Drivers CoProcess/Examples Hostile/Clients/clients.py Hostile/Secure/origin.py"),
    ],

    // The program attached, and workers of a fleet, which share streams of NATS JetStream.
    "Service": [
        module("AttacheServer", "AttacheReports AttacheTelemetry LoopbackOrigin")
            .needs("AsyncAlgorithms HTTPTypes Hummingbird NIOHTTP1 NIOHTTPTypesHTTP1 NIOSSL")
            .needs("ServiceLifecycle SystemPackage UnixSignals")
            .embeds("Page/Files OpenAPI/openapi.yaml"),
        module("AttachedCommands", "AttacheCommandLine AttacheServer FleetWorker"),
        program("AttacheDaemon", "AttachedCommands"),
        tests("AttacheServerTests", "AttacheDaemon AttacheDraw AttacheTesting NIOEmbedded ServiceFixture")
            .excludes("Operations/check_metrics.py Page/Browser/drive.py Page/Browser/looks.js"),
    ],
    "Fleet": [
        module("FleetWorker", "Attache CNATS NATSLoader"),
        tests("FleetWorkerTests", "AttacheDaemon AttacheReports AttacheTesting ServiceFixture"),
    ],

    // Pictures of notifications: what attache asks for, and the program that draws, alone with its libraries.
    "Pictures": [
        module("NotificationPicture", "AttacheCore"),
        module("NotificationDrawing", "CDeflate CDrawing NotificationPicture ProcessSandbox"),
        program("AttacheDraw", "NotificationDrawing"),
        tests("NotificationDrawingTests", "AttacheDraw AttacheTesting"),
    ],

    // Apple's names on Linux and hosts of extensions, which the programs do not link; categories, scripts, the centre.
    "Device": [
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
        // The work of deliver and center, and of scripts, for attache, which has not Foundation.
        module("CenterProgram", "AttacheExtensionTesting DeviceCommands"),
        program("AttachePlay", "CenterProgram"),
        module("VendorSupport", "Attache UserNotifications"),
        module("HIVEExtensions", "UserNotificationsUI VendorSupport"),
        // The session of extensions, over the transport of the pipeline.
        module("ExtensionNetworking", "CurlFetch PolicyFiles"),
        // What Foundation, os and UIKit have on a device only.
        module("ExtensionSupport", "AttacheCore"),
        // One file in the target of an extension makes all of these visible in its other files.
        .plugin(name: "ExtensionPrelude", capability: .buildTool()),
        tests("AppProjectTests", "AppProject AttacheTesting"),
        tests("UserNotificationsTests", "AttacheTesting ExtensionNetworking ExtensionPrograms ExtensionSources")
            .needs("CoreServices Intents"),
        tests("ExtensionPreludeTests", "AttacheExtensionTesting ExtensionNetworking LoopbackOrigin")
            .needs("CoreServices Intents OSLog UIKit os")
            .uses(plugin: "ExtensionPrelude"),
        tests(
            "GuideExtensionTests",
            "AttacheExtensionTesting AttacheTesting HIVEExtensions LoopbackOrigin MobileCoreServices"
        )
        .excludes("Extensions/Bank/Info.plist Extensions/Pushwoosh/Info.plist Extensions/RedGreen/Info.plist")
        .excludes("Extensions/Survey/Info.plist Scripts"),
    ],
    // Modules of Apple that extensions import. Those whose names packages test with canImport are empty C modules, which
    // only the targets that depend on them can see; ExtensionSupport has their declarations.
    "Device/Shims": [
        module("CoreServices", "MobileCoreServices"),
        module("Intents", "UserNotifications"),
        module("MobileCoreServices", "ExtensionSupport UniformTypeIdentifiers"),
        module("OSLog"),
        module("UIKit"),
        module("UniformTypeIdentifiers", "AttacheCore"),
        module("os"),
    ],

    // What only tests run: among them extensions in processes, and a program that sees what another package would see.
    "Tests/Benchmarks": [program("Benchmark", "AttacheTesting MagicInspect PolicyFiles")],
    "Tests/Pipeline": [program("SandboxProbe", "ProcessSandbox")],
    "Tests/Service": [program("ServiceFixture", "AttacheServer FleetWorker")],
    "Tests/Device": [program("ExtensionPrograms", "AttacheExtensionTesting")],
    "Tests/Trials": [.executableTarget(name: "ExampleSender", packageAccess: false).needs("AttacheTelemetry")],
]

func room(_ name: String, _ targets: [Target]) -> [Target] {
    for target in targets {
        let top = name.hasPrefix("Tests/") ? "" : target.type == .test ? "Tests/" : "Sources/"
        target.path = "\(top)\(name)/\(target.name)"
    }
    return targets
}

/// Modules that are a product each.
let singleModules =
    list("AttacheExtensionTesting HIVEExtensions UserNotifications UserNotificationsUI")
    + list("MobileCoreServices UniformTypeIdentifiers")
let shims = rooms.filter { $0.key == "Device/Shims" }.flatMap(\.value).map(\.name)

let package = Package(
    name: "attache",
    products: [
        .library(name: "Attache", targets: ["Attache", "AttacheTelemetry"]),
        // All modules that the source of an extension may import, and the plug-in that makes the target see them.
        .library(
            name: "ExtensionModules",
            targets: list("UserNotifications ExtensionNetworking ExtensionSupport") + shims
        ),
        .plugin(name: "ExtensionPrelude", targets: ["ExtensionPrelude"]),
        .executable(name: "attache", targets: ["AttacheCLI"]),
        .executable(name: "attached", targets: ["AttacheDaemon"]),
        .executable(name: "attache-draw", targets: ["AttacheDraw"]),
        .executable(name: "attache-play", targets: ["AttachePlay"]),
    ] + singleModules.map { .library(name: $0, targets: [$0]) },
    dependencies: packages.map { owner, name, version, _ in
        // Hummingbird's configuration files are not used.
        let traits: Set<Package.Dependency.Trait> = name == "hummingbird" ? [] : [.defaults]
        return .package(url: "https://github.com/\(owner)/\(name)", from: version, traits: traits)
    },
    targets: rooms.flatMap(room)
)

// Fuzzing needs libFuzzer's instrumentation in the targets under test, so Tests/Fuzz/run builds a package of its own
// and names the runtime.
let fuzzer = Context.environment["ATTACHE_FUZZ"]
if let fuzzer {
    let tried =
        list("AppProject AttacheCore AttacheDatabase AttacheJSON AttacheMedia AttachePayload AttacheURL CurlFetch")
        + list("ExtensionSources MediaStore NotificationCategories PolicyFiles ServiceInput")
    package.targets += [
        // The parts of the service that read what clients send, without the libraries of the service.
        .target(
            name: "ServiceInput",
            path: "Sources/Service/AttacheServer",
            sources: ["Batch/BatchSplitter.swift", "Body/RequestFraming.swift", "HTTP/Authority.swift"]
        ).needs("AttacheCore"),
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["CFuzzer"] + tried.map { .byName(name: $0) },
            path: "Tests/Fuzz/Targets",
            linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]
        ),
    ]
    for target in package.targets where tried.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]
    }
}

// `attache extension run` builds the modules for tests of service extensions, which need no other package, and with them
// vendors' modules: another package may have the vendor's own of the same names.
let isForExtensions = Context.environment["ATTACHE_EXTENSIONS_ONLY"] != nil
if isForExtensions {
    let vendors =
        list("AirshipNotificationServiceExtension AirshipServiceExtension BatchExtension CTNotificationService")
        + list("EmarsysNotificationService EmarsysSDK Firebase FirebaseMessaging IterableAppExtensions")
        + list("KlaviyoSwiftExtension OneSignal OneSignalExtension OneSignalFramework")
    package.targets += room("Device/Vendors", vendors.map { module($0, "VendorSupport") })
    package.products.append(.library(name: "VendorModules", targets: vendors))
}

let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })

/// The targets and products that a target needs, and those that they need in turn, without itself.
@MainActor func needed(by target: Target, _ found: inout [String: Target.Dependency]) {
    for dependency in target.dependencies {
        if case .productItem(let name, _, _, _) = dependency { found[name] = dependency }
        guard case .byNameItem(let name, _) = dependency else { continue }
        if found.updateValue(dependency, forKey: name) == nil, let inner = targets[name] { needed(by: inner, &found) }
    }
}

// SwiftPM compiles a target again only when a module that it names has changed, and a module that re-exports another one
// need not change with it. So each target names all that it needs in turn.
for target in package.targets where target.type != .plugin {
    var found: [String: Target.Dependency] = [:]
    needed(by: target, &found)
    target.dependencies = found.sorted { $0.key < $1.key }.map(\.value)
}

/// Leaves the named targets with all that they need, and no other package.
@MainActor func keep(_ roots: [String]) {
    var kept: Set<String> = []
    func add(_ name: String) {
        guard let target = targets[name], kept.insert(name).inserted else { return }
        for case .byNameItem(let inner, _) in target.dependencies { add(inner) }
        for case .plugin(let plugin, _) in target.plugins ?? [] { add(plugin) }
    }
    roots.forEach(add)
    package.dependencies = []
    package.targets.removeAll { !kept.contains($0.name) }
}

if fuzzer != nil {
    package.products = []
    keep(["Fuzz"])
} else if isForExtensions {
    let alone = targets.filter { $1.dependencies.allSatisfy { if case .byNameItem = $0 { true } else { false } } }
    func modules(_ product: Product) -> [String] {
        (product as? Product.Library)?.targets ?? (product as? Product.Plugin)?.targets ?? []
    }
    package.products.removeAll { modules($0).isEmpty || modules($0).contains { alone[$0] == nil } }
    keep(package.products.flatMap(modules))
}

/// What a later language mode will ask for, and SE-0458.
let features =
    list("ExistentialAny ImmutableWeakCaptures InferIsolatedConformances InternalImportsByDefault")
    + list("MemberImportVisibility NonisolatedNonsendingByDefault")
var settings: [SwiftSetting] = features.map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]
// Warnings are errors in CI and in development, never for a package that depends on this one.
if Context.environment["ATTACHE_STRICT"] != nil {
    settings.append(.treatAllWarnings(as: .error))
    // For the linker of packages, which drops each function that nothing uses.
    settings.append(.unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)))
}

// Service extensions as apps have them: Swift 5 mode, none of our settings, and warnings stay warnings.
let unchangedSources: Set = ["ExtensionPreludeTests", "ExtensionPrograms", "GuideExtensionTests"]
for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
    let isUnchanged = unchangedSources.contains(target.name)
    target.swiftSettings = isUnchanged ? [.swiftLanguageMode(.v5)] : (target.swiftSettings ?? []) + settings
}
