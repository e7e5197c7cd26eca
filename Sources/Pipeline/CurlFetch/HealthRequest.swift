import AttacheCore
import CNetwork

/// One GET request to the user's own service, for example its health endpoint; the rules for untrusted URLs do not
/// apply, and certificates are not verified.
package struct HealthRequest: Sendable {
    /// The result of a request.
    package enum Outcome: Sendable, Equatable {
        /// The status of the response, and the first `bodyLimit` bytes of the body.
        case response(status: Int, body: [UInt8])
        /// The cause of a missing response, for people: the URL is not secret.
        case failure(String)
    }

    private static let bodyLimit = 4096

    private let url: String
    /// The unix socket to connect to instead of the URL's host, or `nil`.
    private let socket: String?
    /// The timeout of the whole response, above zero.
    private let timeout: Duration

    package init(url: String, socket: String?, timeout: Duration) {
        self.url = url
        self.socket = socket
        self.timeout = timeout
    }

    /// Sends the request and blocks the calling thread; returns the response, whatever its status.
    package func send() -> Outcome {
        CurlLibrary.initialize()
        guard let easy = CurlEasy() else { return .failure("memory is exhausted") }
        let kept = TruncatedBody(limit: Self.bodyLimit)
        var code = configure(easy, kept)
        if code == CURLE_OK { code = unsafe curl_easy_perform(easy.handle) }
        guard code == CURLE_OK else {
            return .failure(cause(code))
        }
        let status = unsafe easy.number { unsafe attache_curl_get_response_code($0, $1) }
        return .response(status: status, body: kept.bytes)
    }

    /// The cause of a missing response, without the words of the library, which name its own concepts.
    private func cause(_ code: CURLcode) -> String {
        let target = socket.map { "the socket \($0)" } ?? url
        switch code {
        case CURLE_COULDNT_CONNECT: return "nothing accepts connections at \(target)"
        case CURLE_COULDNT_RESOLVE_HOST: return "the host of \(target) has no address"
        case CURLE_OPERATION_TIMEDOUT: return "no complete response from \(target) within \(TimeAmount(timeout))"
        case CURLE_SSL_CONNECT_ERROR: return "the TLS handshake with \(target) failed; use http:// if it has no TLS"
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            return "\(target) closed the connection without a complete response"
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            return "the response of \(target) is not HTTP"
        default: return "the request to \(target) failed (libcurl error \(code.rawValue))"
        }
    }

    private func configure(_ easy: CurlEasy, _ kept: TruncatedBody) -> CURLcode {
        let handle = unsafe easy.handle
        // Unretained: `send` holds the body until the handle is finished.
        let context = unsafe Unmanaged.passUnretained(kept).toOpaque()
        // 0 would mean no timeout.
        let milliseconds = max(1, Int(timeout / .milliseconds(1)))
        let steps: [() -> CURLcode] = [
            { unsafe attache_curl_set_error_buffer(handle, easy.errorBuffer) },
            { unsafe attache_curl_set_url(handle, url) },
            { socket.map { unsafe attache_curl_set_unix_socket(handle, $0) } ?? CURLE_OK },
            { unsafe attache_curl_set_protocols(handle, "http,https") },
            { unsafe attache_curl_set_follow_location(handle, 0) },
            { unsafe attache_curl_set_http09_allowed(handle, 0) },
            { unsafe attache_curl_set_no_signal(handle, 1) },
            { unsafe attache_curl_set_quick_exit(handle, 1) },
            // The service itself is checked, not a proxy of the environment.
            { unsafe attache_curl_set_no_proxy(handle, "*") },
            { unsafe attache_curl_set_timeout_ms(handle, milliseconds) },
            // The request contains nothing confidential, and certificates seldom name a container's internal address.
            { unsafe attache_curl_set_verify_peer(handle, 0) },
            { unsafe attache_curl_set_verify_host(handle, 0) },
            { unsafe attache_curl_set_write(handle, attacheKeepBody, context) },
        ]
        return steps.lazy.map { $0() }.first { $0 != CURLE_OK } ?? CURLE_OK
    }
}

private final class TruncatedBody {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func append(_ piece: UnsafeRawBufferPointer) { unsafe bytes += piece.prefix(limit - bytes.count) }
}

private func attacheKeepBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    // Unsafe, and right: libcurl passes size × count readable bytes, and `send` holds the body meanwhile.
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    unsafe Unmanaged<TruncatedBody>.fromOpaque(context).takeUnretainedValue().append(piece)
    return size * count
}
