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
        state = try OutputDirectory.hasRun(FilePath(output), for: output) ? .earlierRun : .new
        let walk = InputWalker(roots.roots)
        while let found = walk.next() {
            switch found.entry.place {
            case .problem(let sentence), .fault(let sentence): problems.append(sentence)
            case .file, .standardInput, .pipe:
                inputCount += 1
                byteCount += InputTotal.byteCount(of: found)
                if found.entry.framing == .lines { lineInputCount += 1 }
            }
        }
    }
}
