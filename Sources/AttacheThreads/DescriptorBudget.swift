import Glibc

/// How a process's descriptors are shared out, so that few of them mean less at once instead of failures.
package struct DescriptorBudget: Sendable, Equatable {
    /// What everything else takes: standard streams, polls, resolver, databases, helpers, inputs and outputs.
    package static let base = 48

    /// How many descriptors the process may have.
    package let limit: Int

    /// Shares out.
    ///
    /// - Parameter limit: How many descriptors the process may have.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The budget of this process as its limit is now.
    package static var current: DescriptorBudget {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorBudget(limit: 1024)
        }
        return DescriptorBudget(limit: Int(clamping: limit.rlim_cur))
    }

    /// Directories of the store that stay open.
    package var openDirectories: Int { min(256, limit / 8) }

    /// Connections that are kept for further requests.
    package var keptConnections: Int { max(1, min(256, limit / 8)) }

    /// Transfers at once: each has a socket and the file that its body goes to.
    package var transfers: Int { max(1, (limit - Self.base - openDirectories - keptConnections) / 2) }
}
