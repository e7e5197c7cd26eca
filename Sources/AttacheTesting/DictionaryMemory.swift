package import AttacheCore
import AttacheThreads

/// A memory of verdicts that lasts as long as the test.
package final class InMemoryCacheStore: MediaCacheStore {
    private let media = Locked<[CacheKey: CachedMedia]>([:])
    private let failures = Locked<[CacheKey: CachedFailure]>([:])

    /// Remembers nothing yet.
    package init() {}

    /// Everything that is remembered of files.
    package var allMedia: [CachedMedia] { media.withLock { Array($0.values) } }
    /// Everything that is remembered of failures.
    package var allFailures: [CachedFailure] { failures.withLock { Array($0.values) } }

    package func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?) {
        (media.withLock { $0[key] }, failures.withLock { $0[key] })
    }

    package func save(_ media: CachedMedia, as key: CacheKey) {
        self.media.withLock { $0[key] = media }
        failures.withLock { $0[key] = nil }
    }

    package func save(_ failure: CachedFailure, as key: CacheKey) {
        failures.withLock { $0[key] = failure }
        if failure.isPermanent { media.withLock { $0[key] = nil } }
    }

    package func remove(_ key: CacheKey) {
        media.withLock { $0[key] = nil }
        failures.withLock { $0[key] = nil }
    }
}
