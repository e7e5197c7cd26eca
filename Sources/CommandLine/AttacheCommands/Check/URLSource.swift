import Attache
import AttacheCore
import CommandSupport

/// The URLs of one run: those of the command line, and those of standard input for `-` or no argument. It blocks.
struct URLSource: RunSource {
    private var sources: ArraySlice<InputSource>
    private var stream: ByteStream?
    private var lines = URLChunk.lines
    private let stopDescriptor: Int32
    /// Whether reading was stopped before the end of the input.
    private(set) var wasStopped = false

    init(_ arguments: [String], stopDescriptor: Int32) {
        sources = InputSource.sources(arguments)[...]
        self.stopDescriptor = stopDescriptor
    }

    /// Waits for the next URLs; returns `nil` at the end.
    mutating func next() throws(InputError) -> URLChunk? {
        while true {
            if let (lines, count) = lines.takeLines(atMost: 1024) { return URLChunk(lines, count: count) }
            if let stream {
                let piece = try stream.next()
                wasStopped = stream.wasStopped
                if wasStopped { return nil }
                if piece.isEmpty {
                    lines.finish()
                    self.stream = nil
                } else {
                    lines.append(piece)
                }
                continue
            }
            switch sources.popFirst() {
            case nil: return nil
            case .file(let url): return URLChunk(URLLine(url))
            case .standardInput:
                lines = URLChunk.lines
                stream = try ByteStream(.standardInput, stopDescriptor: stopDescriptor)
            }
        }
    }

    /// Ends the sequence for a stop; always returns `nil`.
    mutating func abandon() -> URLChunk? {
        if (try? next()) != nil { wasStopped = true }
        return nil
    }
}

/// URLs that arrived together.
struct URLChunk: WorkChunk {
    /// The splitter of standard input; blank lines are URLs too, since line N of the output judges line N.
    static var lines: LineSplitter { LineSplitter(limit: URLJudge.byteLimit, skipsBlankLines: false) }

    private var single: URLLine?
    private var lines: LineSplitter?
    private var line: LineSplitter.Line?
    let cost: Int

    init(_ url: URLLine) {
        single = url
        cost = 1
    }

    init(_ lines: LineSplitter, count: Int) {
        self.lines = lines
        cost = count
        line = self.lines?.next()
    }

    var isEmpty: Bool { single == nil && line == nil }

    mutating func next(at now: ContinuousClock.Instant) -> URLLine? {
        if let single = single.take() { return single }
        guard let line else { return nil }
        self.line = lines?.next()
        return URLLine(line)
    }
}

/// One URL to judge, as written.
struct URLLine: Sendable, Equatable {
    /// The limit of displayed bytes of an over-long URL.
    private static let shownLimit = 256

    /// The URL, or the first `URLJudge.byteLimit` bytes of a longer one.
    let bytes: [UInt8]
    /// The length of the whole URL in bytes.
    let byteCount: Int

    init(_ argument: String) {
        let text = argument.utf8
        bytes = Array(text.prefix(URLJudge.byteLimit))
        byteCount = text.count
    }

    /// A line ends with a line feed, or a carriage return and a line feed.
    init(_ line: LineSplitter.Line) {
        byteCount = line.endsWithCarriageReturn ? line.byteCount - 1 : line.byteCount
        bytes = Array(line.bytes.prefix(byteCount))
    }

    /// The URL in verdicts: invalid UTF-8 is replaced, and an over-long URL is truncated.
    var shown: String {
        guard byteCount > URLJudge.byteLimit else { return String(decoding: bytes, as: UTF8.self) }
        var end = Self.shownLimit
        // Not in the middle of a character.
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes.prefix(end), as: UTF8.self) + "…"
    }
}
