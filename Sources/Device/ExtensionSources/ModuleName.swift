/// The names that the module of an extension can have.
package enum ModuleName {
    /// The length in bytes above which the names of compiled files are too long for a file system.
    private static let lengthLimit = 64

    /// Whether a name is a letter with letters, digits and underscores behind it.
    package static func isWord(_ name: String) -> Bool {
        let isWord = name.utf8.allSatisfy {
            (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
        }
        let isFirst = name.utf8.first.map { !(0x30...0x39).contains($0) && $0 != 0x5F } ?? false
        return isWord && isFirst && name.utf8.count <= lengthLimit
    }

    /// What has a name already, such as a keyword of Swift; `nil` for a free name.
    package static func owner(of name: String) -> String? {
        if let holder = holder(of: name) { return holder }
        let isDependency = dependencies.contains(name) || dependencyPrefixes.contains(where: name.hasPrefix)
        return isDependency ? "a module that attache uses" : nil
    }

    /// What has a name in the package of `attache extension run`, which fetches no other one; `nil` for a free name.
    static func holder(of name: String) -> String? {
        if keywords.contains(name) { return "a keyword of Swift" }
        if toolchain.contains(name) { return "a module of the Swift toolchain" }
        return SourceRules.modules.contains(name) || own.contains(name) ? "Attache's own" : nil
    }

    /// A free name for the module of a file or folder with any name.
    static func free(for text: String) -> String {
        let letters = text.unicodeScalars.prefix(lengthLimit).map { scalar in
            scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
        }
        let name = String(letters)
        if !isWord(name) { return String("Extension\(name)".prefix(lengthLimit)) }
        return owner(of: name) == nil ? name : "\(name.prefix(lengthLimit - 9))Extension"
    }

    /// `main` is the file with the top-level code of a program.
    private static let keywords: Set = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "main", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    private static let toolchain: Set = [
        "Builtin", "C", "CoreFoundation", "Cxx", "CxxStdlib", "Darwin", "Differentiation", "Dispatch", "Distributed",
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Glibc", "Musl", "Observation", "PackageDescription", "PackagePlugin", "RegexBuilder", "Swift", "SwiftGlibc",
        "SwiftOnoneSupport", "SwiftOverlayShims", "SwiftShims", "Synchronization", "Testing", "Volatile", "XCTest",
    ]

    /// The targets of this package; SwiftPM takes no two of one name.
    private static let own: Set = [
        "AdapterTests", "AppProject", "AppProjectTests", "Attache", "AttacheBatch", "AttacheBatchTests", "AttacheCLI",
        "AttacheCLITests",
        "AttacheCommandLine", "AttacheCommands", "AttacheCommandsTests", "AttacheCore", "AttacheCoreTests",
        "AttacheDaemon", "AttacheDatabase", "AttacheDraw", "AttacheExtensionTesting", "AttacheJSON", "AttacheLint",
        "AttacheMedia", "AttachePayload", "AttachePlay", "AttacheReports", "AttacheServer", "AttacheServerTests",
        "AttacheSystem", "AttacheSystemTests", "AttacheTelemetry", "AttacheTesting", "AttacheTests", "AttacheURL",
        "AttachedCommands", "Benchmark", "CCompression", "CCrypto", "CDeflate", "CDrawing", "CFuzzer", "CLinux",
        "CMagic", "CNATS", "CNetwork", "CSQLite", "CSandbox", "CYAML", "CenterProgram", "CommandSupport", "CurlFetch",
        "CurlLoader",
        "DeviceCommands", "EmbedPolicies", "ExampleSender", "ExtensionModules", "ExtensionNetworking",
        "ExtensionPrelude", "ExtensionPreludeTests", "ExtensionPrograms", "ExtensionRunner",
        "ExtensionSources", "ExtensionSupport", "FleetWorker", "FleetWorkerTests", "Fuzz", "GuideExtensionTests",
        "HIVEExtensions", "LoopbackOrigin", "MagicInspect", "MediaRepair", "MediaStore", "NATSLoader",
        "NotificationCategories", "NotificationCenterStore", "NotificationDrawing", "NotificationDrawingTests",
        "NotificationPicture", "PolicyEmbedder", "PolicyFiles", "ProcessSandbox", "SandboxProbe", "ServiceFixture",
        "ServiceInput", "SnippetTests", "TestWidth", "UserNotificationsTests", "UserNotificationsUI", "VendorModules",
        "VendorSupport",
    ]

    private static let dependencies: Set = [
        "ArgumentParser", "AsyncAlgorithms", "CoreMetrics", "HTTPTypes", "InMemoryLogging", "Instrumentation",
        "Logging", "Metrics", "MetricsTestKit", "ServiceContextModule", "ServiceLifecycle", "SystemPackage", "Tracing",
        "UnixSignals",
    ]
    private static let dependencyPrefixes = ["NIO", "CNIO", "_NIO", "Hummingbird"]
}
