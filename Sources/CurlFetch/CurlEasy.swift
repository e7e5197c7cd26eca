import CCurl
import COpenSSL

/// Owns one easy handle and the memory that libcurl reads while it lives.
///
/// A handle is used for one attempt only: a used one carries state, and the multi handle keeps the connections anyway.
@safe final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    /// What the handshake of a connection of this handle's shows; `nil` when there was no memory for it.
    let handshake: UnsafeMutablePointer<attache_handshake>?
    private let errorText: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []

    /// Creates a handle, or `nil` when there is no memory for one.
    init?() {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
        unsafe handshake = attache_handshake_create()
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        // The loop has removed the handle from the multi handle before it lets go of this object.
        unsafe curl_easy_cleanup(handle)
        unsafe attache_handshake_release(handshake)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        unsafe errorText.deallocate()
    }

    /// Where libcurl writes what went wrong; lives as long as the handle.
    var errorBuffer: UnsafeMutablePointer<CChar> { unsafe errorText }

    /// What libcurl says went wrong, for telling causes apart; never shown.
    var errorMessage: String { unsafe String(cString: errorText) }

    /// Whether the server asked for a client certificate in a handshake of this handle's.
    var wantsClientCertificate: Bool { unsafe handshake?.pointee.wants_client_certificate == 1 }

    /// A list of texts that lives as long as the handle, or `nil` when it is empty or there is no memory for it.
    func list(_ texts: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            // Given back unchanged where it grows; what there is must go when it cannot.
            guard let longer = unsafe curl_slist_append(list, text) else {
                unsafe curl_slist_free_all(list)
                return nil
            }
            unsafe list = unsafe longer
        }
        if let list = unsafe list { unsafe lists.append(list) }
        return unsafe list
    }

    /// A time that libcurl measured, from the start of the transfer.
    func time(_ read: (UnsafeMutableRawPointer, UnsafeMutablePointer<curl_off_t>) -> CURLcode) -> Duration {
        var microseconds: curl_off_t = 0
        guard unsafe read(handle, &microseconds) == CURLE_OK else { return .zero }
        return .microseconds(microseconds)
    }

    /// A number that libcurl knows.
    func number(_ read: (UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> CURLcode) -> Int {
        var value = 0
        guard unsafe read(handle, &value) == CURLE_OK else { return 0 }
        return value
    }
}

/// libcurl as a whole.
enum CurlLibrary {
    /// Initialises libcurl, once for the process.
    ///
    /// It is never cleaned up: that is only allowed when no other thread runs, which a library cannot know, and the
    /// system takes everything back anyway.
    static func initialize() {
        _ = once
    }

    private static let once: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// The libcurl that this process uses, which may be newer than the one it was built with.
package enum CurlVersion {
    /// The version, such as `7.88.1`.
    package static var text: String {
        // Unsafe, and right: libcurl's own constant text, which lives as long as the process. The first form of the
        // answer has it already.
        guard let information = unsafe curl_version_info(CURLVERSION_FIRST) else { return "unknown" }
        return unsafe String(cString: information.pointee.version)
    }
}
