import AttacheCore
import AttacheSystem
import Glibc

/// The account of a store's space: its files, the bodies in progress of this process, and what its disk keeps free.
///
/// There is no record of the store's size on disk, since crashing processes would falsify it. The store is measured when
/// this process has added a sixty-fourth of the limit, and again after each quarter of the remaining room, since other
/// processes add too; a process that adds less measures it with a probability in proportion.
final class StoreBudget: Sendable {
    private struct State {
        /// The size of the stored files; `nil` before the first measurement.
        var stored: Int?
        /// Bytes added by this process since the last measurement.
        var added = 0
        /// Bytes that may be added before the next measurement.
        var allowance = 0
        /// Bytes of bodies in progress.
        var reserved = 0
        /// Whether enough was added to measure the store.
        var isMeasurementDue = false
        /// Whether a measurement waits or runs: what is stored meanwhile is in it, or in the next one.
        var isMeasuring = false
        /// The ends of the pauses of clients whose evictions freed nothing.
        var pauses: [Int: ContinuousClock.Instant] = [:]
        /// Bodies without room since the last success.
        var failureCount = 0
    }

    private enum Shortage {
        case limit
        /// The bytes that the disk lacks.
        case disk(Int)

        /// Whether the same is short as in another one.
        func isLike(_ other: Shortage) -> Bool {
            switch (self, other) {
            case (.limit, .limit), (.disk, .disk): true
            default: false
            }
        }
    }

    /// Bodies without room in a row after which a check of the store writes a large body.
    private static let suspiciousCount = 3
    /// The pause of a client after an eviction that freed nothing: each one reads all directories of the store.
    private static let pause = Duration.seconds(1)
    /// The number of pauses beyond which all clients wait for the latest: as many evictions read the store in vain.
    private static let pauseLimit = 16

    private let directory: StoreDirectory
    private let byteLimit: Int?
    private let reserve: DiskReserve
    private let space: StoreSpace
    private let evictor: StoreEvictor
    private let state = Locked(State())
    /// Held during an eviction, so that callers wait for one in progress instead of repeating it.
    private let evictions = Locked(())

    init(directory: StoreDirectory, _ configuration: StoreConfiguration, space: StoreSpace) {
        self.directory = directory
        byteLimit = configuration.byteLimit
        reserve = configuration.reserve
        self.space = space
        evictor = StoreEvictor(
            directory: directory,
            byteLimit: byteLimit ?? StoreConfiguration.defaultByteLimit,
            protection: configuration.protection
        )
    }

    /// Reserves bytes for a body, and evicts files if necessary; throws an error that `isOutOfSpace`.
    func reserve(_ claim: StoreClaim) throws(SystemCallError) {
        let byteCount = claim.byteCount
        guard take(byteCount) != nil else { return }
        // No eviction makes room for more than the whole store.
        if let byteLimit, state.withLock({ $0.reserved }) + byteCount > byteLimit { throw error(.limit) }
        let shortage = evictions.withLock { (_: inout Void) -> Shortage? in
            let began = space.now()
            var shortage = take(byteCount)
            // The first eviction may end one shortage and leave the other.
            for _ in 0..<2 {
                guard let current = shortage, !isPaused(claim.client) else { return shortage }
                let isChanged = relieve(current, for: claim)
                shortage = take(byteCount)
                // The same once more would read the whole store in vain again.
                if !isChanged, shortage?.isLike(current) == true { break }
            }
            if shortage != nil { beginPause(of: claim.client, since: began) }
            return shortage
        }
        if let shortage { throw error(shortage) }
    }

    /// Reserves bytes if there is room without an eviction.
    func reserveIfFree(_ byteCount: Int) -> Bool { take(byteCount) == nil }

    /// Reserves room for a body in memory, without evictions now or later; `nil` when there is none.
    func reservation(of claim: StoreClaim) -> SpaceReservation? {
        guard reserveIfFree(claim.byteCount) else { return nil }
        return SpaceReservation(of: self, for: claim.client, holding: claim.byteCount, evicts: false)
    }

    /// Ends a reservation, and counts the bytes that are stored now.
    func settle(reserved: Int, stored: Int, digest: String) {
        state.withLock { state in
            state.reserved -= reserved
            state.added += stored
            state.stored = state.stored.map { $0 + stored }
            guard stored > 0, let byteLimit else { return }
            guard let total = state.stored else {
                if evictor.isSampled(stored, digest: digest) { state.isMeasurementDue = true }
                return
            }
            if total + state.reserved > byteLimit - ahead || state.added >= state.allowance {
                state.isMeasurementDue = true
            }
        }
    }

    /// Measures the store and evicts files when that is due: on `workers`, or else on this thread, which waits for the
    /// disk.
    func maintain(on workers: WorkerPool? = nil) {
        let isDue = state.withLock { state in
            defer { state.isMeasurementDue = false }
            guard state.isMeasurementDue, !state.isMeasuring else { return false }
            state.isMeasuring = true
            return true
        }
        guard isDue else { return }
        guard let workers else { return measure() }
        if !workers.start({ self.measure() }) { state.withLock { $0.isMeasuring = false } }
    }

