package import AttacheCore
import CNetwork

/// Checks that libcurl parses a URL as the policy did; parsers that disagree are a way to bypass a host check.
package enum CurlURLCheck {
    /// Returns `url.invalid` for an allowed URL that libcurl parses differently; `nil` when both parsers agree.
    package static func refusal(of url: MediaURL) -> Reason? {
        agrees(url) ? nil : CurlReason.disagreement(url)
    }

    static func agrees(_ url: MediaURL) -> Bool {
        guard let handle = unsafe curl_url() else { return false }
        defer { unsafe curl_url_cleanup(handle) }
        guard unsafe curl_url_set(handle, CURLUPART_URL, url.text, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK else {
            return false
        }
        return unsafe part(handle, CURLUPART_SCHEME) == url.scheme.rawValue
            && part(handle, CURLUPART_HOST).map(withoutBrackets) == hostText(url.host)
            && part(handle, CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)) == "\(url.port)"
            && part(handle, CURLUPART_ZONEID) == nil
    }

    private static func part(_ handle: OpaquePointer, _ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
        // Unsafe, and right: libcurl returns a C string that the caller frees.
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }

    private static func hostText(_ host: MediaHost) -> String {
        switch host {
        case .name(let name): name
        case .address(let address): "\(address)"
        }
    }

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
