import AttacheCore
import AttacheSystem
import UserNotifications

/// The folders and variables of one extension's processes.
struct ExtensionContainer: Sendable {
    /// The program in its bundle, beside the Info.plist, which is how Foundation on Linux finds that.
    let executable: URL
    let environment: [String: String]
    var bundle: URL { executable.deletingLastPathComponent() }
    private let directory: URL
    private let isTemporary: Bool

    /// Makes all folders. Throws an error of Foundation when one cannot be made.
    init(_ program: ExtensionProgram) throws {
        let files = FileManager.default
        isTemporary = program.container == nil
        directory =
            program.container
            ?? files.temporaryDirectory.appendingPathComponent("attache-extension-\(UUID().uuidString)")
        let home = directory.appendingPathComponent("Home", isDirectory: true)
        let temporary = home.appendingPathComponent("tmp", isDirectory: true)
        let groups = program.appGroupDirectory ?? directory.appendingPathComponent("Groups", isDirectory: true)
        // Not in Home: the preferences of one group are one file for all programs of the group.
        let preferences = groups.appendingPathComponent("Preferences", isDirectory: true)
        let bundle = directory.appendingPathComponent("Bundle/\(program.productName).appex", isDirectory: true)
        let library = ["Caches", "Application Support"].map { home.appendingPathComponent("Library/\($0)") }
        let named = program.appGroups.map { groups.appendingPathComponent($0, isDirectory: true) }
        let folders = [temporary, preferences, bundle, home.appendingPathComponent("Documents")] + library + named
        for folder in folders { try files.createDirectory(at: folder, withIntermediateDirectories: true) }
        executable = bundle.appendingPathComponent(program.productName)
        try Self.place(program.executable, at: executable)
        let resources = try BundleResources(program.resources, in: bundle)
        let list = try ExtensionInfoPlist(program, language: program.language.flatMap(resources.language))
        try list.data.write(to: bundle.appendingPathComponent("Info.plist"))

        var variables = [
            // Foundation's home, and that of everything else.
            "CFFIXED_USER_HOME": home.path, "HOME": home.path, "TMPDIR": temporary.path + "/",
            "XDG_CACHE_HOME": home.appendingPathComponent("Library/Caches").path,
            "XDG_DATA_HOME": home.appendingPathComponent("Library/Application Support").path,
            "XDG_CONFIG_HOME": preferences.path,
            AppGroups.variable: groups.path,
            // Of the extension's own App Transport Security, for a session that has it.
            "ATTACHE_INFO_PLIST": bundle.appendingPathComponent("Info.plist").path,
            // The report of a crash is the message of the trap, not a backtrace that takes seconds.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        variables[DeviceLanguage.variable] = program.language
        let inherited = ProcessEnvironment.current
        // Texts depend on the language and dates on the time zone; sanitizers and coverage read their own. A centre in a
        // file is that of the app too, and the network that of the test.
        for (name, value) in inherited where Self.inheritedNames.contains(name) {
            // The process has another working directory.
            // A network is a file where it has no preset's name.
            let isNetworkFile = name == "ATTACHE_NETWORK" && value.contains { "/.".contains($0) }
            let isPath = isNetworkFile || Self.pathNames.contains(name) && !value.isEmpty
            variables[name] = isPath ? URL(fileURLWithPath: value).path : value
        }
        environment = variables.merging(program.environment) { _, given in given }
    }

    private static let pathNames: Set = ["ATTACHE_CACERT", "ATTACHE_CENTER", "SSL_CERT_FILE", "SSL_CERT_DIR"]
    private static let inheritedNames: Set = [
        "LANG", "LC_ALL", "TZ", "PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "ATTACHE_CENTER", "ATTACHE_CENTER_CLOCK", "ATTACHE_NETWORK", "ATTACHE_LINK",
        "ATTACHE_ALLOW_ADDRESS", "ATTACHE_ALLOW_PORT", "ATTACHE_ALLOW_HOST", "ATTACHE_DNS_SERVER", "ATTACHE_CACERT",
    ]

    /// Removes a temporary container.
    func remove() {
        if isTemporary { try? FileManager.default.removeItem(at: directory) }
    }

    /// Places the program in the bundle: Foundation finds the bundle by the program's path behind symbolic links.
    private static func place(_ program: URL, at place: URL) throws {
        let source = program.resolvingSymlinksInPath()
        // A container that stays may have the program of an earlier build.
        try? FileManager.default.removeItem(at: place)
        do {
            try FileManager.default.linkItem(at: source, to: place)
        } catch {
            // Another file system. A process of its own makes the copy: one that this process writes would be open in every
            // program that another host starts meanwhile, and the system starts no program that is open for writing.
            let copy = ProcessCommand(["/bin/cp", "--", source.path, place.path], environment: [:], descriptors: [:])
            let end = (try? copy.start()).flatMap { ProcessEnd(waitingFor: $0) }
            if end != .exited(0) { try FileManager.default.copyItem(at: source, to: place) }
        }
    }
}

/// The app groups of a process, which `FileManager` finds by a variable.
enum AppGroups {
    static let variable = "ATTACHE_APP_GROUPS"

