import AttacheCore
import AttacheSystem
import Glibc
import SystemPackage

/// What a batch would process, found without creating or loading anything.
package struct BatchPreview: Sendable {
    /// The state of the output directory.
    package enum OutputState: Sendable {
        /// It is empty or does not exist.
        case new
        /// It has a run, which the batch would resume.
        case earlierRun
    }

    /// The inputs that would be read.
    package private(set) var inputCount = 0
    /// Those among them with one payload per line.
    package private(set) var lineInputCount = 0
    /// The total size of the files in bytes, as stored.
    package private(set) var byteCount = 0
    /// One sentence for each input that cannot be read.
    package private(set) var problems: [String] = []
    package let state: OutputState

    /// Walks the inputs; throws a usage `BatchError` for paths or an output directory that a batch would refuse.
    package init(_ paths: [String], output: String) throws(BatchError) {
        let roots = try BatchRoots(paths, output: output)
        state = try Self.state(FilePath(output), output)
        let walk = InputWalker(roots.roots)
        while let found = walk.next() {
            switch found.entry.place {
            case .problem(let sentence), .fault(let sentence): problems.append(sentence)
            case .file, .standardInput:
                inputCount += 1
                if found.entry.framing == .lines { lineInputCount += 1 }
            }
        }
        byteCount = InputTotal.byteCount(of: roots.roots, until: { false }) ?? 0
    }

    private static func state(_ path: FilePath, _ text: String) throws(BatchError) -> OutputState {
        let own = path.appending(OutputDirectory.ownName)
        if unsafe own.withPlatformString({ unsafe access($0, F_OK) }) == 0 { return .earlierRun }
        if let stream = DirectoryStream(path, followsLink: true), stream.next() != nil {
            throw BatchError(.usage, "--out \(text) is not empty and contains no attache run. Use a new directory.")
        }
        return .new
    }
}
