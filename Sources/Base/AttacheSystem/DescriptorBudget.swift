import CLinux
import Glibc

/// The allocation of a process's descriptors, so that a low limit reduces concurrency instead of causing failures.
package struct DescriptorBudget: Sendable, Equatable {
    /// The descriptors of everything else: standard streams, polls, resolver, databases, helpers, inputs and outputs.
    package static let base = 48
    /// The smallest limit with which a service recovers from any burst.
    package static let serviceMinimum = 64

    package let limit: Int

    /// The budget for the current limit of this process.
    package static var current: DescriptorBudget {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorBudget(limit: 1024)
        }
        return DescriptorBudget(limit: Int(clamping: limit.rlim_cur))
    }

    /// The limit of open directories of the store.
    package var openDirectories: Int { min(256, limit / 8) }

    /// The limit of idle connections.
    package var keptConnections: Int { max(1, min(256, limit / 8)) }

    /// The limit of transfers at once: each has a socket and a spool file.
    package var transfers: Int { max(1, (limit - Self.base - openDirectories - keptConnections) / 2) }
}

/// Limits of the memory that the C library keeps after it is freed.
///
/// Long work on many threads with blocks of all sizes, as in batches and services, otherwise leaves half as much again
/// as is in use. Measured over 100,000 payloads of a batch: a peak of 56 MiB instead of 70.
package enum MallocSettings {
    /// Heaps for all threads together; more of them cost memory, one costs time.
    private static let arenaLimit: Int32 = 2
    /// The size in bytes of blocks, and of free memory, that is returned to the system.
    private static let threshold: Int32 = 256 * 1024

    package static func set() {
        attache_set_arena_limit(arenaLimit)
        attache_set_mapping_threshold(threshold)
        attache_set_trim_threshold(threshold)
    }

    /// Has the heap keep up to `byteCount` bytes of free memory, for work that takes the same large blocks again and again:
    /// new pages cost more time than what is written to them.
    package static func keep(_ byteCount: Int32) {
        // The C library maps larger blocks one by one, in any case: HEAP_MAX_SIZE / 2 of its malloc.
        attache_set_mapping_threshold(min(byteCount, 32 * 1024 * 1024))
        attache_set_trim_threshold(byteCount)
    }

    /// Returns free memory to the system, including that between blocks in use.
    package static func trim() { attache_trim() }
}

package enum ProcessorCount {
    /// The number of online processors, at least 1.
    package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
