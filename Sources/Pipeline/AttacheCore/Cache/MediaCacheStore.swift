/// Persistent storage of cached verdicts.
///
/// It is used concurrently and never blocks the threads of Swift concurrency on disk access.
package protocol MediaCacheStore: Sendable {
    /// Returns the last file, fresh or not, and the last failure since then; unreadable entries are `nil`. A store that
    /// several machines share answers within a second, if only that it knows nothing.
    func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?)

    /// Stores a file and removes any earlier failure; returns immediately.
    func save(_ media: CachedMedia, as key: CacheKey)

    /// Stores a failure; a permanent one also removes the earlier file. Returns immediately.
    func save(_ failure: CachedFailure, as key: CacheKey)

    /// Removes everything about a load; returns immediately.
    func remove(_ key: CacheKey)

    /// Notes that this machine lacks the file of an entry; returns immediately.
    func noteMissingFile(_ key: CacheKey)
}

/// The behaviour of a store of one machine.
extension MediaCacheStore {
    package func noteMissingFile(_ key: CacheKey) { remove(key) }
}

/// Digest that identifies a load in every run: the URL, the type hint and the context.
package struct CacheKey: Hashable, Sendable {
    /// SHA-256 in lower-case hexadecimal, 64 characters.
    package let text: String

    package init(text: String) {
        self.text = text
    }

    /// Computes the key of a media reference, independent of its position in the payload.
    package init(_ reference: MediaReference, under terms: ContextFingerprint, digester: any ContentDigesting) {
        var writer = JSONWriter(capacity: 256)
        writer.beginArray()
        writer.string(terms.text)
        writer.string(reference.text)
        if let hint = reference.typeHint { writer.string(hint) }
        writer.endArray()
        text = digester.digest(of: writer.bytes)
    }
}
