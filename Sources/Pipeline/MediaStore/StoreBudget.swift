import AttacheCore
import AttacheSystem
import Glibc

/// The account of a store's space: its files, the bodies in progress of this process, and what its disk keeps free.
final class StoreBudget: Sendable {
    private struct State {
        var size: StoreSize
        /// Bytes of bodies in progress.
        var reserved = 0
        var upkeep = Upkeep.idle
        var pauses = EvictionPauses()
        /// Bodies without room since the last success.
        var failureCount = 0
    }

    /// The eviction that makes room ahead of need.
    private enum Upkeep {
        case idle
        /// The store is nearly full.
        case due
        case running
    }

    private enum Shortage {
        /// The limit of the store, or its size is unknown.
        case limit
        /// What the disk keeps free.
        case disk
    }

    /// Bodies without room in a row after which a check of the store writes a large body.
    private static let suspiciousCount = 3

    private let directory: StoreDirectory
    private let byteLimit: Int
    private let reserve: DiskReserve
    private let space: StoreSpace
    private let evictor: StoreEvictor
    private let state: Locked<State>
    /// Held during an eviction, so that callers wait for one in progress instead of repeating it.
    private let evictions = Locked(())

    init(directory: StoreDirectory, _ configuration: StoreConfiguration, space: StoreSpace) {
        self.directory = directory
        byteLimit = configuration.byteLimit
        reserve = configuration.reserve
        self.space = space
        evictor = StoreEvictor(directory: directory, byteLimit: byteLimit, protection: configuration.protection)
        state = Locked(State(size: StoreSize(of: directory)))
    }

    /// Reserves bytes for a body, and evicts files if necessary; throws an error that `isOutOfSpace`.
    func reserve(_ claim: StoreClaim) throws(SystemCallError) {
        guard take(claim.byteCount) != nil else { return }
        // No eviction makes room for more than the whole store.
        if state.withLock({ $0.reserved }) + claim.byteCount > byteLimit { throw error(.limit) }
        let shortage = evictions.withLock { (_: inout Void) -> Shortage? in
            let began = space.now()
            var shortage = take(claim.byteCount)
            // The first eviction may end one shortage and leave the other.
            for _ in 0..<2 {
                guard let current = shortage, !isPaused(claim.client) else { return shortage }
                let isChanged = relieve(current, for: claim)
                shortage = take(claim.byteCount)
                // The same once more would read the whole store in vain again.
                if !isChanged, shortage == current { break }
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
    func settle(reserved: Int, stored: Int) {
        state.withLock { state in
            // Under the lock, so that no body finds room between the two numbers.
            if stored > 0 { state.size.add(stored) }
            state.reserved -= reserved
            if stored > 0, state.upkeep == .idle, isNearlyFull(state) { state.upkeep = .due }
        }
    }

    /// Makes room ahead of need when that is due: on `workers`, or else on this thread, which waits for the disk.
    func maintain(on workers: WorkerPool? = nil) {
        let isDue = state.withLock { state in
            guard state.upkeep == .due else { return false }
            state.upkeep = .running
            return true
        }
        guard isDue else { return }
        guard let workers else { return makeRoomAhead() }
        if !workers.start({ self.makeRoomAhead() }) { state.withLock { $0.upkeep = .idle } }
    }

    private func makeRoomAhead() {
        defer { state.withLock { $0.upkeep = .idle } }
        evictions.withLock { _ in
            // For nobody in particular: it takes only what is not in use.
            let claim = StoreClaim(client: 0, byteCount: ahead)
            guard state.withLock({ isNearlyFull($0) }), !isPaused(claim.client) else { return }
            let began = space.now()
            // The measurement may show that there is room.
            if !relieve(.limit, for: claim), state.withLock({ isNearlyFull($0) }) {
                beginPause(of: claim.client, since: began)
            }
        }
    }

    private func isNearlyFull(_ state: State) -> Bool {
        (state.size.byteCount ?? 0) + state.reserved > byteLimit - ahead
    }

    /// The room that a large store makes ahead of need, so that a body that arrives does not wait for an eviction.
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
    func checkSize(_ isSuspected: Bool) -> Int { min(isSuspected ? 1 << 20 : 64 << 10, byteLimit) }

    // MARK: - Room

    /// Takes the bytes when there is room for them; otherwise returns what is short.
    private func take(_ byteCount: Int) -> Shortage? {
        // Asks the disk, and is no part of the sum.
        let missing = missingOnDisk(byteCount)
        return state.withLock { state in
            // Other processes store files here too.
            state.size.refresh()
            guard let stored = state.size.byteCount, stored + state.reserved + byteCount <= byteLimit else {
                return .limit
            }
            if missing > 0 { return .disk }
            state.reserved += byteCount
            return nil
        }
    }

    private func missingOnDisk(_ byteCount: Int) -> Int {
        guard reserve != .bytes(0), let (free, total) = space.freeBytes(directory.root) else { return 0 }
        return max(0, reserve.byteCount(ofTotal: total) - free + byteCount)
    }

    /// Measures the store and evicts; returns whether files were evicted.
    private func relieve(_ shortage: Shortage, for claim: StoreClaim) -> Bool {
        let goal: StoreEvictor.Goal =
            switch shortage {
            case .limit: .atMost(byteLimit - state.withLock { $0.reserved } - claim.byteCount)
            // Somewhat more, so that the next body does not measure the store again.
            case .disk: .freeing(missingOnDisk(claim.byteCount) + evictor.step / 4)
            }
        return evict(goal, by: evictor.steps(for: claim, isDiskFull: shortage == .disk))
    }

    private func evict(_ goal: StoreEvictor.Goal, by steps: [StoreEvictor.Step]) -> Bool {
        let before = state.withLock { $0.size.byteCount }
        let (left, evicted, _) = evictor.makeRoom(goal, by: steps)
        state.withLock { $0.size.set(left, since: before) }
        return evicted > 0
    }

    private func isPaused(_ client: Int) -> Bool {
        state.withLock { $0.pauses.includes(client, at: space.now()) }
    }

    private func beginPause(of client: Int, since began: ContinuousClock.Instant) {
        let now = space.now()
        state.withLock { $0.pauses.begin(of: client, after: began.duration(to: now), at: now) }
    }

    private func error(_ shortage: Shortage) -> SystemCallError {
        switch shortage {
        case .limit:
            let cause =
                "the store has reached its limit of \(ByteSize(byteCount: byteLimit)), and everything in it is in use"
            return SystemCallError(operation: "store media in", path: directory.path, code: EDQUOT, cause: cause)
        case .disk:
            let cause = "the disk has no more than the space that --disk-reserve keeps free"
            return SystemCallError(operation: "store media in", path: directory.path, code: ENOSPC, cause: cause)
        }
    }
}