    private func measure() {
        defer { state.withLock { $0.isMeasuring = false } }
        evictions.withLock { _ in
            // For nobody in particular: it takes only what is not in use.
            let claim = StoreClaim(client: 0, byteCount: ahead)
            guard !isPaused(claim.client) else { return }
            let began = space.now()
            let wasNearlyFull = isNearlyFull
            let isRelieved = relieve(.limit, for: claim)
            // The measurement may have shown that there is room.
            if !isRelieved, wasNearlyFull, isNearlyFull { beginPause(of: claim.client, since: began) }
        }
    }

    private var isNearlyFull: Bool {
        state.withLock { ($0.stored ?? 0) + $0.reserved > (byteLimit ?? .max) - ahead }
    }

    /// The room that a large store makes ahead of need, so that a body that arrives does not wait for a measurement.
    private var ahead: Int { evictor.step > 1 << 20 ? evictor.step / 2 : 0 }

    /// Evicts files after the disk refused bytes, down to what is in flight; returns whether that freed anything.
    func makeRoom(for claim: StoreClaim) -> Bool {
        evictions.withLock { _ in
            guard !isPaused(claim.client) else { return false }
            let began = space.now()
            let goal = StoreEvictor.Goal.freeing(max(claim.byteCount, evictor.step))
            let isChanged = evict(goal, by: evictor.steps(for: claim, isDiskFull: true))
            if !isChanged { beginPause(of: claim.client, since: began) }
            return isChanged
        }
    }

    // MARK: - Health

    /// Whether the last bodies all found no room.
    var hasFailedRepeatedly: Bool { state.withLock { $0.failureCount >= Self.suspiciousCount } }

    func noteSuccess() { state.withLock { $0.failureCount = 0 } }

    func noteFailure(_ error: SystemCallError) {
        if error.isOutOfSpace { state.withLock { $0.failureCount += 1 } }
    }

    /// The bytes that a check of the store needs room for.
    func checkSize(_ isSuspected: Bool) -> Int { min(isSuspected ? 1 << 20 : 64 << 10, byteLimit ?? .max) }

    // MARK: - Room

    /// Takes the bytes when there is room for them; otherwise returns what is short.
    private func take(_ byteCount: Int) -> Shortage? {
        // A system call, so outside of the lock.
        let missing = missingOnDisk(byteCount)
        return state.withLock { state in
            if let byteLimit {
                let known = state.stored ?? state.added
                // Unmeasured, the store may be full except for a sixty-fourth.
                let room = state.stored == nil ? evictor.step : byteLimit
                if known + state.reserved + byteCount > room { return .limit }
            }
            if missing > 0 { return .disk(missing) }
            state.reserved += byteCount
            return nil
        }
    }

    private func missingOnDisk(_ byteCount: Int) -> Int {
        guard reserve != .bytes(0), let (free, total) = space.freeBytes(directory.root) else { return 0 }
        return max(0, reserve.byteCount(ofTotal: total) - free + byteCount)
    }

    /// Measures the store and evicts; returns whether files were evicted.
    @discardableResult
    private func relieve(_ shortage: Shortage, for claim: StoreClaim) -> Bool {
        switch shortage {
        case .limit:
            let reserved = state.withLock { $0.reserved }
            let goal = StoreEvictor.Goal.atMost((byteLimit ?? .max) - reserved - claim.byteCount)
            return evict(goal, by: evictor.steps(for: claim, isDiskFull: false))
        case .disk(let missing):
            // Somewhat more, so that the next body does not measure the store again.
            let goal = StoreEvictor.Goal.freeing(missing + evictor.step / 4)
            return evict(goal, by: evictor.steps(for: claim, isDiskFull: true))
        }
    }

    private func evict(_ goal: StoreEvictor.Goal, by steps: [StoreEvictor.Step]) -> Bool {
        let before = state.withLock { $0.added }
        let (left, evicted, _) = evictor.makeRoom(goal, by: steps)
        state.withLock { state in
            // What was added during the measurement may or may not be in it.
            state.added -= before
            state.stored = left + state.added
            state.allowance = max(evictor.step, ((byteLimit ?? .max) - left) / 4)
        }
        return evicted > 0
    }

    private func isPaused(_ client: Int) -> Bool {
        state.withLock { state in
            let isCrowded = state.pauses.count >= Self.pauseLimit
            let end = isCrowded ? state.pauses.values.max() : state.pauses[client]
            return end.map { space.now() < $0 } ?? false
        }
    }

    /// Lets no eviction for a client begin for a while after one in vain, the longer the more time that one took: another
    /// client may have a right to the room.
    private func beginPause(of client: Int, since began: ContinuousClock.Instant) {
        let now = space.now()
        let end = now + max(Self.pause, began.duration(to: now) * 10)
        state.withLock { state in
            state.pauses = state.pauses.filter { now < $0.value }
            state.pauses[client] = end
        }
    }

    private func error(_ shortage: Shortage) -> SystemCallError {
        switch shortage {
        case .limit:
            let limit = ByteSize(byteCount: byteLimit ?? 0)
            let cause = "the store has reached its limit of \(limit), and everything in it is in use"
            return SystemCallError(operation: "store media in", path: directory.path, code: EDQUOT, cause: cause)
        case .disk:
            let cause = "the disk has no more than the space that --disk-reserve keeps free"
            return SystemCallError(operation: "store media in", path: directory.path, code: ENOSPC, cause: cause)
        }
    }
}
