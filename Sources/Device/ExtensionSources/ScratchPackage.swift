package import AttacheSystem
import Glibc

/// An extension of a scratch package.
package struct ScratchExtension: Sendable {
    /// The kinds of extensions.
    package enum Kind: Sendable {
        case service
        case content
    }

    /// The name of the module, which no other of the package has.
    package let module: String
    package let principalClass: String
    package let sources: ExtensionSources
    package let kind: Kind

    package init(module: String, principalClass: String, sources: ExtensionSources, kind: Kind = .service) {
        self.kind = kind
        self.module = module
        self.principalClass = principalClass
        self.sources = sources
    }
}

/// A package that compiles the copies of extensions, and one program that runs them.
package struct ScratchPackage: Sendable {
    /// The name of the program.
    package static let program = "ExtensionRunner"
    /// The product with all modules that the source of an extension imports, and the plug-in that has its files see them.
    private static let modules = (product: "ExtensionModules", plugin: "ExtensionPrelude")
    /// The products of a checkout that has not the one of all modules.
    private static let fewModules = ["UserNotifications", "UniformTypeIdentifiers", "MobileCoreServices"]

    package let directory: String
    let package: AttachePackage
    package let extensions: [ScratchExtension]
    /// Whether the program plays scripts; otherwise it delivers pushes.
    package let playsScripts: Bool

    package init(
        directory: String,
        package: AttachePackage,
        extensions: [ScratchExtension],
        playsScripts: Bool = false
    ) {
        self.playsScripts = playsScripts
        self.directory = directory
        self.package = package
        self.extensions = extensions
    }

    /// Writes all files, except those that have the same text already, and removes others of the same targets; throws
    /// `SystemCallError` with the path of one that cannot be written.
    package func write() throws(SystemCallError) {
        try ScratchFile.write(Array(manifest.utf8), to: "\(directory)/Package.swift")
        try ScratchFile.write(Array(main.utf8), to: "\(directory)/Sources/\(Self.program)/main.swift")
        for item in extensions {
            let name = "AttachePrincipal.swift"
            try ScratchFile.write(
                Array(Self.principal(of: item).utf8),
                to: "\(directory)/Sources/\(item.module)/\(name)"
            )
            try write(item.sources, as: item.module, besides: [name])
        }
        for module in modules { try write(module.sources, as: module.name) }
        forgetOthers()
    }

    /// Removes compiled modules that an earlier package in the folder had: all targets see what is there.
    private func forgetOthers() {
        let own = Set(extensions.map(\.module) + modules.map(\.name) + [Self.program])
        for name in Paths.names(in: "\(directory)/Sources") ?? [] where !own.contains(name) {
            _ = unsafe unlink("\(directory)/.build/release/Modules/\(name).swiftmodule")
        }
    }

    private func write(
        _ sources: ExtensionSources,
        as module: String,
        besides own: Set<String> = []
    ) throws(SystemCallError) {
        let folder = "\(directory)/Sources/\(module)"
        var names = own
        for file in sources.files {
            let name = Self.name(of: file.path, besides: names)
            names.insert(name)
            try ScratchFile.write(SourceTransformer.copy(of: file), to: "\(folder)/\(name)")
        }
        ScratchFile.removeOthers(than: names, in: folder)
    }

    /// The libraries of all extensions.
    private var modules: [SourceModule] {
        var names: Set<String> = []
        return extensions.flatMap(\.sources.modules).filter { names.insert($0.name).inserted }
    }

    /// A file's name with "copy-" before it, and with a number where another copy has that. With its own name the compiler
    /// warns that the copy and the original are one `#fileID`, and a `main.swift` would have top-level code.
    private static func name(of path: String, besides names: Set<String>) -> String {
        let base = "copy-\(path.split(separator: "/").last.map(String.init) ?? path)"
        guard names.contains(base) else { return base }
        let stem = base.dropLast(6)
        return (2...).lazy.map { "\(stem)-\($0).swift" }.first { !names.contains($0) } ?? base
    }

    private var hasAllModules: Bool {
        guard case .path(let path) = package else { return true }
        return unsafe access("\(path)/Sources/Device/\(Self.modules.plugin)", F_OK) == 0
    }

    private func product(_ name: String) -> String {
        ".product(name: \(name.quoted), package: \(package.name.quoted))"
    }

    private var manifest: String {
        let hasAllModules = hasAllModules
        let plugins =
            hasAllModules
            ? ",\n            plugins: [.plugin(name: \(Self.modules.plugin.quoted), package: \(package.name.quoted))]"
            : ""
        let products = (hasAllModules ? [Self.modules.product] : Self.fewModules).map(product)
        let parts =
            modules.map { (name: $0.name, sources: $0.sources, needs: $0.needs.map(\.quoted)) }
            + extensions.map { item in
                let view = item.kind == .content ? [product("UserNotificationsUI")] : []
                return (item.module, item.sources, view + item.sources.neededModules.map(\.quoted))
            }
        let targets = parts.map { name, sources, needs in
            let own = needs + sources.vendorProducts.map(product)
            let more = own.isEmpty ? "" : " + [\(own.joined(separator: ", "))]"
            return """
                        .target(
                            name: \(name.quoted),
                            dependencies: modules\(more),
                            swiftSettings: [.swiftLanguageMode(.v5), expressions, excerpts]\(plugins)
                        ),

                """
        }
        let names = extensions.map(\.module.quoted).joined(separator: ", ")
        return """
            // swift-tools-version: 6.0
            // Written by attache extension run.
            import PackageDescription

            let modules: [Target.Dependency] = [
                \(products.joined(separator: ",\n    ")),
            ]
            // Xcode compiles /expressions/ in Swift 5 mode too.
            let expressions = SwiftSetting.enableUpcomingFeature("BareSlashRegexLiterals")
            // The copies have a line more than the originals, which the numbers beside the other style's excerpts count.
            let excerpts = SwiftSetting.unsafeFlags(["-diagnostic-style=llvm"])

            let package = Package(
                name: "extensions",
                dependencies: [\(package.declaration)],
                targets: [
            \(targets.joined())        .executableTarget(
                        name: \(Self.program.quoted),
                        dependencies: modules + [
                            \(product("AttacheExtensionTesting")),\(names.isEmpty ? "" : " \(names),")
                        ],
                        swiftSettings: [.swiftLanguageMode(.v5)]
                    ),
                ]
            )

            """
    }

    /// The program: each module has a function of its own name, since classes of several have the same.
    private var main: String {
        let imports = extensions.map { "import \($0.module)\n" }.joined()
        guard !playsScripts else { return "import AttacheExtensionTesting\n\(imports)\n\(scriptMain)" }
        let entries = extensions.map { "    \($0.module.quoted): { \(Self.function(of: $0))() },\n" }.joined()
        return "import AttacheExtensionTesting\n\(imports)\nExtensionMain.run([\n\(entries)])\n"
    }

    private var scriptMain: String {
        let parts = [ScratchExtension.Kind.service, .content].map { kind in
            let entries = extensions.filter { $0.kind == kind }.map {
                "\($0.module.quoted): { \(Self.function(of: $0))() }"
            }
            return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
        }
        return "ScriptMain.run(services: \(parts[0]), views: \(parts[1]))\n"
    }

    private static func function(of item: ScratchExtension) -> String { "attachePrincipal_\(item.module)" }

    /// The file that is added to the module: it also imports for files that have no import of their own.
    private static func principal(of item: ScratchExtension) -> String {
        guard item.kind == .service else {
            return """
                @_exported import UserNotificationsUI

                @MainActor
                public func \(function(of: item))() -> ContentViewController & UNNotificationContentExtension {
                    \(item.principalClass)()
                }

                """
        }
        return """
            @_exported import UserNotifications

            public func \(function(of: item))() -> UNNotificationServiceExtension { \(item.principalClass)() }

            """
    }

    /// A name that tells packages with different modules apart: the same for the same text.
    package static func key(of texts: [[UInt8]]) -> String {
        // FNV-1a: no attacker chooses among names of one user's folders.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
