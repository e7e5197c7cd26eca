package import AttacheCore
import AttacheThreads

/// A memory of verdicts that lasts as long as the test.
package final class DictionaryMemory: MediaMemory {
    private let media = Locked<[MemoryKey: RememberedMedia]>([:])
    private let failures = Locked<[MemoryKey: RememberedFailure]>([:])

    /// Remembers nothing yet.
    package init() {}

    /// Everything that is remembered of files.
    package var allMedia: [RememberedMedia] { media.withLock { Array($0.values) } }
    /// Everything that is remembered of failures.
    package var allFailures: [RememberedFailure] { failures.withLock { Array($0.values) } }

    package func recall(_ key: MemoryKey) async -> (media: RememberedMedia?, failure: RememberedFailure?) {
        (media.withLock { $0[key] }, failures.withLock { $0[key] })
    }

    package func remember(_ media: RememberedMedia, as key: MemoryKey) {
        self.media.withLock { $0[key] = media }
        failures.withLock { $0[key] = nil }
    }

    package func remember(_ failure: RememberedFailure, as key: MemoryKey) {
        failures.withLock { $0[key] = failure }
        if failure.isPermanent { media.withLock { $0[key] = nil } }
    }

    package func forget(_ key: MemoryKey) {
        media.withLock { $0[key] = nil }
        failures.withLock { $0[key] = nil }
    }
}
