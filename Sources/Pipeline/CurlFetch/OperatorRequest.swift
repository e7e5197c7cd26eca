import AttacheCore
import AttacheSystem
import CNetwork

/// One request to an endpoint that the operator configured, such as an object store or the service's own health.
///
/// The rules for untrusted URLs do not apply, so no part of the URL may come from a payload. Redirects are not followed.
package struct OperatorRequest: Sendable {
    package var method: String
    package var url: String
    /// The unix socket to connect to in place of the URL's host, or `nil`.
    package var socket: String?
    /// Header lines by name, in order; none of them may be empty.
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]
    /// The timeout of the whole response, above zero.
    package var timeout: Duration
    /// The timeout of connecting, and of a stall, above zero; whole seconds.
    package var patience: Duration
    /// The largest body of a response in bytes.
    package var bodyLimit: Int
    /// Whether a longer body is cut at the limit; otherwise it is a failure.
    package var cutsBody: Bool

    package init(
        _ method: String,
        _ url: String,
        socket: String? = nil,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        timeout: Duration,
        patience: Duration = .seconds(5),
        bodyLimit: Int = 4 << 20,
        cutsBody: Bool = false
    ) {
        self.method = method
        self.url = url
        self.socket = socket
        self.fields = fields
        self.body = body
        self.timeout = timeout
        self.patience = patience
        self.bodyLimit = bodyLimit
        self.cutsBody = cutsBody
    }
}

/// The certificates that a session takes.
package enum OperatorTrust: Sendable {
    /// Those of the authorities in a PEM file, or of the system's.
    case authorities(file: String?)
    /// Any: for requests without secrets to addresses that certificates seldom name, such as a container's own.
    case any

    fileprivate var verifies: Bool { if case .any = self { false } else { true } }
    fileprivate var file: String? { if case .authorities(let file) = self { file } else { nil } }
}

/// Ends one request early, from any thread.
package final class OperatorStop: Sendable {
    private let state = Locked(false)

    package init() {}

    package var isSet: Bool { state.withLock { $0 } }

    package func set() { state.withLock { $0 = true } }
}

