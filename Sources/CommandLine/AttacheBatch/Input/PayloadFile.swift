package import Attache
package import AttacheCore
import AttacheSystem
import Glibc
import SystemPackage

/// A file of payloads, for commands that only read.
package struct PayloadFile: Sendable {
    private let entry: InputEntry

    /// Lists the files below some paths as a batch reads them: those of a directory by name, and `-` for standard input.
    ///
    /// A file in a directory that cannot be read is in the list, and reading it fails. Throws a usage `BatchError` for a
    /// path without a base name.
    package static func list(below paths: [String]) throws(BatchError) -> [PayloadFile] {
        var files: [PayloadFile] = []
        for root in try BatchRoots.unchecked(paths) {
            let walk = InputWalker([root])
            var found: [PayloadFile] = []
            while let input = walk.next() { found.append(PayloadFile(entry: input.entry)) }
            files += found.sorted { $0.source < $1.source }
        }
        return files
    }

    /// The file's name in results.
    package var source: String { entry.source }

    /// The path to open; `nil` for standard input and for what cannot be read.
    package var path: String? {
        if case .file(let path) = entry.place { path.string } else { nil }
    }

    /// Standard input or a pipe, which can be read once; `nil` for a file, and for a pipe that is unpacked.
    package var stream: InputSource? {
        switch entry.place {
        case .standardInput: .standardInput
        case .pipe(let path): isCompressed ? nil : .file(path.string)
        case .file, .problem, .fault: nil
        }
    }

    package var isCompressed: Bool { entry.compression != nil }

    /// The layout by the file's name; `nil` for a stream, whose text decides.
    package var framing: InputFraming? { stream == nil ? entry.framing : nil }

    /// Returns the whole text of a file, unpacked; throws for a longer one than `limit` bytes. It blocks.
    package func bytes(limit: Int) throws(InputError) -> [UInt8] {
        let reader = try open(-1)
        var content: [UInt8] = []
        while true {
            let piece = try reader.next()
            if piece.isEmpty { return content }
            content += piece
            guard content.count <= limit else {
                throw InputError(sentence: "\(source) has more than \(ByteSize(byteCount: limit).text); split it.")
            }
        }
    }

    /// Opens the file; reading stops when `stopDescriptor` becomes readable.
    fileprivate func open(_ stopDescriptor: Int32) throws(InputError) -> InputByteReader {
        try InputByteReader.open(DiscoveredInput(entry: entry), stopDescriptor: stopDescriptor).get()
    }
}

/// Reads the payloads of one file in order. It blocks.
package final class PayloadFileReader {
    private let source: String
    private let time: any TimeSource
    private let isLines: Bool
    private var lines = LineSplitter(limit: ItemReader.itemLimit)
    private var bytes: InputByteReader?
    private var stream: ItemReader?
    private var isDone = false

    /// Opens a file; with `readsLines` it has one payload per line, regardless of its name.
    package init(
        _ file: PayloadFile,
        readsLines: Bool,
        stopDescriptor: Int32,
        time: any TimeSource
    ) throws(InputError) {
        source = file.source
        self.time = time
        isLines = readsLines || file.framing == .lines
        if let source = file.stream {
            stream = try ItemReader(
                source,
                framing: readsLines ? .lines : nil,
                stopDescriptor: stopDescriptor,
                time: time
            )
        } else {
            bytes = try file.open(stopDescriptor)
        }
    }

    /// Returns one payload, or the complete lines that have arrived; `nil` at the end or after a stop.
    package func next() throws(InputError) -> ItemChunk? {
        if let stream { return stream.next() }
        guard let bytes, !isDone else { return nil }
        while true {
            if isLines, let (taken, count) = lines.takeLines(atMost: 2048) {
                let chunk = ItemChunk(taken, count: count, of: source)
                if !chunk.isEmpty { return chunk }
                continue
            }
            guard !isDone else { return nil }
            guard isLines else {
                isDone = true
                return try wholeFile(bytes).map(ItemChunk.init)
            }
            let piece = try bytes.next()
            if bytes.wasStopped { return nil }
            lines.append(piece[...])
            if piece.isEmpty {
                isDone = true
                lines.finish()
            }
        }
    }

    private func wholeFile(_ bytes: InputByteReader) throws(InputError) -> InputItem? {
        var content: [UInt8] = []
        while content.count <= ItemReader.itemLimit {
            let piece = try bytes.next()
            if bytes.wasStopped { return nil }
            guard !piece.isEmpty else {
                return InputItem(source: source, content: .bytes(content), arrival: time.now)
            }
            content += piece
        }
        return InputItem(source: source, content: .tooLong(limit: ItemReader.itemLimit), arrival: time.now)
    }
}
