import AttacheSystem
import Glibc

/// Keeps a store within its limit: what was not used for the longest time goes first.
///
/// Nobody keeps a ledger of the store's size, since processes that die would falsify it. Instead the store is measured
/// now and then: at the latest after a sixty-fourth of the limit was added, whoever added it. Within a process that is
/// counted; across processes that each add little, the content's own digest draws the lot.
final class StoreEvictor: Sendable {
    private struct State {
        /// How much may be added before the next measurement; `nil` before the first.
        var allowance: Int?
        var isMeasuring = false
    }

    private let directory: StoreDirectory
    private let byteLimit: Int
    private let protection: StoreConfiguration.Protection
    private let opened: time_t
    private let state = Locked(State())

    /// Prepares keeping a limit.
    ///
    /// - Parameters:
    ///   - directory: The store.
    ///   - byteLimit: How many bytes may be kept.
    ///   - protection: Which files are never evicted.
    init(directory: StoreDirectory, byteLimit: Int, protection: StoreConfiguration.Protection) {
        self.directory = directory
        self.byteLimit = byteLimit
        self.protection = protection
        opened = time(nil)
    }

    /// Counts a new file, and makes room when it is time to.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file.
    ///   - digest: SHA-256 in hexadecimal.
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

    /// True with the probability that the file's size has of `step`; digests are as good as dice.
    private func isSampled(_ byteCount: Int, digest: String) -> Bool {
        guard byteCount < step, let dice = UInt32(digest.suffix(8), radix: 16) else { return true }
        return Double(dice) / Double(UInt32.max) < Double(byteCount) / Double(step)
    }

    /// Measures the store and evicts what has to go.
    ///
    /// - Returns: How many bytes are left.
    func makeRoom() -> Int {
        var pins: PinnedDigests?
        while true {
            var census = StoreCensus(protectedSince: protectedSince, pins: pins ?? PinnedDigests())
            census.count(directory)
            guard census.byteCount > byteLimit else { return census.byteCount }
            if pins == nil {
                // Looked for only when something has to go; what is pinned must not fill the list of the oldest.
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
            // A census remembers so many of the oldest files; it may take several.
            if isStuck || usage <= byteLimit || !census.hasMore { return usage }
        }
    }

    /// Files touched since then are kept: those of this run, and those that another process may just have used.
    private var protectedSince: time_t {
        let minutes: time_t = 600
        switch protection {
        case .wholeRun: return min(opened, time(nil) - minutes)
        case .recent(let duration): return time(nil) - time_t(duration.components.seconds)
        }
    }
}

/// Removes one stored file, unless somebody has used it since it was chosen.
struct Eviction {
    let file: StoreCensus.File
    let directory: StoreDirectory

    /// Evicts the file.
    ///
    /// Between looking at a file and removing it, another commit may decide to reuse it. So it is first taken out of
    /// sight, where nobody can touch it any more, and comes back if it was touched before.
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
