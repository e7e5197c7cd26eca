import Attache
import AttacheCore
import Glibc

/// The URLs of one run: those of the command line, and those of standard input for `-` or no argument.
struct URLSource {
    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    private let stopDescriptor: Int32

    init(_ arguments: [String], stopDescriptor: Int32) {
        self.arguments = arguments.isEmpty ? ["-"] : arguments[...]
        self.stopDescriptor = stopDescriptor
    }

    /// Returns the next available URL, or `nil` when `read` must be called first, or at the end.
    mutating func next() throws(InputError) -> URLLine? {
        while true {
            if let line = reader?.next() { return line }
            if let reader, !reader.isAtEnd { return nil }
            reader = nil
            guard let argument = arguments.popFirst() else { return nil }
            guard argument == "-" else { return URLLine(argument) }
            reader = LineReader(try ByteStream(.standardInput, stopDescriptor: stopDescriptor))
        }
    }

    /// The descriptor that must become readable before the next URL, or `nil`.
    var descriptor: Int32? {
        if let reader, !reader.isAtEnd { STDIN_FILENO } else { nil }
    }

    mutating func read() throws(InputError) {
        try reader?.read()
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

    init(bytes: [UInt8], byteCount: Int) {
        self.bytes = bytes
        self.byteCount = byteCount
    }

    init(_ argument: String) {
        let text = argument.utf8
        self.init(bytes: Array(text.prefix(URLJudge.byteLimit)), byteCount: text.count)
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

/// A line splitter that holds at most one piece of the stream and the beginning of one line of any length.
///
/// A line ends with a line feed, or a carriage return and a line feed. Use it on a thread that may block.
struct LineReader {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let stream: ByteStream
    private let limit: Int
    private var piece: ArraySlice<UInt8> = []
    /// The beginning of an incomplete line; one byte over the limit, for a carriage return.
    private var partial: [UInt8] = []
    private var partialCount = 0
    private var lastByte: UInt8?
    /// Whether the stream has ended; lines may still be pending.
    private(set) var isAtEnd = false

    init(_ stream: ByteStream, limit: Int = URLJudge.byteLimit) {
        self.stream = stream
        self.limit = limit
    }

    /// Returns the next complete line, or `nil` when `read` must be called first, or at the end.
    mutating func next() -> URLLine? {
        if let end = piece.firstIndex(of: Self.lineFeed) {
            let line = piece[..<end]
            piece = piece[(end + 1)...]
            if partialCount == 0 { return Self.line(line, byteCount: line.count, last: line.last, limit: limit) }
            keep(line)
            return takePartial()
        }
        keep(piece)
        piece = []
        return isAtEnd && partialCount > 0 ? takePartial() : nil
    }

    /// Waits for more input and reads it; after a failure the lines read so far remain.
    mutating func read() throws(InputError) {
        guard !isAtEnd else { return }
        do throws(InputError) {
            piece = try stream.next()
        } catch {
            isAtEnd = true
            throw error
        }
        if piece.isEmpty { isAtEnd = true }
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        partial += part.prefix(limit + 1 - partial.count)
        partialCount += part.count
        lastByte = part.last ?? lastByte
    }

    private mutating func takePartial() -> URLLine {
        let line = Self.line(partial[...], byteCount: partialCount, last: lastByte, limit: limit)
        partial.removeAll(keepingCapacity: true)
        partialCount = 0
        lastByte = nil
        return line
    }

    private static func line(_ bytes: ArraySlice<UInt8>, byteCount: Int, last: UInt8?, limit: Int) -> URLLine {
        let count = last == carriageReturn ? byteCount - 1 : byteCount
        return URLLine(bytes: Array(bytes.prefix(min(limit, count))), byteCount: count)
    }
}
