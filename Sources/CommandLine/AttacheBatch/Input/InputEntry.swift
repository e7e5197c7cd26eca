import AttacheCore
import SystemPackage

/// One input of a batch: a file or standard input, with the path of its output.
struct InputEntry: Sendable {
    enum Place: Sendable {
        case file(FilePath)
        case standardInput
        /// A pipe that is named on the command line.
        case pipe(FilePath)
        /// The input cannot be read; the value is the message.
        case problem(String)
        /// This machine failed to examine the input, which is left for another run; the value is the message.
        case fault(String)
    }

    /// The path within the run: the base name of the PATH, then the path below that.
    var name: FilePath
    var source: String
    var place: Place
    var framing: InputFraming
    var compression: Compression?
    /// The path of its output below the output directory, or `nil` without an output.
    var output: FilePath?

    /// Whether its name does not say how its payloads are laid out: a pipe has lines then, unless all of its text is one value.
    var isFramedByText: Bool {
        guard case .pipe = place else { return false }
        return name.lastComponent.map { InputName.payloads($0.bytes) == nil } ?? false
    }

    /// Whether it can be read again from the beginning.
    var isRepeatable: Bool {
        switch place {
        case .standardInput, .pipe: false
        case .file, .problem, .fault: true
        }
    }
}

struct InputName: Equatable {
    let framing: InputFraming
    let compression: Compression?
    /// The name of the output: the same name without the extension of the compression.
    let output: [UInt8]

    /// Parses the last component of a path; returns `nil` when files of such a name hold no payloads.
    static func payloads(_ name: [UInt8]) -> InputName? {
        let lowered = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let compression = Compression.allCases.first { compression in
            let suffix = compression.fileExtension.utf8
            return lowered.suffix(suffix.count).elementsEqual(suffix)
        }
        let output = name.dropLast(compression?.fileExtension.utf8.count ?? 0)
        guard let framing = InputFraming(fileName: output) else { return nil }
        // Only files of lines may be compressed.
        if compression != nil, framing == .oneValue { return nil }
        return InputName(framing: framing, compression: compression, output: Array(output))
    }

    /// Parses the name of a file given on the command line, which holds payloads regardless of its name.
    static func given(_ name: [UInt8]) -> InputName {
        payloads(name) ?? InputName(framing: .oneValue, compression: nil, output: name)
    }
}

/// An input found by a walk, with the open directory that contains it.
struct DiscoveredInput {
    var entry: InputEntry
    /// The directory, or `nil` for an input named on the command line.
    var directory: DirectoryStream?
}
