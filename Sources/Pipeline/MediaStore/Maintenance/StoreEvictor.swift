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

    /// The files that may go, one step after the other.
    enum Step {
        /// Files that no result refers to any more.
        case unused
        /// Files of clients that all have more than the one that needs room would have, however new, and that client's
        /// own ones that are not in flight.
        case crowded(StoreClaim)
        /// Whatever is not in flight; for a client only within its fair share.
        case settled(StoreClaim?)
    }

    /// The protection, in seconds, of what is in flight: it was stored or used within this time.
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

    /// The steps that make room for a client, each until there is enough.
    ///
    /// A run that ends and a program without clients take only what no result refers to.
    func steps(for claim: StoreClaim, isDiskFull: Bool) -> [Step] {
        guard claim.client != 0, case .recent = protection else { return [isDiskFull ? .settled(nil) : .unused] }
        return [.unused, .crowded(claim), .settled(claim)]
    }

    /// Measures the store and evicts files; returns the bytes that are left, those that were evicted, and how often the
    /// whole store was read. Pinned files stay in any case.
    func makeRoom(
        _ goal: Goal,
        by steps: [Step] = [.unused]
    ) -> (byteCount: Int, evicted: Int, readCount: Int) {
        var progress = Progress()
        for step in steps where !progress.isEnough { take(step, goal, &progress) }
        return (progress.byteCount, progress.evicted, progress.readCount)
    }

    private struct Progress {
        /// Read only when something must be evicted.
        var pins: PinnedDigests?
        var bounds: (limit: Int, target: Int)?
        var byteCount = 0
        var evicted = 0
        var readCount = 0
        var shares = ClientShares()

        var isEnough: Bool { bounds.map { byteCount <= $0.limit } ?? false }

        /// Whether a step may take anything: without a right to it the store is not read.
        func permits(_ step: Step) -> Bool {
            guard case .settled(let claim?) = step else { return true }
            return ClientLevel.isFair(claim, in: shares.alone, of: byteCount)
        }
    }

    private func take(_ step: Step, _ goal: Goal, _ progress: inout Progress) {
        while progress.permits(step) {
            let rule = rule(of: step, progress)
            let shares = progress.shares
            var census = StoreCensus(pins: progress.pins ?? PinnedDigests()) { rule($0, shares) }
            census.count(directory)
            progress.readCount += 1
            (progress.byteCount, progress.shares) = (census.byteCount, census.shares)
            let (limit, target) = progress.bounds ?? bounds(goal, of: census.byteCount)
            progress.bounds = (limit, target)
            guard census.byteCount > limit else { return }
            if progress.pins == nil {
                // Pinned files must not fill the list of the oldest.
                let found = PinnedDigests(of: directory)
                progress.pins = found
                if !found.isEmpty { continue }
            }
            var isStuck = true
            for file in census.oldest where progress.byteCount > target && rule(file, progress.shares) {
                // A second client does not touch a file that it gets from memory.
                guard file.users.isEmpty || directory.users.clients(of: file.name) == file.users,
                    Eviction(file: file, directory: directory).evict()
                else { continue }
                progress.byteCount -= file.byteCount
                progress.evicted += file.byteCount
                progress.shares.add(-file.byteCount, of: file.users)
                isStuck = false
            }
            // A census keeps a limited number of the oldest files, so several may be necessary.
            if isStuck || progress.byteCount <= limit || !census.hasMore { return }
        }
    }

    /// Which files a step may take, while clients have so much.
    private func rule(of step: Step, _ progress: Progress) -> (StoredEntry, _ shares: ClientShares) -> Bool {
        let settled = protectedSince(isPressed: true)
        switch step {
        case .unused:
            let unused = protectedSince(isPressed: false)
            return { file, _ in file.isOlder(than: unused) }
        case .crowded(let claim):
            let missing = progress.byteCount - (progress.bounds?.target ?? 0)
            let level = ClientLevel(progress.shares.all, for: claim, freeing: missing).byteCount
            return { file, shares in
                !file.users.isEmpty
                    && file.users.allSatisfy { user in
                        user == claim.client ? file.isOlder(than: settled) : shares.all[user, default: 0] > level
                    }
            }
        case .settled: return { file, _ in file.isOlder(than: settled) }
        }
    }

    private func bounds(_ goal: Goal, of byteCount: Int) -> (limit: Int, target: Int) {
        switch goal {
        case .atMost(let limit): (limit, limit - step)
        case .freeing(let count): (byteCount - count, byteCount - count)
        }
    }

    /// Files used since then are kept: those of this run, and those that another process may just have used.
    private func protectedSince(isPressed: Bool) -> time_t {
        let minutes: time_t = isPressed ? Self.shortestProtection : 600
        switch protection {
        case .wholeRun: return min(opened, time(nil) - minutes)
        case .recent(let duration): return time(nil) - (isPressed ? minutes : time_t(duration.components.seconds))
        }
    }
}

/// The eviction of one stored file, unless it was used since it was chosen.
struct Eviction {
    let file: StoredEntry
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
        let isUntouched = isKnown && StoredEntry.used(status) == file.used
        if !isUntouched { _ = unsafe linkat(unfinished.number, temporaryName, shard.number, file.name, 0) }
        _ = unsafe unlinkat(unfinished.number, temporaryName, 0)
        return isUntouched
    }
}
