package import AttacheSystem
import Glibc

/// A file of an extension's sources.
package struct SourceFile: Sendable {
    /// The path as the command line leads to it.
    package let path: String
    /// The text in UTF-8, without a byte order mark: the copy of a file does not begin with the text.
    package let bytes: [UInt8]
    package let tokens: [SwiftToken]
    /// The modules that it can import on Linux.
    let importable: Set<String>

    /// `modules` are libraries that it can import besides those that Attache has; at most one token more than `tokenLimit` is
    /// read.
    package init(path: String, bytes: [UInt8], modules: Set<String> = [], tokenLimit: Int = .max) {
        self.path = path
        importable = modules.isEmpty ? SourceRules.modules : SourceRules.modules.union(modules)
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        tokens = SwiftScanner.tokens(of: self.bytes, limit: tokenLimit)
    }

    /// What `#if` leaves on Linux.
    var active: [SwiftToken] { ConditionalCompilation.active(tokens, modules: importable) }
}

/// The files of an extension.
package struct ExtensionSources: Sendable {
    /// The size in bytes of a source file above which nothing is read.
    private static let fileLimit = 16 << 20
    /// The number of source files above which a folder is not that of an extension, and that of their bytes.
    private static let countLimit = 4096
    private static let sizeLimit = 64 << 20
    /// The tokens of all files, each of which takes more memory than the text of most.
    private static let tokenLimit = 4 << 20
    /// The depth of folders below which nothing is read, against links in a circle.
    private static let depthLimit = 32
    private static let skippedFolders: Set = ["Pods", "Carthage", "DerivedData", "build", "Build"]
    /// The endings of files that are compiled or say how to, and of which no bundle has a copy.
    private static let builtEndings: Set = [
        "swift", "h", "hpp", "m", "mm", "c", "cc", "cpp", "s", "pch", "modulemap", "entitlements", "xcconfig",
        "storyboard",
        "xib", "xcdatamodel", "metal", "md", "yml", "lock", "sh",
    ]
    /// The number of resources above which a folder is not that of an extension.
    private static let resourceLimit = 4096

    /// In the order of their paths.
    package private(set) var files: [SourceFile] = []
    /// The property lists with the name of an Info.plist, or given by name.
    package private(set) var infoPlists: [String] = []
    /// The other files, which the bundle has a copy of: pictures, strings, JSON, and folders that are bundles as a whole.
    package private(set) var resources: [String] = []
    /// The first path, of which the extension has its name.
    package let root: String
    /// The libraries that it can import, each behind those that it imports itself.
    package let modules: [SourceModule]
    private let moduleNames: Set<String>
    /// The device and number of what was read.
    private var seen: Set<[UInt64]>
    /// The given paths behind their links: a link to a folder outside of them is not followed.
    private let roots: [String]
    private var size = 0
    /// What was read, until all of it was: the limits are cheaper than tokens.
    private var texts: [(path: String, bytes: [UInt8])] = []

    /// Reads files, and folders with all Swift files below them, without those of its libraries. Throws `SystemCallError` for a
    /// path that cannot be read.
    package init(_ paths: [String], modules: [SourceModule] = []) throws(SystemCallError) {
        try self.init(paths, modules, importing: Set(modules.map(\.name)))
    }

    /// Reads the files of a library, without those at `others`; `names` are the other libraries.
    init(_ paths: [String], importing names: Set<String>, besides others: [String]) throws(SystemCallError) {
        try self.init(paths, [], importing: names, besides: others)
    }

    private init(
        _ paths: [String],
        _ modules: [SourceModule],
        importing names: Set<String>,
        besides others: [String] = []
    ) throws(SystemCallError) {
        root = paths.first ?? "."
        self.modules = modules
        moduleNames = names
        seen = modules.reduce(into: []) { $0.formUnion($1.sources.seen) }
        let excluded = Set(others.compactMap(Self.number)).subtracting(paths.compactMap(Self.number))
        seen.formUnion(excluded)
        roots = paths.map(Self.absolute)
        for path in paths { try add(path, depth: 0, isGiven: true) }
        var room = Self.tokenLimit
        for text in texts {
            let file = SourceFile(path: text.path, bytes: text.bytes, modules: names, tokenLimit: room)
            room -= file.tokens.count
            guard room >= 0 else { throw excess("\(Self.tokenLimit) words and marks in Swift files") }
            files.append(file)
        }
        texts = []
        // The extension that they are of reads them.
        seen.subtract(excluded)
    }

    /// The files of its libraries.
    package var libraryFiles: [SourceFile] { modules.flatMap(\.sources.files) }

    /// The names of the libraries that its files import, and that those need.
    var neededModules: [String] { SourceModule.names(importedModules.intersection(moduleNames), with: modules) }

    /// A free name for the module: that of the folder or of the only file, or one made of it.
    package var name: String {
        var parts = Self.absolute(root).split(separator: "/").map(String.init)
        if files.count == 1 || parts.last?.hasSuffix(".swift") == true, let last = parts.popLast() {
            parts.append(last.hasSuffix(".swift") ? String(last.dropLast(6)) : last)
        }
        return ModuleName.free(for: parts.last ?? "")
    }

    /// The name of the module, changed where the principal class, a library or another extension has it.
    package func moduleName(for principalClass: String?, besides others: Set<String> = []) -> String {
        var name = name == principalClass ? "\(name)Module" : name
        while others.contains(name) || moduleNames.contains(name) { name += "_" }
        return name
    }

    private mutating func add(_ path: String, depth: Int, isGiven: Bool) throws(SystemCallError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard isGiven else { return }
            throw SystemCallError(operation: "read", path: path, code: errno)
        }
        guard isGiven || status.st_mode & S_IFMT != S_IFDIR || !leadsOut(path) else { return }
        // Links may name a folder or a file again.
        guard seen.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted else { return }
        let name = path.split(separator: "/").last ?? ""
        let isBundle = status.st_mode & S_IFMT == S_IFDIR && name.hasSuffix(".bundle")
        let isFile = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR, !isBundle {
            guard depth < Self.depthLimit else { return }
            for child in (Paths.names(in: path) ?? []).sorted() {
                let isSkipped =
                    child.hasPrefix(".") || Self.skippedFolders.contains(child) || child.hasSuffix(".xcassets")
                if !isSkipped {
                    try add(path + (path.hasSuffix("/") ? "" : "/") + child, depth: depth + 1, isGiven: false)
                }
            }
        } else if isFile, path.hasSuffix(".swift") {
            guard !path.hasSuffix("/Package.swift") else { return }
            let bytes = try FileDescriptor.readAll(path: path, limit: Self.fileLimit)
            texts.append((path, bytes))
            guard texts.count <= Self.countLimit else { throw excess("\(Self.countLimit) Swift files") }
            size += bytes.count
            guard size <= Self.sizeLimit else { throw excess("\(Self.sizeLimit >> 20) MiB of Swift files") }
        } else if isFile, Self.isInfoPlist(path) || isGiven && path.hasSuffix(".plist") {
            infoPlists.append(path)
        } else if isFile || isBundle, resources.count < Self.resourceLimit {
            let ending = name.split(separator: ".").last.map(String.init) ?? ""
            if name.contains("."), !Self.builtEndings.contains(ending.lowercased()) { resources.append(path) }
        }
    }

    /// The device and number of a file or folder; `nil` where there is none.
    private static func number(of path: String) -> [UInt64]? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
    }

    /// Whether a path is a link to a folder that is in none of the given ones.
    private func leadsOut(_ path: String) -> Bool {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return false }
        let real = Self.absolute(path)
        return !roots.contains { root in real == root || real.hasPrefix(root.hasSuffix("/") ? root : root + "/") }
    }

    private func excess(_ amount: String) -> SystemCallError {
        SystemCallError(operation: "read", path: root, code: E2BIG, cause: "it has more than \(amount)")
    }

    /// Whether a file has the name of a target's Info.plist; Firebase's settings end in the same word.
    private static func isInfoPlist(_ path: String) -> Bool {
        path.hasSuffix("Info.plist") && !path.hasSuffix("GoogleService-Info.plist")
    }

    /// The path from the root of the file system; unchanged where there is no such file.
    package static func absolute(_ path: String) -> String { Paths.resolved(path) ?? path }
}
