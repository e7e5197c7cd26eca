import SystemPackage

/// One input of a batch: a file or standard input, with the path of its output.
struct InputEntry: Sendable {
    enum Place: Sendable {
        case file(FilePath)
        case standardInput
        /// The input cannot be read; the value is the message.
        case problem(String)
        /// This machine failed to examine the input, which is left for another run; the value is the message.
        case fault(String)
    }

    /// The path within the run: the base name of the PATH, then the path below that.
    var name: FilePath
    var source: String
    var place: Place
    var framing: InputName.Framing
    var compression: Compression?
    /// The path of its output below the output directory, or `nil` without an output.
    var output: FilePath?

    /// Whether it can be read again from the beginning.
    var isRepeatable: Bool {
        if case .standardInput = place { false } else { true }
    }
}

struct InputName: Equatable {
    enum Framing: Equatable, Sendable {
        /// One JSON value as the whole file.
        case value
        /// One JSON value per line.
        case lines
    }

    let framing: Framing
    let compression: Compression?
    /// The name of the output: the same name without the extension of the compression.
    let output: [UInt8]

    /// Parses the last component of a path; returns `nil` when files of such a name hold no payloads.
    static func payloads(_ name: [UInt8]) -> InputName? {
        let lowered = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        for compression in Compression.allCases {
            let suffix = Array(compression.fileExtension.utf8)
            guard lowered.ends(suffix), isLines(lowered.dropLast(suffix.count)) else { continue }
            return InputName(framing: .lines, compression: compression, output: Array(name.dropLast(suffix.count)))
        }
        if isLines(lowered[...]) { return InputName(framing: .lines, compression: nil, output: name) }
        guard [".json", ".apns"].contains(where: { lowered.ends(Array($0.utf8)) }) else { return nil }
        return InputName(framing: .value, compression: nil, output: name)
    }

    /// Parses the name of a file given on the command line, which holds payloads regardless of its name.
    static func given(_ name: [UInt8]) -> InputName {
        payloads(name) ?? InputName(framing: .value, compression: nil, output: name)
    }

    private static func isLines(_ name: ArraySlice<UInt8>) -> Bool {
        [".ndjson", ".jsonl"].contains { Array(name).ends(Array($0.utf8)) }
    }
}

extension [UInt8] {
    fileprivate func ends(_ suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}

/// An input found by a walk, with the open directory that contains it.
struct DiscoveredInput {
    var entry: InputEntry
    /// The directory, or `nil` for an input named on the command line.
    var directory: DirectoryStream?

    init(_ entry: InputEntry, in directory: DirectoryStream? = nil) {
        self.entry = entry
        self.directory = directory
    }
}