    /// The groups that have a folder; the folder beside them has the preferences.
    static var names: [String] {
        guard let path = ProcessEnvironment.current[variable] else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0 != "Preferences" }
    }
}

/// The Info.plist of a bundle.
struct ExtensionInfoPlist {
    let data: Data

    /// Reads the program's property list, replaces build settings and adds what Foundation reads: of the languages of a
    /// bundle it takes `CFBundleDevelopmentRegion` on Linux, whatever the device's is.
    init(_ program: ExtensionProgram, language: String? = nil) throws {
        var values: [String: Any] = [:]
        if let file = program.infoPlist {
            values = try Self.read(file)
        }
        let settings = [
            "PRODUCT_NAME": program.productName, "PRODUCT_MODULE_NAME": program.productName,
            "EXECUTABLE_NAME": program.productName, "TARGET_NAME": program.productName,
            "PRODUCT_BUNDLE_IDENTIFIER": program.identifier, "DEVELOPMENT_LANGUAGE": "en",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!", "MARKETING_VERSION": "1.0", "CURRENT_PROJECT_VERSION": "1",
        ]
        values = Self.replace(settings, in: values) as? [String: Any] ?? values
        let named = (values["CFBundleIdentifier"] as? String).flatMap { $0.contains("$(") ? nil : $0 }
        values["CFBundleIdentifier"] = program.bundleIdentifier ?? named ?? program.identifier
        values["CFBundleExecutable"] = program.productName
        values["CFBundleDevelopmentRegion"] = language ?? values["CFBundleDevelopmentRegion"] ?? "en"
        data = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
    }

    private static func read(_ file: URL) throws(ConfigurationError) -> [String: Any] {
        var cause = "its root is no dictionary"
        do {
            // Unsafe, and right: there is no pointer for the format.
            let list = try unsafe PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
            if let values = list as? [String: Any] { return values }
        } catch {
            let error = error as NSError
            // It has the line.
            let detail = error.userInfo["NSDebugDescription"] as? String
            cause = detail ?? error.localizedDescription
            if cause.hasSuffix(".") { cause.removeLast() }
        }
        let cure = "use the property list of the extension, XML or binary"
        throw ConfigurationError(problems: ["invalid Info.plist: \(file.path): \(cause); \(cure)."])
    }

    private static func replace(_ settings: [String: String], in value: Any) -> Any {
        if let text = value as? String {
            return settings.reduce(text) { text, setting in
                text.replacingOccurrences(of: "$(\(setting.key))", with: setting.value)
                    .replacingOccurrences(of: "${\(setting.key)}", with: setting.value)
            }
        }
        if let list = value as? [Any] { return list.map { replace(settings, in: $0) } }
        if let members = value as? [String: Any] { return members.mapValues { replace(settings, in: $0) } }
        return value
    }
}
