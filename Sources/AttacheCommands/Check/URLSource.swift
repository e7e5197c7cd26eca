import Attache
import AttacheCore
import Glibc

/// The URLs of one run: the command line's, and those of standard input where it says `-` or nothing.
struct URLSource {
    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    private let stopDescriptor: Int32

    init(_ arguments: [String], stopDescriptor: Int32) {
        self.arguments = arguments.isEmpty ? ["-"] : arguments[...]
        self.stopDescriptor = stopDescriptor
    }

    /// The next URL that is there, or `nil` when `read` must come first, or nothing is left.
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

    /// The descriptor that has to become readable before there are more URLs, or `nil` when none is needed or left.
    var descriptor: Int32? {
        if let reader, !reader.isAtEnd { STDIN_FILENO } else { nil }
    }

    /// Reads more; waits until there is some.
    mutating func read() throws(InputError) {
        try reader?.read()
    }
}

/// One URL to judge, as it was written.
struct URLLine: Sendable, Equatable {
    /// Bytes of an over-long URL that are shown.
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

    /// The URL as verdicts name it: what is no UTF-8 is replaced, and an over-long URL is cut off.
    var shown: String {
        guard byteCount > URLJudge.byteLimit else { return String(decoding: bytes, as: UTF8.self) }
        var end = Self.shownLimit
        // Not in the middle of a character.
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes.prefix(end), as: UTF8.self) + "…"
    }
}

/// Cuts a stream into lines and holds no more than one piece of it and the beginning of one line, however long that is.
///
/// A line ends with a line feed, or a carriage return and a line feed. It blocks, so it belongs on a thread that may.
struct LineReader {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let stream: ByteStream
    private let limit: Int
    private var piece: ArraySlice<UInt8> = []
    /// The beginning of a line whose end has not been read; one byte over the limit, for a carriage return.
    private var partial: [UInt8] = []
    private var partialCount = 0
    private var lastByte: UInt8?
    /// Whether everything has been read; lines may still be left.
    private(set) var isAtEnd = false

    /// Reads a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - limit: Bytes of a line that are kept, at least 1.
    init(_ stream: ByteStream, limit: Int = URLJudge.byteLimit) {
        self.stream = stream
        self.limit = limit
    }

    /// The next line that has been read whole, or `nil` when more must be read first, or nothing is left.
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

    /// Reads more; waits until there is some.
    ///
    /// - Throws: `InputError` when the stream cannot be read; what has been read stays.
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
