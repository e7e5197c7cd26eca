import Glibc

package enum ProcessEnvironment {
    /// Every variable, reread on each access.
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        // Unsafe, and right: `environ` is a null-terminated array of C strings, and nothing here changes it.
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

    /// Removes the variable by which libcurl would write the TLS keys of all transfers to a file. It is read once, when libcurl
    /// is initialised; programs call this before they have another thread, which might read variables meanwhile.
    package static func removeKeyLog() {
        // Unsafe, and right: constant names.
        guard unsafe getenv("SSLKEYLOGFILE") != nil else { return }
        _ = unsafe unsetenv("SSLKEYLOGFILE")
    }
}

package enum OpenFileLimit {
    /// Raises the limit to the system's maximum: every transfer has a socket and a spool, and 1,024 is soon too few.
    ///
    /// Nothing here uses `select`, which is unsafe with descriptors beyond 1,024.
    package static func raise() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // If the system refuses, the old limit remains, and a transfer without a descriptor reports that.
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
