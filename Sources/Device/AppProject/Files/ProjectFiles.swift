import AttacheSystem
import ExtensionSources
import Glibc
import PolicyFiles

/// The files below one folder. Nothing outside of it is read, whatever a project names and wherever links lead.
///
/// Paths are relative to the folder, without `.` and `..`; the folder itself is the empty path.
package final class ProjectFiles {
    /// The size in bytes of a file above which nothing is read.
    private static let fileLimit = 32 << 20
    /// The bytes that are read in all.
    private static let totalLimit = 1 << 30
    /// The size in bytes of a source file above which it is not divided into tokens, which take up to 56 times its size.
    private static let sourceLimit = 4 << 20
    /// The bytes of source that are divided into tokens in all.
    private static let sourcesLimit = 64 << 20
    /// The bytes of source that one token counts for at least.
    private static let tokenCost = 8
    /// The size in bytes of a `Package.swift` above which it is not read, and the number of them.
    private static let manifestLimit = (size: 1 << 20, count: 64)
    /// The values of property lists, other than those of the old style, that are read in all.
    private static let valueLimit = 1 << 20
    /// The files and folders that are listed in all.
    private static let entryLimit = 500_000
    private static let depthLimit = 24
    /// Folders of other people's projects, and of what builds leave.
    private static let skipped: Set = [
        "Pods", "Carthage", "DerivedData", "build", "Build", "node_modules", "SourcePackages", "vendor", "Vendor",
        "third_party", "ThirdParty", "Checkouts", "fixtures", "Fixtures", "__fixtures__", "testdata", "TestData",
    ]

    /// The folder without links.
    private let root: String
    /// The folder as the user wrote it, for messages.
    private let shown: String
    private var byteCount = 0
    private var sourceByteCount = 0
    private var entryCount = 0
    private var valueCount = 0
    /// Whether the last listing left out what was too deep, or too many.
    private(set) var isCut = false
    private var lists: [String: MarkedFile?] = [:]
    private var scans: [String: SourceFile?] = [:]
    /// By the path without links, which may name one manifest any number of times.
    private var packages: [String: LocalPackage?] = [:]
    /// Whether a package has a manifest that was not read.
    private(set) var hasUnreadPackages = false

    /// Opens a folder; `nil` when there is none.
    package init?(_ folder: String) {
        let real = ExtensionSources.absolute(folder.isEmpty ? "." : folder)
        guard Self.mode(of: real) == S_IFDIR else { return nil }
        root = real == "/" ? "" : real
        let trimmed = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
        shown = trimmed == "." ? "" : trimmed
    }

    /// A path as the user would write it.
    func shown(_ path: String) -> String {
        if path.isEmpty { return shown.isEmpty ? "." : shown }
        return shown.isEmpty ? path : shown + (shown.hasSuffix("/") ? "" : "/") + path
    }

    /// Joins a folder and a path that starts there; `nil` for one that leads out, is absolute and elsewhere, or is longer than
    /// any path.
    func join(_ folder: String, _ path: String) -> String? {
        guard folder.utf8.count + path.utf8.count < PATH_MAX else { return nil }
        if path.hasPrefix("/") {
            guard path.hasPrefix(root + "/") else { return nil }
            return join("", String(path.dropFirst(root.count + 1)))
        }
        let further = path.split(separator: "/").filter { $0 != "." }
        // Only a step up looks into the folder, whose path may be long.
        guard folder.isEmpty || further.contains("..") else {
            return further.isEmpty ? folder : "\(folder)/\(further.joined(separator: "/"))"
        }
        var parts = folder.split(separator: "/")
        for part in further {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// The kind of a file, after links; `nil` for one that does not exist or is outside of the folder.
    private func kind(_ path: String) -> mode_t? {
        let full = root + "/" + path
        let real = ExtensionSources.absolute(full)
        guard path.isEmpty || real == root || real.hasPrefix(root + "/") else { return nil }
        return Self.mode(of: real)
    }

    func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    /// The content of a file; `nil` for one that is missing, outside, no file, or too large.
    func bytes(_ path: String, limit: Int = fileLimit) -> [UInt8]? {
        guard isFile(path) else { return nil }
        let number = unsafe open(root + "/" + path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(number)
        var status = stat()
        // The room for a file is that of its size, and one byte more shows that it grew.
        guard unsafe fstat(number, &status) == 0, status.st_size <= limit,
            let bytes = try? FileDescriptor.readAll(Int(status.st_size) + 1, from: file.number),
            bytes.count <= limit, byteCount + bytes.count <= Self.totalLimit
        else { return nil }
        byteCount += bytes.count
        return bytes
    }

    /// A property list of any style, read once; `nil` for a file that is missing, and for one that makes the lists too large.
    func propertyList(_ path: String) -> MarkedFile? {
        if let known = lists[path] { return known }
        var list: MarkedFile?
        if let bytes = bytes(path) {
            if !MarkedFile.isOldStyle(bytes) { valueCount += PropertyListLimits.valueCount(of: bytes) ?? 0 }
            if valueCount <= Self.valueLimit { list = MarkedFile(project: bytes, file: shown(path)) }
        }
        lists[path] = .some(list)
        return list
    }

    /// The tokens of a source file, read once; `nil` for a file that is missing, and for one that makes the sources too large.
    func source(_ path: String) -> SourceFile? {
        if let known = scans[path] { return known }
        let source = scan(path, limit: Self.sourceLimit)
        scans[path] = .some(source)
        return source
    }

    /// The package in a folder; `nil` where there is no manifest, or it is not read. Its tokens are not kept.
    func package(in folder: String) -> LocalPackage? {
        let path = folder.isEmpty ? "Package.swift" : "\(folder)/Package.swift"
        guard isFile(path) else { return nil }
        let real = ExtensionSources.absolute(root + "/" + path)
        if let known = packages[real] { return known }
        let isRoom = packages.count < Self.manifestLimit.count
        let package = isRoom ? scan(path, limit: Self.manifestLimit.size).map(LocalPackage.init) : nil
        if package == nil { hasUnreadPackages = true }
        if isRoom { packages[real] = .some(package) }
        return package
    }

    private func scan(_ path: String, limit: Int) -> SourceFile? {
        let room = Self.sourcesLimit - sourceByteCount
        guard room > 0, let bytes = bytes(path, limit: min(limit, room)) else { return nil }
        let source = SourceFile(path: shown(path), bytes: bytes)
        // It was divided, and counts even where it is not kept.
        sourceByteCount += max(bytes.count, source.tokens.count * Self.tokenCost)
        return sourceByteCount <= Self.sourcesLimit ? source : nil
    }

    /// The files below a folder in the order of their paths; folders whose name `enters` refuses are not entered, and
    /// those that have one of the extensions are listed like files. Links to folders are not followed.
    func list(below folder: String, bundles: Set<String> = [], enters: (String) -> Bool = { _ in true }) -> [String] {
        isCut = false
        var files: [String] = []
        var pending = [(folder, 0)]
        while let (path, depth) = pending.popLast() {
            var folders: [(String, Int)] = []
            for name in (Paths.names(in: root + "/" + path) ?? []).sorted() where !name.hasPrefix(".") {
                entryCount += 1
                guard entryCount <= Self.entryLimit else {
                    isCut = true
                    return files
                }
                let inner = path.isEmpty ? name : "\(path)/\(name)"
                var status = stat()
                guard unsafe lstat(root + "/" + inner, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    if let dot = name.lastIndex(of: "."), bundles.contains(String(name[dot...])) {
                        files.append(inner)
                    } else if enters(name) {
                        if depth < Self.depthLimit { folders.append((inner, depth + 1)) } else { isCut = true }
                    }
                } else {
                    files.append(inner)
                }
            }
            pending += folders.reversed()
        }
        return files.sorted()
    }

    /// The projects and manifests below the folder, without those of libraries, tests and builds.
    func projectFiles() -> [String] {
        list(below: "", bundles: [".xcodeproj", ".app"]) { name in
            !Self.skipped.contains(name) && !name.hasSuffix(".xcassets") && !name.hasSuffix(".framework")
                && !name.hasSuffix(".lproj") && !name.hasSuffix(".xcworkspace")
        }
    }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
