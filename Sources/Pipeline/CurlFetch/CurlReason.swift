import AttacheCore
import AttacheSystem
import CNetwork
import Glibc

/// Converts libcurl's codes to reasons; libcurl's messages can contain whole URLs and are never shown.
enum CurlReason {
    static let cancelled = Reason(.fetchCancelled, "The request was cancelled before the download ended.")

    /// Returns the reason for a code other than `CURLE_OK`; `easy` must not be freed yet.
    static func reason(_ code: CURLcode, _ easy: CurlEasy, _ url: MediaURL, stallSeconds: Int = 10) -> Reason {
        let host = "\(url.host)"
        if easy.wantsClientCertificate, breaksHandshake(code) { return clientCertificate(host) }
        switch code {
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST:
            return Reason(.fetchConnect, "No connection to \(host) port \(url.port) could be made.", fix: alive)
        case CURLE_OPERATION_TIMEDOUT:
            if easy.errorMessage.contains("too slow") {
                return Reason(.fetchStalled, "\(host) sent nothing for \(stallSeconds) s.", fix: alive)
            }
            return Reason(.fetchConnect, "\(host) port \(url.port) did not accept a connection in time.", fix: alive)
        case CURLE_PEER_FAILED_VERIFICATION:
            return certificate(unsafe easy.number { unsafe attache_curl_get_verify_result($0, $1) }, host)
        case CURLE_SSL_CACERT_BADFILE:
            return Reason(
                .fetchCertificate,
                "The file of certificate authorities cannot be read.",
                fix: "Name a PEM file with --cacert."
            )
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_USE_SSL_FAILED:
            return handshake(easy.errorMessage, host)
        case CURLE_PARTIAL_FILE:
            return Reason(.fetchTruncated, "\(host) closed the connection before the body was whole.", fix: alive)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            return badFraming(host)
        case CURLE_OUT_OF_MEMORY:
            // libcurl's report of a header line, or all of them together, beyond its own limits.
            return Reason(.fetchHeadersTooLarge, "The response header of \(host) is too large.")
        case CURLE_RECV_ERROR where easy.errorMessage.contains("CONNECT"), CURLE_PROXY:
            return Reason(
                .fetchConnect,
                "The proxy opened no tunnel to \(host) port \(url.port).",
                fix: "Allow the proxy to connect there, or omit --proxy."
            )
        case CURLE_RECV_ERROR where isFraming(easy.errorMessage):
            return badFraming(host)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return Reason(.fetchConnectionLost, "\(host) broke off the HTTP/2 stream.", fix: alive)
        default:
            return Reason(.fetchConnectionLost, "The connection to \(host) broke.", fix: alive)
        }
    }

    /// With TLS 1.3 a server rejects the missing certificate only after the handshake.
    private static func breaksHandshake(_ code: CURLcode) -> Bool {
        [CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING].contains(code)
    }

    private static func clientCertificate(_ host: String) -> Reason {
        Reason(
            .fetchTLS,
            "\(host) demands a client certificate, but an extension has none.",
            fix: "Serve media without client authentication.",
            apple: .url(-1206)
        )
    }

    /// On the device, the server's alert is the error code of the stream.
    private static func handshake(_ words: String, _ host: String) -> Reason {
        let streamCode: Int? =
            if words.contains("alert protocol version") {
                -9836
            } else if words.contains("alert handshake failure") {
                -9824
            } else {
                nil
            }
        return Reason(
            .fetchTLS,
            "The TLS handshake with \(host) failed.",
            fix: "Offer TLS 1.2 or 1.3 there.",
            apple: .url(-1200, stream: streamCode)
        )
    }

    private static let alive = "Check that the origin is up, or try again later."

    /// libcurl has no code of its own for a body with invalid chunks.
    private static func isFraming(_ words: String) -> Bool {
        ["chunk", "Chunk", "Invalid", "header"].contains { words.contains($0) }
    }

    private static func badFraming(_ host: String) -> Reason {
        Reason(
            .fetchBadFraming,
            "The response of \(host) is not well-formed HTTP.",
            fix: "Check that an HTTP server answers on this port."
        )
    }

    /// For a response whose bytes are no body, such as endless extensions of chunks, or empty frames of HTTP/2.
    static func flood(_ url: MediaURL) -> Reason {
        Reason(
            .fetchBadFraming,
            "\(url.host) sent megabytes that belong to no body, such as extensions of chunks.",
            fix: "Check that an HTTP server answers on this port."
        )
    }