/// A sender of requests to configured endpoints, which keeps connections for later requests.
package final class OperatorSession: Sendable {
    /// The time to wait for leave to send a large body, in milliseconds; then it is sent without.
    private static let leaveTimeout = 500

    /// An idle handle with its connections.
    // @unchecked Sendable: only one caller has it at a time.
    @safe private final class Handle: @unchecked Sendable {
        let easy: UnsafeMutableRawPointer

        init?() {
            guard let easy = unsafe curl_easy_init() else { return nil }
            unsafe self.easy = unsafe easy
        }

        deinit { unsafe curl_easy_cleanup(easy) }
    }

    private let idle = Locked<[Handle]>([])
    private let trust: OperatorTrust

    package init(_ trust: OperatorTrust) {
        self.trust = trust
    }

    /// Sends a request and blocks the calling thread; it fails within a second once `stop` is set.
    package func send(_ request: OperatorRequest, unless stop: OperatorStop = OperatorStop()) -> OperatorOutcome {
        CurlLibrary.initialize()
        guard let handle = idle.withLock({ $0.popLast() }) ?? Handle() else { return .failure("memory is exhausted") }
        defer {
            unsafe curl_easy_reset(handle.easy)
            idle.withLock { $0.append(handle) }
        }
        var lines: UnsafeMutablePointer<curl_slist>?
        defer { unsafe curl_slist_free_all(lines) }
        for (name, value) in request.fields {
            guard let longer = unsafe curl_slist_append(lines, "\(name): \(value)") else {
                return .failure("memory is exhausted")
            }
            unsafe lines = unsafe longer
        }
        let received = ReceivedResponse(limit: request.bodyLimit, stop: stop)
        // Unsafe, and right: lines, body and response outlive the transfer.
        let code = unsafe request.body.withUnsafeBytes { body in
            let code = unsafe configure(handle.easy, request, body, lines, received)
            return code == CURLE_OK ? unsafe curl_easy_perform(handle.easy) : code
        }
        guard code == CURLE_OK || received.isTooLong && request.cutsBody else {
            return .failure(received.isTooLong ? "the response is too long" : Self.cause(code))
        }
        var status = 0
        _ = unsafe attache_curl_get_response_code(handle.easy, &status)
        return .response(.init(status: status, fields: received.fields, body: received.body))
    }

    private func configure(
        _ easy: UnsafeMutableRawPointer,
        _ request: OperatorRequest,
        _ body: UnsafeRawBufferPointer,
        _ lines: UnsafeMutablePointer<curl_slist>?,
        _ received: ReceivedResponse
    ) -> CURLcode {
        let context = unsafe Unmanaged.passUnretained(received).toOpaque()
        let steps: [() -> CURLcode] = [
            { unsafe attache_curl_set_url(easy, request.url) },
            { request.socket.map { unsafe attache_curl_set_unix_socket(easy, $0) } ?? CURLE_OK },
            { unsafe attache_curl_set_path_as_is(easy, 1) },
            { unsafe attache_curl_set_protocols(easy, "http,https") },
            { unsafe attache_curl_set_follow_location(easy, 0) },
            { unsafe attache_curl_set_http09_allowed(easy, 0) },
            { unsafe attache_curl_set_no_signal(easy, 1) },
            { unsafe attache_curl_set_quick_exit(easy, 1) },
            { unsafe attache_curl_set_proxy(easy, "") },
            { unsafe attache_curl_set_no_proxy(easy, "*") },
            { unsafe attache_curl_set_timeout_ms(easy, max(1, Int(request.timeout / .milliseconds(1)))) },
            { unsafe attache_curl_set_connect_timeout_ms(easy, max(1, Int(request.patience / .milliseconds(1)))) },
            { unsafe attache_curl_set_low_speed_limit(easy, 1) },
            // Stalled is what brings less than one byte in this time.
            {
                unsafe attache_curl_set_low_speed_time(easy, max(1, Int((request.patience / .seconds(1)).rounded(.up))))
            },
            { unsafe attache_curl_set_leave_timeout_ms(easy, Self.leaveTimeout) },
            // One connection for each handle; streams of several requests share none.
            { unsafe attache_curl_set_http_version(easy, Int(CURL_HTTP_VERSION_1_1)) },
            { unsafe attache_curl_set_verify_peer(easy, self.trust.verifies ? 1 : 0) },
            { unsafe attache_curl_set_verify_host(easy, self.trust.verifies ? 2 : 0) },
            { self.trust.file.map { unsafe attache_curl_set_authority_file(easy, $0) } ?? CURLE_OK },
            { unsafe Self.setMethod(easy, request, body) },
            { unsafe lines.map { unsafe attache_curl_set_header_fields(easy, $0) } ?? CURLE_OK },
            { unsafe attache_curl_set_write(easy, attacheKeepResponseBody, context) },
            { unsafe attache_curl_set_header(easy, attacheKeepResponseHeader, context) },
            { unsafe attache_curl_set_progress(easy, attacheEndStoppedRequest, context) },
        ]
        return steps.lazy.map { $0() }.first { $0 != CURLE_OK } ?? CURLE_OK
    }

    private static func setMethod(
        _ easy: UnsafeMutableRawPointer,
        _ request: OperatorRequest,
        _ body: UnsafeRawBufferPointer
    ) -> CURLcode {
        if request.method == "HEAD" { return unsafe attache_curl_set_no_body(easy, 1) }
        if request.method == "PUT" || request.method == "POST" {
            let code =
                if let base = body.baseAddress {
                    unsafe attache_curl_set_lent_body(easy, base, curl_off_t(body.count))
                } else {
                    unsafe attache_curl_set_body(easy, nil, 0)
                }
            guard code == CURLE_OK else { return code }
        }
        return unsafe attache_curl_set_method(easy, request.method)
    }

    private static func cause(_ code: CURLcode) -> String {
        switch code {
        case CURLE_COULDNT_CONNECT: "nothing accepts connections there"
        case CURLE_COULDNT_RESOLVE_HOST: "its host has no address"
        case CURLE_ABORTED_BY_CALLBACK: "the program ends"
        case CURLE_OPERATION_TIMEDOUT: "there was no complete response in time"
        case CURLE_SSL_CONNECT_ERROR: "the TLS handshake failed; use http:// if it has no TLS"
        case CURLE_PEER_FAILED_VERIFICATION: "its certificate cannot be verified"
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            "the connection was closed without a complete response"
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: "the response is not HTTP"
        default: "the request failed (libcurl error \(code.rawValue))"
        }
    }
}
