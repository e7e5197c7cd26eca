import AttacheCore
import CNetwork

/// Configures the handle of one attempt; the complete list of options, top to bottom.
enum CurlOptions {
    /// Includes old suites, so that the report can name the ATS requirement that is not met; never anonymous or
    /// unencrypted.
    private static let everyCipher = "ALL:!aNULL:!eNULL"
    /// Bytes per read from a socket. Twice libcurl's default halves the calls for a picture; with the equally long
    /// prefix that type detection reads, at most 64 KiB of a wrong file are read.
    private static let bufferSize = 32 * 1024
    /// Bytes per read of a transfer beside many others, each of which has a buffer of its own.
    private static let crowdedBufferSize = 4 * 1024
    /// Number of transfers of a loop that are many.
    private static let crowd = 32

    /// Sets every option on a new handle; returns the first code that is not `CURLE_OK`.
    ///
    /// `transfer` outlives the handle's use. `address` is the checked address to connect to, or `nil` when the URL
    /// contains an address. `remaining` is the time until the deadline, `connectTimeout` the timeout of connecting to
    /// this address, `transferCount` the number of the loop's other transfers.
    static func apply(
        to easy: CurlEasy,
        transfer: CurlTransfer,
        address: IPAddress?,
        remaining: Duration,
        connectTimeout: Duration,
        transferCount: Int,
        configuration: CurlConfiguration
    ) -> CURLcode {
        let bufferSize = transferCount < crowd ? bufferSize : crowdedBufferSize
        let handle = unsafe easy.handle
        // Unretained: the loop keeps the transfer while the handle lives.
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        let codes = unsafe [
            attache_curl_set_error_buffer(handle, easy.errorBuffer),
            attache_curl_set_url(handle, transfer.url.text),
            // The path was normalised when the URL was parsed; normalising it again could only differ.
            attache_curl_set_path_as_is(handle, 1),
            attache_curl_set_user_agent(handle, configuration.userAgent),
            connectTo(address, easy, transfer.url),
            headerLines(transfer.job.request, easy),
            form(transfer.job.request.form, handle),
            // No signals in a process with threads, and no waiting for a resolver thread at a deadline.
            attache_curl_set_no_signal(handle, 1),
            attache_curl_set_quick_exit(handle, 1),
            // libcurl supports many more schemes; redirects are followed by this product, which checks every hop.
            attache_curl_set_protocols(handle, "http,https"),
            attache_curl_set_redirect_protocols(handle, "http,https"),
            attache_curl_set_follow_location(handle, 0),
            proxy(configuration.proxy, handle),
            attache_curl_set_no_proxy(handle, ""),
            attache_curl_set_http09_allowed(handle, 0),
            // An encoded body is refused by its header; it must not be decoded first.
            attache_curl_set_content_decoding(handle, 0),
            attache_curl_set_disallow_username(handle, 1),
            // The loop ends a transfer at its deadline; libcurl's own timeout is a safeguard. 0 would mean none.
            attache_curl_set_timeout_ms(handle, milliseconds(remaining) + 1000),
            attache_curl_set_connect_timeout_ms(handle, milliseconds(connectTimeout)),
            attache_curl_set_low_speed_limit(handle, 1),
            attache_curl_set_low_speed_time(handle, transfer.job.request.form.stallSeconds),
            attache_curl_set_buffer_size(handle, bufferSize),
            throttle(transfer.job.request.throttle, handle),
            attache_curl_set_ssl_version(handle, version(transfer.offer)),
            attache_curl_set_cipher_list(handle, cipherList(transfer.offer)),
            attache_curl_set_tls_setup(handle, attachePrepareTLS, context),
            // A resumed session shows no certificates, which are checked on every connection.
            attache_curl_set_session_cache(handle, 0),
            attache_curl_set_verify_peer(handle, 1),
            attache_curl_set_verify_host(handle, 2),
            authority(configuration.certificateAuthorityFile, handle),
            attache_curl_set_http_version(handle, Int(CURL_HTTP_VERSION_2TLS)),
            // On https, wait for the handshake, which determines whether streams can share the connection. On http this
            // is unknown before the first response, and one silent origin would delay all other requests to it.
            attache_curl_set_pipe_wait(handle, transfer.url.scheme == .https ? 1 : 0),
            attache_curl_set_write(handle, attacheReceiveBody, context),
            attache_curl_set_header(handle, attacheReceiveHeader, context),
            attache_curl_set_open_socket(handle, attacheOpenSocket, context),
            attache_curl_set_before_request(handle, attacheBeforeRequest, context),
        ]
        return codes.first { $0 != CURLE_OK } ?? CURLE_OK
    }

    /// Pins the address for this one transfer; `CURLOPT_RESOLVE` entries would stay in the multi handle.
    private static func connectTo(_ address: IPAddress?, _ easy: CurlEasy, _ url: MediaURL) -> CURLcode {
        guard let address, case .name(let name) = url.host else { return CURLE_OK }
        let target = if case .v6 = address { "[\(address)]" } else { "\(address)" }
        guard let list = unsafe easy.list(["\(name):\(url.port):\(target):\(url.port)"]) else {
            return CURLE_OUT_OF_MEMORY
        }
        return unsafe attache_curl_set_connect_to(easy.handle, list)
    }

