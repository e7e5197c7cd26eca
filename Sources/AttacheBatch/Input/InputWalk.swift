import AttacheThreads
import Glibc
import SystemPackage

/// Finds the inputs below the PATHs, in memory that grows with the depth alone.
///
/// Links found in a directory are not followed: they may lead out of it, or round in a circle.
final class InputWalk {
    /// How deep directories may nest; each level takes a descriptor.
    static let depthLimit = 128

    private struct Level {
        let stream: DirectoryStream
        let path: FilePath
        let name: FilePath
        let source: String
    }

    private var roots: ArraySlice<BatchRoot>
    private var levels: [Level] = []

    init(_ roots: [BatchRoot]) {
        self.roots = roots[...]
    }

    /// The next input, or `nil` at the end; what cannot be read is an input with a problem.
    func next() -> InputEntry? {
        while true {
            guard let level = levels.last else {
                guard let root = roots.popFirst() else { return nil }
                if let entry = begin(root) { return entry }
                continue
            }
            guard let entry = level.stream.next() else {
                levels.removeLast()
                continue
            }
            if let found = look(at: entry, in: level) { return found }
        }
    }

    private func begin(_ root: BatchRoot) -> InputEntry? {
        let name = FilePath(root: nil, [root.name])
        switch root.kind {
        case .standardInput:
            return InputEntry(
                name: name,
                source: root.text,
                place: .standardInput,
                framing: .lines,
                compression: nil,
                output: name
            )
        case .file:
            return Self.file(FilePath(root.text), name, root.text, InputName.given(root.name.bytes), in: nil)
        case .directory:
            let path = FilePath(root.text)
            return enter(path, name, root.text, followsLink: true)
        }
    }

    private func look(at entry: DirectoryStream.Entry, in level: Level) -> InputEntry? {
        let path = level.path.appending(entry.name)
        let name = level.name.appending(entry.name)
        let separator = level.source.hasSuffix("/") ? "" : "/"
        let source = level.source + separator + String(decoding: entry.name)
        let payloads = InputName.payloads(entry.name.bytes)
        switch entry.kind {
        case S_IFDIR:
            return enter(path, name, source, followsLink: false)
        case S_IFREG:
            return payloads.map { Self.file(path, name, source, $0, in: level.path) }
        case S_IFLNK:
            // A link that is called like a payload, or that leads to a directory, would be missed.
            guard payloads != nil || Self.leadsToDirectory(path) else { return nil }
            return Self.problem(name, source, payloads, "\(source) is a link; links in a directory are not followed.")
        default:
            let kind = Self.word(entry.kind)
            return payloads.map { Self.problem(name, source, $0, "\(source) is \(kind), not a regular file.") }
        }
    }

    private func enter(_ path: FilePath, _ name: FilePath, _ source: String, followsLink: Bool) -> InputEntry? {
        guard levels.count < Self.depthLimit else {
            return Self.problem(name, source, nil, "\(source) is nested deeper than \(Self.depthLimit) directories.")
        }
        guard let stream = DirectoryStream(path, followsLink: followsLink) else {
            return Self.problem(name, source, nil, "\(source) cannot be read: \(SystemError.text(errno)).")
        }
        levels.append(Level(stream: stream, path: path, name: name, source: source))
        return nil
    }

    private static func file(
        _ path: FilePath,
        _ name: FilePath,
        _ source: String,
        _ payloads: InputName,
        in directory: FilePath?
    ) -> InputEntry {
        var output = payloads.output
        // The unpacked neighbour has that name already.
        if payloads.compression != nil, let directory, let plain = FilePath.Component(bytes: output),
            exists(directory.appending(plain))
        {
            output = name.lastComponent.map { $0.bytes + Array(".ndjson".utf8) } ?? output
        }
        return InputEntry(
            name: name,
            source: source,
            place: .file(path),
            framing: payloads.framing,
            compression: payloads.compression,
            output: FilePath.Component(bytes: output).map { name.removingLastComponent().appending($0) }
        )
    }

    private static func problem(
        _ name: FilePath,
        _ source: String,
        _ payloads: InputName?,
        _ sentence: String
    ) -> InputEntry {
        InputEntry(
            name: name,
            source: source,
            place: .problem(sentence),
            framing: .value,
            compression: nil,
            // A directory has no place for a result: the output mirrors files.
            output: payloads.flatMap { FilePath.Component(bytes: $0.output) }.map {
                name.removingLastComponent().appending($0)
            }
        )
    }

    private static func exists(_ path: FilePath) -> Bool {
        unsafe path.withPlatformString { unsafe access($0, F_OK) == 0 }
    }

    private static func leadsToDirectory(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe path.withPlatformString { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func word(_ kind: mode_t) -> String {
        switch kind {
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "of an unknown kind"
        }
    }
}
