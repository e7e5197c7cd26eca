/// What the origin does with one request: steps, one after the other.
///
/// When the steps are through and none of them ended the connection, it stays open for the next request.
package struct Behaviour: Sendable {
    /// The steps.
    package var steps: [BehaviourStep]

    /// Creates a behaviour out of steps.
    ///
    /// - Parameter steps: The steps, in order.
    package init(steps: [BehaviourStep]) {
        self.steps = steps
    }

    /// The head of a response.
    ///
    /// - Parameters:
    ///   - status: The status code, 100 to 999.
    ///   - headers: Header lines without line ends, such as `Content-Type: image/png`.
    /// - Returns: The bytes up to and with the empty line.
    package static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
        Array((["HTTP/1.1 \(status) \(phrase(status))"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Frames bytes as one chunk.
    ///
    /// - Parameter bytes: The chunk's content; without any it is the last chunk.
    /// - Returns: Size line, content and line end.
    package static func chunk(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 410: "Gone"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}

/// One thing that the origin does after a request has arrived.
package enum BehaviourStep: Sendable {
    /// Sends bytes as fast as the client takes them.
    case send([UInt8])
    /// Sends bytes in pieces of `byteCount`, at least 1, waiting `interval` before each piece but the first.
    case dribble([UInt8], byteCount: Int, interval: Duration)
    /// Sends the bytes again and again, as fast as the client takes them, until it goes away or the origin stops.
    case repeatEndlessly([UInt8])
    /// Does nothing for a while.
    case wait(Duration)
    /// Does nothing until the client goes away or the origin stops.
    case waitUntilStopped
    /// Ends the connection in order (FIN).
    case close
    /// Breaks the connection off (RST).
    case reset
}

/// How a response says where its body ends.
package enum Framing: Sendable, Equatable {
    /// By `Content-Length`.
    case contentLength
    /// By `Content-Length`, and the number is this one whatever the body has.
    case declaredLength(Int)
    /// By chunks of at most this many bytes.
    case chunked(byteCount: Int)
    /// By the end of the connection.
    case close
}
