import Attache
import AttacheCore
import AttacheSystem
import Glibc
import SystemPackage

/// Finds the inputs below the PATH arguments, in memory proportional to the depth.
///
/// Links found in a directory are not followed: they may lead out of it or form a cycle.
final class InputWalker {
    /// The maximum nesting of directories; each level takes a descriptor.
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

    /// Returns the next input, or `nil` at the end; an unreadable file is an input with a problem.
    func next() -> DiscoveredInput? {
        while true {
            guard let level = levels.last else {
                guard let root = roots.popFirst() else { return nil }
                if let entry = begin(root) { return DiscoveredInput(entry: entry) }
                continue
            }
            if let entry = level.stream.next() {
                if let found = look(at: entry, in: level) {
                    return DiscoveredInput(entry: found, directory: level.stream)
                }
                continue
            }
            levels.removeLast()
            guard level.stream.failureCode == 0 else {
                let cause = SystemCallError.message(level.stream.failureCode)
                let sentence = "\(level.source) cannot be read to its end: \(cause)."
                return DiscoveredInput(entry: Self.entry(level.name, level.source, .fault(sentence), nil))
            }
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
        case .pipe:
            // Lines, as of standard input, unless its name or its text says that it is one value.
            let bytes = root.name.bytes
            let named = InputName.payloads(bytes) ?? InputName(framing: .lines, compression: nil, output: bytes)
            var entry = Self.file(FilePath(root.text), name, root.text, named, in: nil)
            entry.place = .pipe(FilePath(root.text))
            return entry
        case .file:
            return Self.file(FilePath(root.text), name, root.text, InputName.given(root.name.bytes), in: nil)
        case .directory:
            let path = FilePath(root.text)
            return enter(DirectoryStream(path, followsLink: true), path, name, root.text)
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
            guard levels.count < Self.depthLimit else {
                let sentence = "\(source) is nested deeper than \(Self.depthLimit) directories."
                return Self.entry(name, source, .problem(sentence), nil)
            }
            return enter(DirectoryStream(entry.name, in: level.stream), path, name, source)
        case S_IFREG:
            return payloads.map { Self.file(path, name, source, $0, in: level.stream) }
        case S_IFLNK:
            // Ignoring a link that has a payload's name or leads to a directory would silently skip inputs.
            let target = level.stream.status(of: entry.name, followsLink: true)
            guard payloads != nil || target.map({ $0.st_mode & S_IFMT }) == S_IFDIR else { return nil }
            return Self.entry(name, source, .problem(InputError.link(source).sentence), payloads)
        default:
            let kind = Self.word(entry.kind)
            let sentence = "\(source) is \(kind), not a regular file."
            return payloads.map { Self.entry(name, source, .problem(sentence), $0) }
        }
    }

    /// Enters a directory; without a stream, `errno` has the cause.
    private func enter(
        _ stream: DirectoryStream?,
        _ path: FilePath,
        _ name: FilePath,
        _ source: String
    ) -> InputEntry? {
        guard let stream else {
            let failure = InputError(source, code: errno)
            let sentence = failure.sentence
            return Self.entry(name, source, failure.kind == .retryable ? .fault(sentence) : .problem(sentence), nil)
        }
        levels.append(Level(stream: stream, path: path, name: name, source: source))
        return nil
    }

    private static func file(
        _ path: FilePath,
        _ name: FilePath,
        _ source: String,
        _ payloads: InputName,
        in directory: DirectoryStream?
    ) -> InputEntry {
        var output = payloads.output
        // The uncompressed file beside it takes that name.
        if payloads.compression != nil, let directory, let plain = FilePath.Component(bytes: output),
            directory.status(of: plain, followsLink: true) != nil
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

    private static func entry(
        _ name: FilePath,
        _ source: String,
        _ place: InputEntry.Place,
        _ payloads: InputName?
    ) -> InputEntry {
        InputEntry(
            name: name,
            source: source,
            place: place,
            framing: .oneValue,
            compression: nil,
            // The output mirrors files, so a directory has no output.
            output: payloads.flatMap { FilePath.Component(bytes: $0.output) }.map {
                name.removingLastComponent().appending($0)
            }
        )
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
