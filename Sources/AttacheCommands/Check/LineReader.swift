import Attache
import AttacheCore

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
    /// - Throws: `ByteStream.Failure` when the stream cannot be read; what has been read stays.
    mutating func read() throws(ByteStream.Failure) {
        guard !isAtEnd else { return }
        do throws(ByteStream.Failure) {
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
