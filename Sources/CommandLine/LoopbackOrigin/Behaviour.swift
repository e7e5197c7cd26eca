/// The origin's reaction to one request, as a sequence of steps.
///
/// If no step ends the connection, it stays open for the next request.
package struct Behaviour: Sendable {
    package var steps: [BehaviourStep]

    package init(steps: [BehaviourStep]) {
        self.steps = steps
    }

    /// The head of a response, including the empty line, from header lines without line ends.
    package static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
        Array((["HTTP/1.1 \(status) \(phrase(status))"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Frames bytes as one chunk; without bytes it is the last chunk.
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

/// One step of a reaction to a request.
package enum BehaviourStep: Sendable {
    /// Sends bytes as fast as the client reads them.
    case send([UInt8])
    /// Sends bytes in pieces of `byteCount`, at least 1, waiting `interval` before each piece but the first.
    case dribble([UInt8], byteCount: Int, interval: Duration)
    /// Sends the bytes repeatedly, as fast as the client reads them, until it disconnects or the origin stops.
    case repeatEndlessly([UInt8])
    case wait(Duration)
    /// Runs a closure, after the system has taken what was sent before.
    case run(@Sendable () -> Void)
    /// Waits until the client disconnects or the origin stops.
    case waitUntilStopped
    case close
    case reset
}

package enum Framing: Sendable, Equatable {
    case contentLength
    /// By this `Content-Length`, regardless of the length of the body.
    case declaredLength(Int)
    /// By chunks of at most this many bytes.
    case chunked(byteCount: Int)
    case close
}