    /// For a body whose pieces cost more than its bytes.
    static func tinyPieces(_ url: MediaURL) -> Reason {
        Reason(
            .fetchBadFraming,
            "\(url.host) sent the body in thousands of pieces of a few bytes.",
            fix: "Let the server send chunks of some kilobytes."
        )
    }

    private static let privateAuthority =
        " To trust a private authority for a test, name its certificate with --cacert."

    private static func certificate(_ result: Int, _ host: String) -> Reason {
        let fix = "Install a certificate for \(host) from an authority that iOS trusts, with its whole chain."
        switch Int32(truncatingIfNeeded: result) {
        case X509_V_OK:
            // OpenSSL found no error, so libcurl's comparison of names failed.
            return Reason(.fetchCertificate, "The certificate of \(host) is for another name.", fix: fix)
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return Reason(.fetchCertificate, "The certificate of \(host) has expired.", fix: fix, apple: .url(-1201))
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return Reason(
                .fetchCertificate,
                "The certificate of \(host) is not valid yet.",
                fix: fix,
                apple: .url(-1204)
            )
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
            return Reason(
                .fetchCertificate,
                "The certificate of \(host) leads to a root that is not trusted.",
                fix: fix + privateAuthority,
                apple: .url(-1203)
            )
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return Reason(
                .fetchCertificate,
                "The certificate of \(host) has no chain to a trusted root: its authority is unknown, or the server omits an"
                    + " intermediate certificate.",
                fix: fix + privateAuthority
            )
        default:
            let words = unsafe String(cString: attache_tls_verify_words(result))
            return Reason(.fetchCertificate, "The certificate of \(host) is not trusted: \(words).", fix: fix)
        }
    }

    static func noThread(_ code: Int32) -> Reason {
        Reason(
            .fetchConnect,
            "The download thread could not be started: \(SystemCallError.message(code)).",
            fix: "Free some threads."
        )
    }

    static func noSocket(_ code: Int32) -> Reason {
        let limit =
            switch code {
            case EMFILE: "the limit of open files of this process"
            case ENFILE: "the limit of open files of this machine"
            default: "the memory for sockets"
            }
        return Reason(
            .fetchNoSocket,
            "This machine has no socket for another connection (\(SystemCallError.message(code))): \(limit) is reached.",
            fix: "Raise it (ulimit -n), or lower --jobs."
        )
    }

    static func noHandle(_ url: MediaURL) -> Reason {
        Reason(
            .fetchConnect,
            "libcurl could not be set up for \(url.host).",
            fix: "Check memory and libcurl's version."
        )
    }

    static func strangeAddress(_ url: MediaURL) -> Reason {
        Reason(.egressAddressDenied, "\(url.host) resolves to an address that is not an IP address.")
    }

    static func unreadableSession(_ url: MediaURL) -> Reason {
        Reason(.fetchTLS, "The TLS session with \(url.host) could not be checked.")
    }

    static func disagreement(_ url: MediaURL) -> Reason {
        Reason(
            .urlInvalid,
            "Two parsers read the URL \(url.redactedText) differently.",
            fix: "Write scheme, host and port plainly."
        )
    }

    /// The end of the time, in the words of the step that it ended in.
    static func deadline(_ transfer: CurlTransfer) -> Reason {
        let (host, timing) = (transfer.url.host, transfer.timing)
        let isFirst = timing.requestCount == 0
        if transfer.lookup != nil {
            return Reason(
                .fetchDeadline,
                "The timeout ended before a name server had answered for \(host).",
                fix: "Check that the name servers in use answer for \(host)."
            )
        }
        // libcurl does not say whether the TCP connection or the handshake had no answer.
        if isFirst, timing.connect + timing.tls > .zero {
            let isSecure = transfer.url.scheme == .https
            let advice = "Check that the host answers on port \(transfer.url.port)"
            return Reason(
                .fetchDeadline,
                "The timeout ended before a \(isSecure ? "secure connection" : "connection") to \(host) was made.",
                fix: advice + (isSecure ? ", and speaks https there." : ".")
            )
        }
        if isFirst {
            return Reason(
                .fetchDeadline,
                "The timeout ended before this machine could send a request to \(host).",
                fix: "Give the payload more time, or the program more --jobs or a higher --per-host."
            )
        }
        return Reason(
            .fetchDeadline,
            "The timeout ended before \(host) had delivered the file.",
            fix: "Serve smaller media from a faster origin."
        )
    }
}

extension FetchFailure {
    /// The failure of a request that was cancelled, or that came after the end of the transfers.
    static let cancelled = FetchFailure(.cancelled, [CurlReason.cancelled])
}
