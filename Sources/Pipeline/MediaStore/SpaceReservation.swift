import AttacheCore
package import AttacheSystem
import Glibc

/// The room that one body holds: while it arrives, and until its file is stored.
final class SpaceReservation: Sendable {
    /// The bytes to reserve at once, so that a body that arrives in pieces costs few system calls.
    private static let step = 256 * 1024

    /// The client that needs the room, or 0 for nobody in particular.
    let client: Int
    private let budget: StoreBudget
    private let held: Locked<Int>
    private let evicts: Bool

    /// Creates a reservation of bytes that are reserved already; `evicts` allows to wait for an eviction.
    init(of budget: StoreBudget, for client: Int = 0, holding byteCount: Int = 0, evicts: Bool = true) {
        self.client = client
        self.budget = budget
        self.evicts = evicts
        held = Locked(byteCount)
    }

    deinit { end() }

    /// Reserves room for a body of at least so many bytes; throws an error that `isOutOfSpace`.
    func grow(to byteCount: Int) throws(SystemCallError) {
        let missing = byteCount - held.withLock { $0 }
        guard missing > 0 else { return }
        var taken = max(missing, Self.step)
        if !budget.reserveIfFree(taken) {
            taken = missing
            try budget.reserve(StoreClaim(client: client, byteCount: taken))
        }
        held.withLock { $0 += taken }
    }

    /// Evicts files after the disk refused bytes; returns whether that freed anything.
    func makeRoom(for byteCount: Int) -> Bool {
        evicts && budget.makeRoom(for: StoreClaim(client: client, byteCount: byteCount))
    }

    /// Counts the body as one without room, if that was the error.
    func noteFailure(_ error: SystemCallError) { budget.noteFailure(error) }

    /// Releases the room, and counts a file that is stored in its place.
    func end(stored: Int = 0) {
        let reserved = held.withLock { held in
            defer { held = 0 }
            return held
        }
        if reserved > 0 || stored > 0 { budget.settle(reserved: reserved, stored: stored) }
    }
}

/// The parts of the system that a store's budget depends on; tests replace them.
package struct StoreSpace: Sendable {
    /// Returns the free and the total bytes of a directory's file system, or `nil` when it reports none.
    package var freeBytes: @Sendable (FileDescriptor) -> (free: Int, total: Int)?
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    package static let system = StoreSpace { directory in
        var status = statvfs()
        guard unsafe fstatvfs(directory.number, &status) == 0, status.f_blocks > 0 else { return nil }
        func bytes(_ blocks: UInt) -> Int {
            let (product, isTooLarge) = UInt(blocks).multipliedReportingOverflow(by: UInt(status.f_frsize))
            return isTooLarge ? .max : Int(clamping: product)
        }
        // What the owner of the process may use, without the reserve of root.
        return (bytes(status.f_bavail), bytes(status.f_blocks))
    }
}
