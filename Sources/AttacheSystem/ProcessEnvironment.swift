import Glibc

/// The environment of this process.
package enum ProcessEnvironment {
    /// Every variable, read afresh.
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        // Unsafe, and right: `environ` is an array of C strings that ends with a null, and nothing here changes it.
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let words = unsafe String(cString: text)
            if let equals = words.firstIndex(of: "=") {
                variables[String(words[..<equals])] = String(words[words.index(after: equals)...])
            }
            unsafe entry += 1
        }
        return variables
    }
}

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
