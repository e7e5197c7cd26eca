import AttacheCore
import AttacheDatabase
package import AttacheSystem
import Glibc
import MediaStore

/// Statistics, verification and pruning of a cache's files and index.
package struct CacheMaintenance: Sendable {
    private let store: StoreMaintenance
    private let directory: String
    private let byteLimit: Int
    private let index: MediaIndex?
    /// The reason why the index cannot be used, as one sentence; a damaged index has been moved aside.
    package let indexProblem: String?
    private let clock = SystemWallClock()

    /// Opens an existing cache; only its directory and size limit are used.
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

    /// Counts files and entries; it waits for the disk.
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

    /// Hashes every file on two of the `workers`, moves damaged files aside, and drops index entries without a file.
    package func verify(on workers: WorkerPool) async throws(SurroundingsError) -> CacheVerification {
        let found = await store.verify(on: workers)
        var verification = CacheVerification()
        verification.files = CacheAmount(fileCount: found.fileCount, byteCount: found.byteCount)
        verification.damages = found.damages.map(\.sentence)
        verification.foreign = found.foreign
        // An index that was not moved aside belongs to a newer version; it is not damaged.
        if let indexProblem, !MediaIndex.exists(in: directory) { verification.damages.append(indexProblem) }
        guard let index else { return verification }
        if let damage = try Self.reading({ () throws(DatabaseFailure) in try index.findDamage() }) {
            verification.damages.append(damage)
            return verification
        }
        verification.droppedEntryCount = try Self.reading { () throws(DatabaseFailure) in try dropEntries(of: index) }
        return verification
    }

    /// Removes expired entries and leftovers, and evicts down to the limit; it waits for the disk.
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
        // After the eviction, which removes files of entries.
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

package struct CacheStatistics: Sendable, Equatable {
    package var directory: String
    package var files = CacheAmount()
    /// The last use of the least recently used file, in seconds since 1970; `nil` in an empty store.
    package var oldestUse: Int?
    /// The files that results of live runs refer to.
    package var pinned = CacheAmount()
    /// The number of runs with pinned files.
    package var runCount = 0
    /// Whether there is an index; without one no verdict is cached across runs.
    package var hasIndex = false
    /// URLs whose file may be used without a request.
    package var freshMediaCount = 0
    /// URLs that are revalidated first.
    package var staleMediaCount = 0
    /// URLs with a cached failure.
    package var freshFailureCount = 0
    /// URLs with an expired failure.
    package var expiredFailureCount = 0
}

package struct CacheVerification: Sendable, Equatable {
    package var files = CacheAmount()
    /// The damages and their repair, one sentence each.
    package var damages: [String] = []
    /// Files among the media that do not belong to Attache; they were not touched.
    package var foreign: [String] = []
    /// Index entries whose file was missing or wrong.
    package var droppedEntryCount = 0
}

package struct CachePruning: Sendable, Equatable {
    package var failureCount = 0
    /// Stale files that cannot be revalidated, and entries without a file.
    package var entryCount = 0
    /// Unfinished files of dead processes.
    package var leftoverCount = 0
    package var evictedByteCount = 0
    package var byteCount = 0
}

/// A number of files and the sum of their sizes in bytes.
package struct CacheAmount: Sendable, Equatable {
    package var fileCount = 0
    package var byteCount = 0
}
