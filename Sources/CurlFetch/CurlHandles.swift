import AttacheCore
import AttacheSystem
import CCurl
import COpenSSL

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

enum CurlLibrary {
    /// Initialises libcurl, once per process.
    ///
    /// It is never cleaned up: that is allowed only when no other thread runs, which a library cannot know, and the
    /// system reclaims everything anyway.
    static func initialize() {
        _ = once
    }

    private static let once: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
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

/// Owns the multi handle; only the driver's thread uses it.
@safe final class CurlMulti {
    let handle: UnsafeMutableRawPointer

    /// Creates the handle, or `nil` when memory or descriptors are exhausted.
    init?(connectionsPerHost: Int, keptConnections: Int) {
        guard let handle = unsafe curl_multi_init() else { return nil }
        // Without descriptors for the wake-up, libcurl creates a handle nevertheless, which would sleep through the
        // stop.
        guard unsafe curl_multi_wakeup(handle) == CURLM_OK else {
            unsafe curl_multi_cleanup(handle)
            return nil
        }
        unsafe self.handle = unsafe handle
        _ = unsafe attache_curl_multi_set_host_connections(handle, connectionsPerHost)
        _ = unsafe attache_curl_multi_set_kept_connections(handle, keptConnections)
    }

    /// Adds an easy handle; returns `false` when libcurl refuses it.
    func add(_ easy: CurlEasy) -> Bool {
        unsafe curl_multi_add_handle(handle, easy.handle) == CURLM_OK
    }

    /// Removes an easy handle; never call it from a callback.
    func remove(_ easy: CurlEasy) {
        _ = unsafe curl_multi_remove_handle(handle, easy.handle)
    }

    /// Runs libcurl as far as possible without waiting.
    func perform() {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(handle, &running)
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

    /// Sleeps until the next event, at most for `timeout`, which libcurl's own timers shorten. `descriptors` are the
    /// resolver's; returns those that became ready.
    func poll(
        _ descriptors: [(descriptor: Int32, readable: Bool, writable: Bool)],
        for timeout: Duration
    ) -> [(descriptor: Int32, readable: Bool, writable: Bool)] {
        var extra = descriptors.map { entry in
            curl_waitfd(
                fd: entry.descriptor,
                events: (entry.readable ? Int16(CURL_WAIT_POLLIN) : 0)
                    | (entry.writable ? Int16(CURL_WAIT_POLLOUT) : 0),
                revents: 0
            )
        }
        // Rounded up, so that the loop does not wake just before the instant and spin.
        let milliseconds = Int32(min(timeout.milliseconds.rounded(.up), 3_600_000))
        var count: Int32 = 0
        _ = unsafe extra.withUnsafeMutableBufferPointer { buffer in
            unsafe curl_multi_poll(handle, buffer.baseAddress, UInt32(buffer.count), milliseconds, &count)
        }
        return extra.compactMap { entry in
            guard entry.revents != 0 else { return nil }
            let readable = entry.revents & Int16(CURL_WAIT_POLLIN) != 0
            let writable = entry.revents & Int16(CURL_WAIT_POLLOUT) != 0
            // An error shows as neither; reading reports it to the resolver.
            return (entry.fd, readable || !writable, writable)
        }
    }

    /// Frees the handle; every easy handle must have been removed.
    func close() {
        _ = unsafe curl_multi_cleanup(handle)
    }
}
