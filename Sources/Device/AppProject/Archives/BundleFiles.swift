import PolicyFiles

/// The files of built apps that the check reads, in a folder or an archive.
struct BundleFiles {
    /// The size in bytes of all files of an archive, as they are and packed, above which it is not read: entries may share
    /// their bytes, and so a small archive may hold any number of large files.
    private static let archiveLimit = 64 << 20
    /// The files of an archive that are read.
    private static let fileLimit = 1000
    /// The values of all lists and profiles that are read.
    private static let valueLimit = 1 << 17

    /// The apps by their paths, such as `Payload/News.app`.
    let apps: [String]
    private let files: [String: [UInt8]]
    /// The bundles of extensions by the path of their app, in alphabetical order.
    private let extensions: [Substring: [String]]
    private let name: String

    /// The apps below `Payload` of a folder, or the folder itself when it is an app; `nil` when it holds none.
    init?(folder: ProjectFiles, name: String) {
        var apps: [String] = []
        if name.hasSuffix(".app"), folder.isFile("Info.plist") {
            apps = [""]
        } else if folder.isFolder("Payload") {
            apps = folder.list(below: "Payload", bundles: [".app"], enters: { _ in false }).filter {
                $0.hasSuffix(".app")
            }
        }
        guard !apps.isEmpty else { return nil }
        var files: [String: [UInt8]] = [:]
        var valueCount = 0
        for app in apps {
            for path in folder.list(below: app, enters: { $0 == "PlugIns" || $0.hasSuffix(".appex") })
            where Self.isRead(path) {
                guard let bytes = folder.bytes(path) else { continue }
                valueCount += Self.valueCount(of: bytes)
                // Of a list that is not read nothing is known.
                if valueCount <= Self.valueLimit { files[path] = bytes }
            }
        }
        self.apps = apps
        self.files = files
        extensions = Self.extensions(in: files.keys)
        self.name = folder.shown("")
    }

    /// Reads the apps below `Payload` of an archive; throws for one with more or larger files than an app has.
    init(archive: ZipArchive, name: String) throws(ZipArchive.Fault) {
        var files: [String: [UInt8]] = [:]
        var apps: Set<String> = []
        var (byteCount, fileCount, valueCount) = (0, 0, 0)
        for entry in archive.entries where Self.isRead(entry.path) {
            let parts = entry.path.split(separator: "/")
            guard parts.count >= 3, parts[0] == "Payload", parts[1].hasSuffix(".app") else { continue }
            // Both are counted before anything is unpacked, and for files that turn out to be damaged too.
            (byteCount, fileCount) = (byteCount + entry.workCount, fileCount + 1)
            guard fileCount <= Self.fileLimit, byteCount <= Self.archiveLimit else {
                throw ZipArchive.Fault(
                    message: "its lists and profiles are more than \(Self.fileLimit) files, or larger than 64 MB"
                )
            }
            guard let bytes = archive.bytes(of: entry) else { continue }
            valueCount += Self.valueCount(of: bytes)
            guard valueCount <= Self.valueLimit else {
                throw ZipArchive.Fault(message: "its lists and profiles have more than \(Self.valueLimit) values")
            }
            apps.insert("Payload/\(parts[1])")
            files[entry.path] = bytes
        }
        self.apps = apps.sorted()
        self.files = files
        extensions = Self.extensions(in: files.keys)
        self.name = name
    }

    func bytes(_ path: String) -> [UInt8]? { files[path] }

    func shown(_ path: String) -> String { path.isEmpty ? name : "\(name)/\(path)" }

    /// The bundles of extensions in an app, without those of an app for watches in it.
    func extensions(of app: String) -> [String] { extensions[app[...]] ?? [] }

    private static func extensions(in paths: some Sequence<String>) -> [Substring: [String]] {
        var found: [Substring: [String]] = [:]
        for path in paths.sorted() where path.hasSuffix(".appex/Info.plist") {
            let parts = path.split(separator: "/")
            guard parts.count >= 3, parts[parts.count - 3] == "PlugIns" else { continue }
            let app = parts.count == 3 ? "" : path[..<parts[parts.count - 4].endIndex]
            found[app, default: []].append(String(path.dropLast("/Info.plist".count)))
        }
        return found
    }

    /// The values of a list, or at least those of the list in a profile.
    private static func valueCount(of bytes: [UInt8]) -> Int {
        let tagCount = bytes.count { $0 == UInt8(ascii: "<") }
        return max(tagCount, PropertyListLimits.valueCount(of: bytes) ?? 0)
    }

    /// The lists and profiles of apps and of extensions in them, and nothing below those.
    private static func isRead(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let file = parts.last, ["Info.plist", "embedded.mobileprovision"].contains(file) else { return false }
        guard let bundle = parts.dropLast().last else { return true }
        let isExtension = bundle.hasSuffix(".appex") && parts.dropLast(2).last == "PlugIns"
        return isExtension || bundle.hasSuffix(".app") && parts.count <= 3
    }
}
