import AttacheSystem
import Glibc

/// Eviction that keeps a store within its limit, the least recently used files first.
///
/// There is no record of the store's size, since crashing processes would falsify it. Instead the store is measured
/// after at most a sixty-fourth of the limit was added by any process. Within a process the additions are counted; for
/// many processes that each add little, the digest of the content decides like a random number.
final class StoreEvictor: Sendable {
    private struct State {
        /// Bytes that may be added before the next measurement; `nil` before the first.
        var allowance: Int?
        var isMeasuring = false
    }

    private let directory: StoreDirectory
    private let byteLimit: Int
    private let protection: StoreConfiguration.Protection
    private let opened: time_t
    private let state = Locked(State())

    init(directory: StoreDirectory, byteLimit: Int, protection: StoreConfiguration.Protection) {
        self.directory = directory
        self.byteLimit = byteLimit
        self.protection = protection
        opened = time(nil)
    }

    /// Counts a new file, and evicts others when the next measurement is due.
    func noteAdded(_ byteCount: Int, digest: String) {
        let isDue = state.withLock { state in
            if let allowance = state.allowance { state.allowance = allowance - byteCount }
            let isDue = state.allowance.map { $0 <= 0 } ?? isSampled(byteCount, digest: digest)
            guard isDue, !state.isMeasuring else { return false }
            state.isMeasuring = true
            return true
        }
        guard isDue else { return }
        let usage = makeRoom()
        state.withLock { state in
            state.allowance = max(step, byteLimit - usage)
            state.isMeasuring = false
        }
    }

    private var step: Int { max(1, byteLimit / 64) }

    /// True with the probability `byteCount` / `step`; the digest serves as the random number.
    private func isSampled(_ byteCount: Int, digest: String) -> Bool {
        guard byteCount < step, let dice = UInt32(digest.suffix(8), radix: 16) else { return true }
        return Double(dice) / Double(UInt32.max) < Double(byteCount) / Double(step)
    }

    /// Measures the store and evicts files above the limit; returns the bytes that are left.
    func makeRoom() -> Int {
        var pins: PinnedDigests?
        while true {
            var census = StoreCensus(protectedSince: protectedSince, pins: pins ?? PinnedDigests())
            census.count(directory)
            guard census.byteCount > byteLimit else { return census.byteCount }
            if pins == nil {
                // Read only when something must be evicted; pinned files must not fill the list of the oldest.
                let found = PinnedDigests(of: directory)
                pins = found
                if !found.isEmpty { continue }
            }
            var usage = census.byteCount
            var isStuck = true
            for file in census.oldest where usage > byteLimit - step {
                guard Eviction(file: file, directory: directory).evict() else { continue }
                usage -= file.byteCount
                isStuck = false
            }
            // A census keeps a limited number of the oldest files, so several may be necessary.
            if isStuck || usage <= byteLimit || !census.hasMore { return usage }
        }
    }

    /// Files used since then are kept: those of this run, and those that another process may just have used.
    private var protectedSince: time_t {
        let minutes: time_t = 600
        switch protection {
        case .wholeRun: return min(opened, time(nil) - minutes)
        case .recent(let duration): return time(nil) - time_t(duration.components.seconds)
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