    /// The values were checked for characters that could add a line to the request.
    private static func headerLines(_ request: FetchRequest, _ easy: CurlEasy) -> CURLcode {
        let lines = (request.validators?.lines ?? []) + request.form.lines
        guard !lines.isEmpty else { return CURLE_OK }
        guard let list = unsafe easy.list(lines) else { return CURLE_OUT_OF_MEMORY }
        return unsafe attache_curl_set_header_fields(easy.handle, list)
    }

    private static func form(_ form: RequestForm, _ handle: UnsafeMutableRawPointer) -> CURLcode {
        if let body = form.body {
            // libcurl copies the bytes.
            let code = unsafe body.withUnsafeBytes { bytes in
                unsafe attache_curl_set_body(handle, bytes.baseAddress, curl_off_t(bytes.count))
            }
            guard code == CURLE_OK else { return code }
        }
        switch form.method {
        case "GET" where form.body == nil: return CURLE_OK
        case "HEAD": return unsafe attache_curl_set_no_body(handle, 1)
        default: return unsafe attache_curl_set_method(handle, form.method)
        }
    }

    private static func proxy(_ proxy: CurlProxy?, _ handle: UnsafeMutableRawPointer) -> CURLcode {
        // An empty text disables the proxy variables of the environment.
        guard let proxy else { return unsafe attache_curl_set_proxy(handle, "") }
        // Always a tunnel, to the checked address: a proxy that gets a URL would resolve its host itself.
        let codes = unsafe [
            attache_curl_set_proxy(handle, proxy.text), attache_curl_set_proxy_tunnel(handle, 1),
            attache_curl_set_suppress_connect_headers(handle, 1),
            proxy.credentials.map { unsafe attache_curl_set_proxy_credentials(handle, $0) } ?? CURLE_OK,
        ]
        return codes.first { $0 != CURLE_OK } ?? CURLE_OK
    }

    private static func throttle(_ throttle: LinkThrottle?, _ handle: UnsafeMutableRawPointer) -> CURLcode {
        guard let throttle else { return CURLE_OK }
        return unsafe attache_curl_set_receive_speed(handle, curl_off_t(max(1, throttle.bytesPerSecond)))
    }

    private static func version(_ offer: TLSOffer) -> Int {
        let version =
            switch offer.minimumVersion {
            case .tls10: CURL_SSLVERSION_TLSv1_0
            case .tls11: CURL_SSLVERSION_TLSv1_1
            case .tls12: CURL_SSLVERSION_TLSv1_2
            case .tls13: CURL_SSLVERSION_TLSv1_3
            }
        return Int(version)
    }

    /// The suites of TLS 1.2 and older in OpenSSL's spelling. Level 0 accepts weak certificates in the handshake, so
    /// that the later check can report them.
    private static func cipherList(_ offer: TLSOffer) -> String {
        guard let suites = offer.cipherSuites else { return everyCipher + ":@SECLEVEL=0" }
        return suites.map { unsafe String(cString: attache_tls_suite_name($0)) }.joined(separator: ":") + ":@SECLEVEL=0"
    }

    private static func authority(_ file: String?, _ handle: UnsafeMutableRawPointer) -> CURLcode {
        guard let file else { return CURLE_OK }
        return unsafe attache_curl_set_authority_file(handle, file)
    }

    /// Whole milliseconds, at least 1, since 0 means "no timeout" to libcurl.
    private static func milliseconds(_ duration: Duration) -> Int {
        max(1, Int(min(duration.milliseconds, 86_400_000).rounded(.up)))
    }
}

enum TransferTimingReader {
    /// Converts libcurl's instants, measured from the start of the attempt, to durations between them.
    ///
    /// The time of an attempt that ended early counts in the phase that it ended in; later phases are zero.
    static func read(_ easy: CurlEasy, _ transfer: CurlTransfer) -> TransferTiming {
        let connected = unsafe easy.time { unsafe attache_curl_get_connect_time($0, $1) }
        let secured = unsafe easy.time { unsafe attache_curl_get_tls_time($0, $1) }
        let requested = unsafe easy.time { unsafe attache_curl_get_request_time($0, $1) }
        let answered = unsafe easy.time { unsafe attache_curl_get_first_byte_time($0, $1) }
        let measured = unsafe easy.time { unsafe attache_curl_get_total_time($0, $1) }
        // Without an event, as in a stall, libcurl's total is the time of the last one.
        let ended = max(measured, transfer.attemptBegan.duration(to: .now))
        var timing = TransferTiming()
        timing.connectionCount = unsafe easy.number { unsafe attache_curl_get_new_connections($0, $1) }
        let isNew = timing.connectionCount > 0 || transfer.openedSocket != nil
        if isNew {
            timing.connect = connected
            timing.tls = max(.zero, secured - connected)
        }
        if answered > .zero {
            timing.requestCount = 1
            timing.firstByte = max(.zero, answered - requested)
            timing.body = max(.zero, ended - answered)
        } else if requested > .zero {
            timing.requestCount = 1
            timing.firstByte = max(.zero, ended - requested)
        } else if connected > .zero, isNew, transfer.url.scheme == .https {
            timing.tls = max(.zero, ended - connected)
        } else if isNew, connected == .zero {
            timing.connect = ended
            timing.unfinishedConnect = ended
        }
        if timing.connectionCount > 0, let version = transfer.tlsVersion {
            if version >= .tls13 {
                timing.tlsConnectionCount = timing.connectionCount
            } else {
                timing.oldTLSConnectionCount = timing.connectionCount
            }
        }
        return timing
    }
}
