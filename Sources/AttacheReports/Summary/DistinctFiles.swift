import AttacheCore

/// Counts different files by the first 64 bits of their SHA-256, in bounded memory.
///
/// Up to 262,144 different files, about 4 MiB of memory, the counts are exact but for files that agree in 64 bits, one
/// chance in 10^8 at that number; beyond, they are what there is at least.
struct DistinctFiles: Sendable {
    /// Files that are told apart.
    static let capacity = 1 << 18

    private var prefixes: Set<UInt64> = []
    /// Different files.
    private(set) var count = 0
    /// Bytes of the different files.
    private(set) var byteCount = 0
    /// Whether the counts are exact.
    private(set) var isComplete = true

    /// Counts a file, unless it was counted before.
    mutating func add(_ file: StoredFile) {
        guard let prefix = UInt64(file.sha256.prefix(16), radix: 16) else { return }
        if prefixes.count >= Self.capacity {
            if !prefixes.contains(prefix) { isComplete = false }
            return
        }
        guard prefixes.insert(prefix).inserted else { return }
        count += 1
        byteCount += file.byteCount
    }
}
