import Attache
import AttacheSystem
import Glibc
import SystemPackage

enum InputTotal {
    /// Adds up the sizes of all inputs in bytes, in a walk of its own; it blocks. Returns `nil` when standard input or a
    /// pipe is among them or `isOver`, which is called for each input, ends the walk.
    static func byteCount(of roots: [BatchRoot], until isOver: () -> Bool) -> Int? {
        guard !roots.contains(where: { [.standardInput, .pipe].contains($0.kind) }) else { return nil }
        let walk = InputWalker(roots)
        var total = 0
        while let found = walk.next() {
            if isOver() { return nil }
            total += byteCount(of: found)
        }
        return total
    }

    /// The size of one input in bytes, as stored; 0 for one that is not a file.
    static func byteCount(of found: DiscoveredInput) -> Int {
        guard case .file(let path) = found.entry.place else { return 0 }
        if let directory = found.directory, let name = path.lastComponent {
            return directory.status(of: name, followsLink: false).map { Int($0.st_size) } ?? 0
        }
        var status = stat()
        return unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 ? Int(status.st_size) : 0
    }
}

/// The search for any input at all, before a run begins.
enum InputSearch {
    /// Returns the error of a run that would have nothing to read, with a sentence for each path; `nil` at the first
    /// input, and for one that cannot be examined, which the run reports.
    static func error(ifNoneIn roots: [BatchRoot]) -> BatchError? {
        var sentences: [String] = []
        for root in roots {
            guard let sentence = sentence(ifNoneIn: root) else { return nil }
            sentences.append(sentence)
        }
        guard !sentences.isEmpty else { return nil }
        return BatchError(.noInput, (sentences + [cure]).joined(separator: " "))
    }

    /// The error of a run that read its inputs and found no payload in them.
    static func error(ifEmpty roots: [BatchRoot]) -> BatchError {
        let sentences = roots.map { "\($0.text) contains no payloads." }
        return BatchError(.noInput, (sentences + [cure]).joined(separator: " "))
    }

    private static let cure = "Check the path, or use --allow-empty if a run without payloads is correct."

    private static func sentence(ifNoneIn root: BatchRoot) -> String? {
        let walk = InputWalker([root])
        while let found = walk.next() {
            guard case .file(let path) = found.entry.place, found.directory == nil else { return nil }
            var status = stat()
            guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) != 0 else { return nil }
            guard errno == ENOENT || errno == ENOTDIR else { return nil }
            return "\(root.text) does not exist."
        }
        return "\(root.text) contains no payload files (.json, .apns, .ndjson or .jsonl, or .ndjson.gz and .zst)."
    }
}
