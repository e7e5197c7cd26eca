import SystemPackage

/// One input of a batch: a file or standard input, with the place of its output.
struct InputEntry: Sendable {
    /// Where payloads are read from.
    enum Place: Sendable {
        case file(FilePath)
        case standardInput
        /// It cannot be read, and this says why.
        case problem(String)
        /// This machine does not let it be looked at; it is left for another run.
        case fault(String)
    }

    /// Its name below the run: the base name of its PATH, then the path below that.
    var name: FilePath
    /// Its name as results show it.
    var source: String
    /// Where it is read from.
    var place: Place
    /// How payloads stand in it.
    var framing: InputName.Framing
    /// How it is compressed, where it is.
    var compression: Compression?
    /// The name of its output below the output directory, or `nil` where it has none.
    var output: FilePath?

    /// Whether it can be read from its beginning again.
    var isRepeatable: Bool {
        if case .standardInput = place { false } else { true }
    }
}

/// What the name of a file says about the payloads in it.
struct InputName: Equatable {
    /// How payloads stand in the file.
    enum Framing: Equatable, Sendable {
        /// The file is exactly one JSON value.
        case value
        /// One JSON value per line.
        case lines
    }

    /// How payloads stand in the file.
    let framing: Framing
    /// How the file is compressed, where it is.
    let compression: Compression?
    /// The name of its output: the same, without what tells of compression.
    let output: [UInt8]

    /// Reads a name.
    ///
    /// - Parameter name: The last component of a path, as bytes.
    /// - Returns: `nil` when files of such a name hold no payloads.
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

    /// Reads the name of a file that was named on the command line: it holds payloads, whatever it is called.
    static func given(_ name: [UInt8]) -> InputName {
        payloads(name) ?? InputName(framing: .value, compression: nil, output: name)
    }

    private static func isLines(_ name: ArraySlice<UInt8>) -> Bool {
        [".ndjson", ".jsonl"].contains { Array(name).ends(Array($0.utf8)) }
    }
}

extension [UInt8] {
    /// Whether the bytes end with others.
    fileprivate func ends(_ suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}

/// An input that a walk has found, with the open directory that it was found in.
struct DiscoveredInput {
    var entry: InputEntry
    /// `nil` where the command line names it.
    var directory: DirectoryStream?

    init(_ entry: InputEntry, in directory: DirectoryStream? = nil) {
        self.entry = entry
        self.directory = directory
    }
}
