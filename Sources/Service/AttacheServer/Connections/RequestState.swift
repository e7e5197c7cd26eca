import HTTPTypes
import NIOCore

/// The state of a connection's requests, of which it has one at a time.
///
/// `ready` → `arriving` → `answering` → `ready` is the life of a request. A response that ends while its request is
/// arriving, and the response to the last request, lead to `ending`; so does the next response in `stopped`.
enum RequestState {
    /// The next request may begin.
    case ready
    /// A request is arriving, and its response is not complete.
    case arriving(RequestArrival)
    /// A request has arrived, and its response is not complete; `isLast` tells whether it is the connection's last.
    case answering(isLast: Bool)
    /// The reader of a body got a problem in place of the rest, and its response is not complete.
    case stopped
    /// The last response is complete: what arrives, or is written, is discarded until the connection closes by itself.
    case ending
    /// The connection is closed.
    case closed

    /// Whether the response in progress is the last of the connection.
    var isLast: Bool {
        switch self {
        case .arriving(let arrival): arrival.isLast
        case .answering(let isLast): isLast
        case .stopped, .ending, .closed: true
        case .ready: false
        }
    }

    /// Makes the response in progress the last of the connection.
    mutating func endAfterResponse() {
        switch self {
        case .arriving(var arrival):
            arrival.isLast = true
            self = .arriving(arrival)
        case .answering: self = .answering(isLast: true)
        case .ready, .stopped, .ending, .closed: break
        }
    }

    /// The request that has begun and has no complete response, if there is one: whether it has arrived.
    var hasArrived: Bool? {
        switch self {
        case .arriving, .stopped: false
        case .answering: true
        case .ready, .ending, .closed: nil
        }
    }

    /// The number of bytes that may be parsed at once: few requests, or a piece of a body; `nil` where all are discarded.
    func allowance(isWritable: Bool) -> Int? {
        switch self {
        case .ready: isWritable ? Self.headSize : 0
        case .arriving(let arrival): max(arrival.left ?? Self.chunkSize, Self.headSize)
        case .answering: 0
        case .stopped, .ending, .closed: nil
        }
    }

    private static let headSize = 2048
    private static let chunkSize = 4096
}

/// A request whose body is arriving.
struct RequestArrival {
    /// The bytes of its body that are still to come, if its length is known.
    fileprivate(set) var left: Int?
    /// Whether the client waits for 100 before it sends the body.
    var expectsContinue: Bool
    /// Whether the request is the last of its connection.
    var isLast: Bool
    var timeout: RequestBodyTimeout
    private var byteCount = 0
    /// The pieces that came without a read of their connection, such as the chunks of one segment.
    private var pieceCount = 0
    /// The pieces that any body may have, and the bytes for each further one: each costs the loop as much as hundreds of bytes.
    /// Chunks of 64 bytes are never too small, though the ends of reads divide some of them.
    private static let pieces = (free: 256, bytes: 60)

    /// Begins with the head of a request.
    init(_ head: HTTPRequest, timeout: TimeAmount) {
        let fields = head.headerFields
        left =
            fields[.transferEncoding] == nil
            ? fields[.contentLength].flatMap { RequestFraming.contentLength($0) } : nil
        expectsContinue = fields[.expect]?.lowercased() == "100-continue"
        isLast = Self.asksToClose(fields)
        self.timeout = RequestBodyTimeout(timeout)
    }

    /// Whether its chunks are so small that they cost the loop far more than their bytes.
    var isInTinyPieces: Bool { pieceCount > Self.pieces.free + byteCount / Self.pieces.bytes }

    /// Records a piece of the body; `isRead` tells whether it is the first of a read.
    mutating func take(_ body: ByteBuffer, isRead: Bool, at now: @autoclosure () -> NIODeadline) {
        expectsContinue = false
        byteCount += body.readableBytes
        if !isRead { pieceCount += 1 }
        left = left.map { max(0, $0 - body.readableBytes) }
        timeout.arrived(at: now())
    }

    /// `Connection` is a case-insensitive list of options (RFC 9110 §7.6.1).
    private static func asksToClose(_ fields: HTTPFields) -> Bool {
        guard let text = fields[.connection] else { return false }
        return text.split(separator: ",").contains { word in
            word.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased().prefix { $0 != " " && $0 != "\t" } == "close"
        }
    }
}
