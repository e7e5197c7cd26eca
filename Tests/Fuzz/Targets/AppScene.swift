import AppProject
import AttacheCore
import ExtensionSources
import Glibc

/// An app in a directory in memory, of which an input is the project, or the lists of its targets.
enum AppScene {
    private static let project = "News.xcodeproj/project.pbxproj"
    private static let lists = ["Service/Info.plist", "Content/Info.plist", "News/News.entitlements"]

    private static let directory: String = {
        let base = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        let path = "\(base)/attache-fuzz-app-\(getpid())"
        for name in ["", "/News", "/Service", "/Content", "/News.xcodeproj"] {
            require(unsafe mkdir(path + name, 0o700) == 0, "a directory can be made")
        }
        unsafe AppFiles.directory = path
        atexit { AppFiles.remove() }
        write(
            "import UserNotifications\nclass NotificationService: UNNotificationServiceExtension {}\n",
            to: AppFiles.source,
            path
        )
        write("SDKROOT = iphoneos\n#include? \"Base.xcconfig\"\nBASE = dev.attache // c\n", to: AppFiles.settings, path)
        return path
    }()

    private static let seed: [UInt8] = {
        let file = "Tests/Fuzz/Corpus/property-list/project"
        return read(file)
    }()

    /// Checks the app twice.
    static func check(_ bytes: [UInt8], _ places: Places) {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        let isList = bytes.starts(with: "bplist".utf8) || first == UInt8(ascii: "<")
        write(isList ? seed : bytes, to: project, directory)
        for name in lists { write(isList ? bytes : [], to: name, directory) }
        let changed = isList ? lists : [project]
        let findings = run()
        require(run() == findings, "an app always has the same findings")
        for finding in findings where changed.contains(where: { finding.file.hasSuffix($0) }) {
            require(places.has(finding), "\(finding.code) is inside of \(finding.file)")
        }
    }

    private static func run() -> [SourceFinding] {
        do throws(ConfigurationError) {
            return try AppCheck(directory).findings
        } catch {
            fatalError("Broken property: a folder with a project is one")
        }
    }

    private static func read(_ path: String) -> [UInt8] {
        let number = unsafe open(path, O_RDONLY)
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
        require(count > 0, "the seed is there")
        return Array(bytes.prefix(count))
    }

    private static func write(_ text: String, to name: String, _ directory: String) {
        write(Array(text.utf8), to: name, directory)
    }

    private static func write(_ bytes: [UInt8], to name: String, _ directory: String) {
        let number = unsafe open("\(directory)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(number) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
        require(count == bytes.count, "the file can be written")
    }

    /// The names of all files.
    static var names: [String] { lists + [project, AppFiles.source, AppFiles.settings] }
}

/// Removes the directory when the process ends by itself; a C function can capture nothing.
private enum AppFiles {
    static let source = "Service/NotificationService.swift"
    static let settings = "News/News.xcconfig"
    nonisolated(unsafe) static var directory = ""

    static func remove() {
        for name in AppScene.names { _ = unsafe unlink("\(directory)/\(name)") }
        for name in ["/News", "/Service", "/Content", "/News.xcodeproj", ""] { _ = unsafe rmdir(directory + name) }
    }
}
