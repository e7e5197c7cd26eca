import CLinux
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

/// How much the C library keeps of the memory that is freed.
///
/// Work that makes and frees blocks of all sizes on many threads for long, as batches and services do, leaves it with enough
/// of them for half as much again as is in use. Measured over 100,000 payloads of a batch: a peak of 56 MiB instead of 70.
package enum MallocSettings {
    /// Heaps for all threads together; more of them cost memory, one costs time.
    private static let arenaLimit: Int32 = 2
    /// Blocks from this size on, and free memory beyond it, go back to the system.
    private static let threshold: Int32 = 256 * 1024

    /// Bounds what is kept, from now on.
    package static func set() {
        attache_set_arena_limit(arenaLimit)
        attache_set_mapping_threshold(threshold)
        attache_set_trim_threshold(threshold)
    }
}

/// The processors of this machine.
package enum ProcessorCount {
    /// How many are at work, at least 1.
    package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
