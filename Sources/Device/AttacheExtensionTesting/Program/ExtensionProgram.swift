public import UserNotifications

/// An extension as a program, and what its process finds.
///
/// Each process has a container of its own, as on a device: a home with Documents and Library, a temporary directory, the
/// folders of its app groups, and a bundle with the Info.plist.
public struct ExtensionProgram: Sendable {
    /// The program, whose main is `ExtensionMain.run`.
    public var executable: URL
    /// The extension's name, for a program of several; empty for a program of one.
    public var name = ""
    /// The bundle identifier; `nil` for that of the Info.plist, or one made of the program's name.
    public var bundleIdentifier: String?
    /// The extension's Info.plist, in which build settings such as `$(PRODUCT_NAME)` are replaced.
    public var infoPlist: URL?
    /// Files of the bundle, and folders of such files: pictures, JSON, `.strings` and `.xcstrings` of the extension.
    ///
    /// The bundle gets copies. A folder is flat in it, as Xcode makes it, except folders such as `de.lproj`.
    public var resources: [URL] = []
    /// The language of the device, such as `de`, in which the extension reads its strings; `nil` for that of the Info.plist's
    /// `CFBundleDevelopmentRegion`, or English.
    public var language: String?
    /// The identifiers of the app groups, whose folders exist before the start.
    public var appGroups: [String] = []
    /// The directory of the app groups and of preferences, which programs may share; `nil` for one in the container.
    public var appGroupDirectory: URL?
    /// The directory of the container, which stays; `nil` for a temporary one that goes with the host.
    public var container: URL?
    /// Variables for the process beside those of the container; no other variable of this process is passed on.
    public var environment: [String: String] = [:]
    /// Whether the process serves more than one push, as on a device while it is not ended.
    public var reusesProcess = true

    /// Creates a description of a program.
    ///
    /// - Parameter executable: The program's file.
    public init(executable: URL) {
        self.executable = executable
    }

    /// Returns the program that the package of this test built.
    ///
    /// - Parameter name: The name of the executable target.
    /// - Returns: The program in the directory of the test's own program.
    public static func built(_ name: String) -> ExtensionProgram {
        // `swift test` runs the bundle of all tests itself, or a helper that loads it; the bundle is in the arguments.
        let arguments = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + [CommandLine.arguments.first ?? ""]
        let directories = arguments.map {
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
        }
        let candidates = directories.map { $0.appendingPathComponent(name) }
        let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return ExtensionProgram(executable: found ?? candidates[0])
    }

    /// Permits the sessions of the extension further destinations than public hosts at the usual ports, such as a server of
    /// the test.
    ///
    /// - Parameters:
    ///   - addresses: Blocks of addresses, as `CIDR` or `CIDR:PORT`.
    ///   - ports: Ports besides 80 and 443.
    ///   - hosts: Hosts, as `NAME` or `NAME:PORT`.
    public mutating func allow(addresses: [String] = [], ports: [String] = [], hosts: [String] = []) {
        let lists = [
            ("ATTACHE_ALLOW_ADDRESS", addresses), ("ATTACHE_ALLOW_PORT", ports), ("ATTACHE_ALLOW_HOST", hosts),
        ]
        for (name, list) in lists where !list.isEmpty {
            environment[name] = ([environment[name]].compactMap(\.self) + list).joined(separator: ",")
        }
    }

    /// The bundle identifier in use.
    var identifier: String {
        if let bundleIdentifier { return bundleIdentifier }
        let letters = productName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return "com.example.app.\(String(letters))"
    }

    /// The name of the extension in its bundle.
    var productName: String { name.isEmpty ? executable.lastPathComponent : name }
}
