import CLinux

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
