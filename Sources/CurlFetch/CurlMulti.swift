import AttacheCore
import AttacheSystem
import CCurl

/// Owns the multi handle; only the driver's thread touches it.
@safe final class CurlMulti {
    let handle: UnsafeMutableRawPointer

    /// Creates the handle, or `nil` when there is no memory or there are no descriptors for one.
    init?(connectionsPerHost: Int) {
        guard let handle = unsafe curl_multi_init() else { return nil }
        // Without descriptors for waking it there is a handle nevertheless, which then sleeps through the end.
        guard unsafe curl_multi_wakeup(handle) == CURLM_OK else {
            unsafe curl_multi_cleanup(handle)
            return nil
        }
        unsafe self.handle = unsafe handle
        _ = unsafe attache_curl_multi_set_host_connections(handle, connectionsPerHost)
        _ = unsafe attache_curl_multi_set_kept_connections(handle, DescriptorBudget.current.keptConnections)
    }

    /// Hands an easy handle over; `false` when libcurl does not take it.
    func add(_ easy: CurlEasy) -> Bool {
        unsafe curl_multi_add_handle(handle, easy.handle) == CURLM_OK
    }

    /// Takes an easy handle back; never from a callback.
    func remove(_ easy: CurlEasy) {
        _ = unsafe curl_multi_remove_handle(handle, easy.handle)
    }

    /// Lets libcurl do what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(handle, &running)
    }

    /// The next transfer that is done: its handle and its code, copied before the message's memory goes.
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

    /// Sleeps until something happens.
    ///
    /// - Parameters:
    ///   - descriptors: The resolver's descriptors.
    ///   - timeout: How long at most; libcurl's own timers shorten it.
    /// - Returns: The resolver's descriptors that became ready.
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
            // An error shows as neither; reading tells the resolver what it is.
            return (entry.fd, readable || !writable, writable)
        }
    }

    /// Frees the handle; every easy handle has been removed before.
    func close() {
        _ = unsafe curl_multi_cleanup(handle)
    }
}
