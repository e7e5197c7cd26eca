import Attache
import AttacheDatabase
import AttacheSystem
import Glibc
import SystemPackage

/// The PATH arguments, checked against each other and against the output directory.
struct BatchRoots: Sendable {
    let roots: [BatchRoot]

    /// Checks the paths, as typed, and the output directory, which need not exist. Throws a usage `BatchError` for a
    /// path without a base name, two paths with the same base name, or an output directory inside an input or around
    /// it.
    init(_ paths: [String], output: String) throws(BatchError) {
        let roots = try Self.unchecked(paths)
        for (index, root) in roots.enumerated() {
            guard let other = roots[..<index].first(where: { $0.outputName == root.outputName }) else { continue }
            let what = other.name == root.name ? "the same base name" : "base names that differ by compression alone"
            let sentence = "\(other.text) and \(root.text) have \(what), so their outputs would collide"
            let place = "\(output)/\(String(decoding: root.outputName, as: UTF8.self))"
            throw BatchError(.usage, "\(sentence) at \(place). Use a separate --out for each.")
        }
        let target = Self.real(ofMissing: FilePath(output))
        for root in roots {
            guard let target, let real = root.real else { continue }
            if root.kind == .directory, target.starts(with: real) {
                throw BatchError(.usage, "--out \(output) is inside the input \(root.text). Use one outside it.")
            }
            if real.starts(with: target) {
                throw BatchError(.usage, "The input \(root.text) is inside --out \(output). Use another directory.")
            }
        }
        self.roots = roots
    }

    /// The paths without a check against each other and an output, for commands that only read.
    static func unchecked(_ paths: [String]) throws(BatchError) -> [BatchRoot] {
        var roots: [BatchRoot] = []
        for path in paths { roots.append(try root(path)) }
        return roots
    }

    private static func root(_ text: String) throws(BatchError) -> BatchRoot {
        if InputSource(argument: text) == .standardInput {
            return BatchRoot(text: "stdin", kind: .standardInput, real: nil, name: "stdin.ndjson")
        }
        let path = FilePath(text)
        let real = real(path)
        // "." and ".." have a base name only after they are resolved.
        guard let name = (real ?? path).lastComponent, name.kind == .regular else {
            throw BatchError(.usage, "\(text) has no base name for its output. Use a directory or file below it.")
        }
        let typed = path.lastComponent.flatMap { $0.kind == .regular ? $0 : nil } ?? name
        let kind = kind(path)
        return BatchRoot(
            text: text,
            kind: kind == S_IFDIR ? .directory : kind == S_IFIFO ? .pipe : .file,
            real: real,
            name: typed
        )
    }

    /// Returns the absolute path without links, or `nil` when nothing exists there.
    private static func real(_ path: FilePath) -> FilePath? {
        unsafe path.withPlatformString { text in
            guard let resolved = unsafe realpath(text, nil) else { return nil }
            defer { unsafe free(resolved) }
            return unsafe FilePath(platformString: resolved)
        }
    }

    /// Resolves a path whose last components may not exist yet.
    private static func real(ofMissing path: FilePath) -> FilePath? {
        if let found = real(path) { return found }
        guard let last = path.lastComponent else { return nil }
        let parent = path.removingLastComponent()
        return real(ofMissing: parent.isEmpty ? "." : parent)?.appending(last)
    }

    private static func kind(_ path: FilePath) -> mode_t? {
        var status = stat()
        let code = unsafe path.withPlatformString { unsafe stat($0, &status) }
        return code == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The inputs of the run, as members of its identity.
    var identity: [RunIdentity.Member] {
        roots.map { root in
            RunIdentity.Member(
                name: "PATH \(FilePath(root: nil, [root.name]).distinctText)",
                value: (root.real ?? FilePath(root.text)).distinctText
            )
        }
    }
}

struct BatchRoot: Sendable {
    enum Kind: Sendable {
        case directory
        /// A file, or something that cannot be read as one; reading it reports that.
        case file
        case standardInput
        /// Read once, as standard input is.
        case pipe
    }

    /// The path as typed; the sources of results begin with it.
    let text: String
    let kind: Kind
    let real: FilePath?
    /// The base name; the names of its inputs begin with it.
    let name: FilePath.Component

    /// The name of its output in the output directory, as bytes.
    var outputName: [UInt8] { kind == .directory ? name.bytes : InputName.given(name.bytes).output }
}
