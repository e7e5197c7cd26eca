import AttacheCore
import AttacheSystem
import CNetwork

/// Owns one easy handle and the memory that libcurl reads while it exists.
///
/// A handle is used for one attempt only: a used one carries state, and the multi handle keeps the connections anyway.
@safe final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    /// The handshake facts of a connection of this handle; `nil` when memory was exhausted.
    let handshake: UnsafeMutablePointer<attache_handshake>?
    private let errorText: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []

    init?() {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
        unsafe handshake = attache_handshake_create()
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        // The loop removed the handle from the multi handle before it released this object.
        unsafe curl_easy_cleanup(handle)
        unsafe attache_handshake_release(handshake)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        unsafe errorText.deallocate()
    }

    /// libcurl's error buffer, valid as long as the handle.
    var errorBuffer: UnsafeMutablePointer<CChar> { unsafe errorText }

    /// libcurl's error message, used to distinguish causes; never shown.
    var errorMessage: String { unsafe String(cString: errorText) }

    /// Whether the server requested a client certificate in a handshake of this handle.
    var wantsClientCertificate: Bool { unsafe handshake?.pointee.wants_client_certificate == 1 }

    /// Creates a list that lives as long as the handle; `nil` when it is empty or memory is exhausted.
    func list(_ texts: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            // On success libcurl returns the same list; on failure the list so far must be freed.
            guard let longer = unsafe curl_slist_append(list, text) else {
                unsafe curl_slist_free_all(list)
                return nil
            }
            unsafe list = unsafe longer
        }
        if let list = unsafe list { unsafe lists.append(list) }
        return unsafe list
    }

    /// Returns a duration that libcurl measured, from the start of the transfer.
    func time(_ read: (UnsafeMutableRawPointer, UnsafeMutablePointer<curl_off_t>) -> CURLcode) -> Duration {
        var microseconds: curl_off_t = 0
        guard unsafe read(handle, &microseconds) == CURLE_OK else { return .zero }
        return .microseconds(microseconds)
    }

    func number(_ read: (UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> CURLcode) -> Int {
        var value = 0
        guard unsafe read(handle, &value) == CURLE_OK else { return 0 }
        return value
    }
}

/// libcurl as a whole.
package enum CurlLibrary {
    /// Loads and initialises libcurl, once per process; another thread that needs it meanwhile waits.
    ///
    /// It is never cleaned up: that is allowed only when no other thread runs, which a library cannot know, and the
    /// system reclaims everything anyway.
    package static func initialize() {
        _ = once
    }

    private static let once: Bool = {
        ProcessEnvironment.removeKeyLog()
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }()
}

/// The libcurl in use, which may be newer than the one at build time.
package enum CurlVersion {
    package static var text: String {
        // Unsafe, and right: libcurl's own constant text, which lives as long as the process. The first version of the
        // structure contains it.
        guard let information = unsafe curl_version_info(CURLVERSION_FIRST) else { return "unknown" }
        return unsafe String(cString: information.pointee.version)
    }

    /// The TLS library of libcurl, such as `OpenSSL 3.0.17`.
    package static var tls: String {
        // Unsafe, and right: as above; the first version of the structure contains it too.
        guard let information = unsafe curl_version_info(CURLVERSION_FIRST),
            let text = unsafe information.pointee.ssl_version
        else { return "no TLS" }
        return unsafe String(cString: text).replacing("/", with: " ")
    }
}

/// Owns the multi handle; only the thread of its loop uses it.
@safe final class CurlMulti {
    let handle: UnsafeMutableRawPointer

    /// Creates the handle, or `nil` when memory is exhausted. `context` is the `CurlLoop` that gets libcurl's wishes; it
    /// outlives the handle.
    init?(connectionsPerHost: Int, keptConnections: Int, context: UnsafeMutableRawPointer) {
        guard let handle = unsafe curl_multi_init() else { return nil }
        unsafe self.handle = unsafe handle
        _ = unsafe attache_curl_multi_set_host_connections(handle, connectionsPerHost)
        _ = unsafe attache_curl_multi_set_kept_connections(handle, keptConnections)
        let codes = unsafe [
            attache_curl_multi_set_socket(handle, attacheWatchSocket, context),
            attache_curl_multi_set_timer(handle, attacheSetTimer, context),
        ]
        guard codes.allSatisfy({ $0 == CURLM_OK }) else {
            unsafe curl_multi_cleanup(handle)
            return nil
        }
    }

    /// Adds an easy handle; returns `false` when libcurl refuses it.
    func add(_ easy: CurlEasy) -> Bool {
        unsafe curl_multi_add_handle(handle, easy.handle) == CURLM_OK
    }

    /// Removes an easy handle; never call it from a callback.
    func remove(_ easy: CurlEasy) {
        _ = unsafe curl_multi_remove_handle(handle, easy.handle)
    }

    /// Runs the transfer of a socket that is ready.
    func act(on socket: Int32, isReadable: Bool, isWritable: Bool) {
        let events = (isReadable ? CURL_CSELECT_IN : 0) | (isWritable ? CURL_CSELECT_OUT : 0)
        var running: Int32 = 0
        _ = unsafe curl_multi_socket_action(handle, socket, events, &running)
    }

    /// Runs what libcurl has set its timer for.
    func actOnTimeout() {
        var running: Int32 = 0
        _ = unsafe curl_multi_socket_action(handle, CURL_SOCKET_BAD, 0, &running)
    }

    /// Returns the handle and the code of the next finished transfer, copied before libcurl frees the message.
    func nextDone() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
                continue
            }
            return unsafe (easy, attache_curl_result(message))
        }
        return nil
    }

    /// Frees the handle; every easy handle must have been removed.
    func close() {
        _ = unsafe curl_multi_cleanup(handle)
    }
}
