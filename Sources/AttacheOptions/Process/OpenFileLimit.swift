import Glibc

/// How many descriptors this process may have.
package enum OpenFileLimit {
    /// Raises the limit to what the system allows: every transfer has a socket and a spool, and 1,024 is soon too few.
    ///
    /// Nothing here uses `select`, for which descriptors beyond 1,024 are a danger.
    package static func raise() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Refused, the old limit holds, and a transfer that finds none left says so.
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
