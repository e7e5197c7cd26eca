import AttacheCore
import AttacheSystem
import CCurl

/// Owns the multi handle; only the driver's thread uses it.
@safe final class CurlMulti {
    let handle: UnsafeMutableRawPointer

    /// Creates the handle, or `nil` when memory or descriptors are exhausted.
    init?(connectionsPerHost: Int) {
        guard let handle = unsafe curl_multi_init() else { return nil }
        // Without descriptors for the wake-up, libcurl creates a handle nevertheless, which would sleep through the
        // stop.
        guard unsafe curl_multi_wakeup(handle) == CURLM_OK else {
            unsafe curl_multi_cleanup(handle)
            return nil
        }
        unsafe self.handle = unsafe handle
        _ = unsafe attache_curl_multi_set_host_connections(handle, connectionsPerHost)
        _ = unsafe attache_curl_multi_set_kept_connections(handle, DescriptorBudget.current.keptConnections)
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
