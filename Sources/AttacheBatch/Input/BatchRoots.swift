import AttacheDatabase
import AttacheSystem
import Glibc
import SystemPackage

/// The PATHs of the command line, checked against each other and against the output directory.
struct BatchRoots: Sendable {
    let roots: [BatchRoot]

    /// Looks at the paths.
    ///
    /// - Parameters:
    ///   - paths: As typed; `-` for standard input.
    ///   - output: The output directory as typed; it need not be there.
    /// - Throws: `BatchError` of usage: no base name, the same base name twice, output in the input or around it.
    init(_ paths: [String], output: String) throws(BatchError) {
        var roots: [BatchRoot] = []
        for path in paths { roots.append(try Self.root(path)) }
        for (index, root) in roots.enumerated() {
            guard let other = roots[..<index].first(where: { $0.outputName == root.outputName }) else { continue }
            let what = other.name == root.name ? "the same base name" : "base names that differ by compression alone"
            let sentence = "\(other.text) and \(root.text) have \(what), so that their outputs would meet"
            let place = "\(output)/\(String(decoding: root.outputName, as: UTF8.self))"
            throw BatchError(.usage, "\(sentence) at \(place). Run them with a --out of their own each.")
        }
        let target = Self.real(ofMissing: FilePath(output))
        for root in roots {
            guard let target, let real = root.real else { continue }
            if root.kind == .directory, target.starts(with: real) {
                throw BatchError(.usage, "--out \(output) is in the input \(root.text). Name a directory outside it.")
            }
            if real.starts(with: target) {
                throw BatchError(.usage, "The input \(root.text) is in --out \(output). Name another directory.")
            }
        }
        self.roots = roots
    }

    private static func root(_ text: String) throws(BatchError) -> BatchRoot {
        if text == "-" {
            return BatchRoot(text: "stdin", kind: .standardInput, real: nil, name: "stdin.ndjson")
        }
        let path = FilePath(text)
        let real = real(path)
        // "." and ".." have a name only once they are resolved.
        guard let name = (real ?? path).lastComponent, name.kind == .regular else {
            throw BatchError(.usage, "\(text) has no base name for its output. Name a directory or file below it.")
        }
        let typed = path.lastComponent.flatMap { $0.kind == .regular ? $0 : nil } ?? name
        return BatchRoot(text: text, kind: isDirectory(path) ? .directory : .file, real: real, name: typed)
    }

    /// The absolute path without links, or `nil` when there is nothing at it.
    private static func real(_ path: FilePath) -> FilePath? {
        unsafe path.withPlatformString { text in
            guard let resolved = unsafe realpath(text, nil) else { return nil }
            defer { unsafe free(resolved) }
            return unsafe FilePath(platformString: resolved)
        }
    }

    /// The same for a path whose end is not there yet.
    private static func real(ofMissing path: FilePath) -> FilePath? {
        if let found = real(path) { return found }
        guard let last = path.lastComponent else { return nil }
        let parent = path.removingLastComponent()
        return real(ofMissing: parent.isEmpty ? "." : parent)?.appending(last)
    }

    private static func isDirectory(_ path: FilePath) -> Bool {
        var status = stat()
        let code = unsafe path.withPlatformString { unsafe stat($0, &status) }
        return code == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension BatchRoots {
    /// Which inputs a run is about, as its ledger remembers it.
    var identity: [RunIdentity.Member] {
        roots.map { root in
            RunIdentity.Member(
                name: "PATH \(FilePath(root: nil, [root.name]).distinctText)",
                value: (root.real ?? FilePath(root.text)).distinctText
            )
        }
    }
}

/// One PATH of the command line.
struct BatchRoot: Sendable {
    /// What stands at the path.
    enum Kind: Sendable {
        case directory
        /// A file, or something that cannot be read as one; reading it tells.
        case file
        case standardInput
    }

    /// The path as it was typed, which sources of results begin with.
    let text: String
    let kind: Kind
    /// The absolute path without links, where there is one.
    let real: FilePath?
    /// Its base name, which the names of its inputs begin with.
    let name: FilePath.Component

    /// The name that its output has in the output directory, as bytes.
    var outputName: [UInt8] { kind == .directory ? name.bytes : InputName.given(name.bytes).output }
}
