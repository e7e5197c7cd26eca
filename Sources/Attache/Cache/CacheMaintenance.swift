import AttacheCore
import AttacheDatabase
package import AttacheSystem
import Glibc
import MediaStore

/// Looks after a cache: its files and its index.
package struct CacheMaintenance: Sendable {
    private let store: StoreMaintenance
    private let directory: String
    private let byteLimit: Int
    private let index: MediaIndex?
    /// Why the index cannot be looked after, as one sentence; a damaged one has been put aside.
    package let indexProblem: String?
    private let clock = SystemWallClock()

    /// Opens a cache that is there.
    ///
    /// - Parameter configuration: Where it is, and how large it may be.
    /// - Throws: `SurroundingsError` when there is none, or its directory cannot be used.
    package init(_ configuration: AttacheConfiguration) throws(SurroundingsError) {
        directory = configuration.storeDirectory ?? StoreLocation.standard
        byteLimit = configuration.storeLimit
        if let refusal = StoreLocation.refusal(of: directory) { throw SurroundingsError(sentence: refusal) }
        guard unsafe access(directory, F_OK) == 0 else {
            throw SurroundingsError(sentence: "There is no cache at \(directory). Name its directory with --store.")
        }
        do throws(SystemCallError) {
            store = try StoreMaintenance(StoreConfiguration(directory: directory))
        } catch {
            throw SurroundingsError(sentence: StoreLocation.sentence(error))
        }
        guard MediaIndex.exists(in: directory) else {
            index = nil
            indexProblem = nil
            return
        }
        do throws(DatabaseFailure) {
            index = try MediaIndex(directory: directory)
            indexProblem = nil
        } catch {
            index = nil
            indexProblem = error.sentence
        }
    }

    /// Closes the index; call it once.
    package func close() { index?.shutDown() }

    /// Counts what is there; it waits for the disk.
    ///
    /// - Returns: The counts.
    /// - Throws: `SurroundingsError` when the index cannot be read.
    package func statistics() throws(SurroundingsError) -> CacheStatistics {
        let files = store.statistics()
        var statistics = CacheStatistics(directory: directory)
        statistics.files = CacheAmount(fileCount: files.fileCount, byteCount: files.byteCount)
        statistics.oldestUse = files.oldestUse
        statistics.pinned = CacheAmount(fileCount: files.pinnedCount, byteCount: files.pinnedByteCount)
        statistics.runCount = files.runCount
        guard let index else { return statistics }
        let entries = try Self.reading { () throws(DatabaseFailure) in try index.statistics(at: clock.secondsSinceEpoch)
        }
        statistics.hasIndex = true
        statistics.freshMediaCount = entries.freshMediaCount
        statistics.staleMediaCount = entries.staleMediaCount
        statistics.freshFailureCount = entries.freshFailureCount
        statistics.expiredFailureCount = entries.expiredFailureCount
        return statistics
    }

    /// Reads everything, moves damaged files out of the way, and drops entries of the index without a file.
    ///
    /// - Parameter workers: The threads that read and hash; two are used.
    /// - Returns: What was found.
    /// - Throws: `SurroundingsError` when the index cannot be read.
    package func verify(on workers: WorkerPool) async throws(SurroundingsError) -> CacheVerification {
        let found = await store.verify(on: workers)
        var verification = CacheVerification()
        verification.files = CacheAmount(fileCount: found.fileCount, byteCount: found.byteCount)
        verification.damages = found.damages.map(\.sentence)
        verification.foreign = found.foreign
        // One that is still in its place is of a newer version, and no worse for it.
        if let indexProblem, !MediaIndex.exists(in: directory) { verification.damages.append(indexProblem) }
        guard let index else { return verification }
        if let damage = try Self.reading({ () throws(DatabaseFailure) in try index.findDamage() }) {
            verification.damages.append(damage)
            return verification
        }
        verification.droppedEntryCount = try Self.reading { () throws(DatabaseFailure) in try dropEntries(of: index) }
        return verification
    }

    /// Clears away what is of no more use, and evicts down to the limit; it waits for the disk.
    ///
    /// - Returns: What is gone and what is left.
    /// - Throws: `SurroundingsError` when the index cannot be written.
    package func prune() throws(SurroundingsError) -> CachePruning {
        var pruning = CachePruning()
        let before = store.statistics().byteCount
        let (leftovers, left) = store.prune(to: byteLimit)
        pruning.leftoverCount = leftovers
        pruning.evictedByteCount = max(0, before - left)
        pruning.byteCount = left
        guard let index else { return pruning }
        let gone = try Self.reading { () throws(DatabaseFailure) in try index.prune(at: clock.secondsSinceEpoch) }
        pruning.failureCount = gone.failures
        // Behind the eviction, which has just made some.
        pruning.entryCount =
            gone.media + (try Self.reading { () throws(DatabaseFailure) in try dropEntries(of: index) })
        return pruning
    }

    private func dropEntries(of index: MediaIndex) throws(DatabaseFailure) -> Int {
        try index.forgetMedia { store.holds($0, fileExtension: $1, byteCount: $2) }
    }

    private static func reading<Value>(_ body: () throws(DatabaseFailure) -> Value) throws(SurroundingsError) -> Value {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw SurroundingsError(sentence: error.sentence)
        }
    }
}

/// What a cache holds.
package struct CacheStatistics: Sendable, Equatable {
    /// The store's directory.
    package var directory: String
    /// The stored files and their bytes together.
    package var files = CacheAmount()
    /// When the file that was not used for the longest time was used, in seconds since 1970; `nil` in an empty store.
    package var oldestUse: Int?
    /// The files that results of live runs point at.
    package var pinned = CacheAmount()
    /// The runs that pin anything.
    package var runCount = 0
    /// Whether there is an index: without one nothing is remembered.
    package var hasIndex = false
    /// URLs whose file may be used without asking.
    package var freshMediaCount = 0
    /// URLs whose origin is asked first.
    package var staleMediaCount = 0
    /// URLs whose failure is taken for granted.
    package var freshFailureCount = 0
    /// URLs whose failure has lasted long enough.
    package var expiredFailureCount = 0
}

/// What a look at everything in a cache has shown.
package struct CacheVerification: Sendable, Equatable {
    /// The files that were read, and their bytes together.
    package var files = CacheAmount()
    /// What was damaged and what was done about it, one sentence each.
    package var damages: [String] = []
    /// What lies among the files and is not Attache's; it was left alone.
    package var foreign: [String] = []
    /// Entries of the index whose file was gone or wrong.
    package var droppedEntryCount = 0
}

/// What was cleared away.
package struct CachePruning: Sendable, Equatable {
    /// Failures whose time was over.
    package var failureCount = 0
    /// Stale files that the origin cannot be asked about, and entries whose file is gone.
    package var entryCount = 0
    /// Unfinished files of dead processes.
    package var leftoverCount = 0
    /// Bytes that were evicted.
    package var evictedByteCount = 0
    /// Bytes that are left.
    package var byteCount = 0
}

/// A number of files and their bytes together.
package struct CacheAmount: Sendable, Equatable {
    /// How many files.
    package var fileCount = 0
    /// Their bytes together.
    package var byteCount = 0
}
