import AttacheSystem
import Glibc

/// The eviction of stored files, the least recently used first.
struct StoreEvictor: Sendable {
    /// The result to reach.
    enum Goal {
        /// At most so many stored bytes; a sixty-fourth of the store's limit less when files must go.
        case atMost(Int)
        /// So many bytes less than before.
        case freeing(Int)
    }

    /// The protection, in seconds, on a disk that is full: what is in flight was stored or used within this time.
    static let shortestProtection: time_t = 60

    let directory: StoreDirectory
    let protection: StoreConfiguration.Protection
    /// A sixty-fourth of the limit.
    let step: Int
    private let opened = time(nil)

    init(directory: StoreDirectory, byteLimit: Int, protection: StoreConfiguration.Protection) {
        self.directory = directory
        self.protection = protection
        step = max(1, byteLimit / 64)
    }

    /// True with the probability `byteCount` / `step`; the digest serves as the random number.
    func isSampled(_ byteCount: Int, digest: String) -> Bool {
        guard byteCount < step, let dice = UInt32(digest.suffix(8), radix: 16) else { return true }
        return Double(dice) / Double(UInt32.max) < Double(byteCount) / Double(step)
    }

    /// Measures the store and evicts files; returns the bytes that are left, and those that were evicted. `isPressed`
    /// shortens the protection, and pinned files stay in any case.
    func makeRoom(_ goal: Goal, isPressed: Bool = false) -> (byteCount: Int, evicted: Int) {
        var pins: PinnedDigests?
        var bounds: (limit: Int, target: Int)?
        var evicted = 0
        while true {
            var census = StoreCensus(protectedSince: protectedSince(isPressed), pins: pins ?? PinnedDigests())
            census.count(directory)
            let (limit, target) = bounds ?? self.bounds(goal, of: census.byteCount)
            bounds = (limit, target)
            guard census.byteCount > limit else { return (census.byteCount, evicted) }
            if pins == nil {
                // Read only when something must be evicted; pinned files must not fill the list of the oldest.
                let found = PinnedDigests(of: directory)
                pins = found
                if !found.isEmpty { continue }
            }
            var usage = census.byteCount
            var isStuck = true
            for file in census.oldest where usage > target {
                guard Eviction(file: file, directory: directory).evict() else { continue }
                usage -= file.byteCount
                evicted += file.byteCount
                isStuck = false
            }
            // A census keeps a limited number of the oldest files, so several may be necessary.
            if isStuck || usage <= limit || !census.hasMore { return (usage, evicted) }
        }
    }

    private func bounds(_ goal: Goal, of byteCount: Int) -> (limit: Int, target: Int) {
        switch goal {
        case .atMost(let limit): (limit, limit - step)
        case .freeing(let count): (byteCount - count, byteCount - count)
        }
    }

    /// Files used since then are kept: those of this run, and those that another process may just have used.
    private func protectedSince(_ isPressed: Bool) -> time_t {
        let minutes: time_t = isPressed ? Self.shortestProtection : 600
        switch protection {
        case .wholeRun: return min(opened, time(nil) - minutes)
        case .recent(let duration): return time(nil) - (isPressed ? minutes : time_t(duration.components.seconds))
        }
    }
}

/// The eviction of one stored file, unless it was used since it was chosen.
struct Eviction {
    let file: StoreCensus.File
    let directory: StoreDirectory

    /// Evicts the file.
    ///
    /// Between the check of a file and its removal, another commit may reuse it. So the file is first renamed to a
    /// directory where no process can use it, and renamed back if it was used before.
    ///
    /// - Returns: Whether it is gone.
    func evict() -> Bool {
        guard let shard = directory.openExisting(file.shardName),
            let unfinished = try? directory.open(SpoolFile.directoryName)
        else { return false }
        let temporaryName = SpoolFile.freshName()
        guard unsafe renameat(shard.number, file.name, unfinished.number, temporaryName) == 0 else { return false }
        var status = stat()
        let isKnown = unsafe fstatat(unfinished.number, temporaryName, &status, AT_SYMLINK_NOFOLLOW) == 0
        let isUntouched = isKnown && StoreCensus.used(status) == file.used
        if !isUntouched { _ = unsafe linkat(unfinished.number, temporaryName, shard.number, file.name, 0) }
        _ = unsafe unlinkat(unfinished.number, temporaryName, 0)
        return isUntouched
    }
}
