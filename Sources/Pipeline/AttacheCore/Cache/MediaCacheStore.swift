/// Persistent storage of cached verdicts.
///
/// It is used concurrently and never blocks the threads of Swift concurrency on disk access.
package protocol MediaCacheStore: Sendable {
    /// Returns the last file, fresh or not, and the last failure since then; unreadable entries are `nil`.
    func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?)

    /// Stores a file and removes any earlier failure; returns immediately.
    func save(_ media: CachedMedia, as key: CacheKey)

    /// Stores a failure; a permanent one also removes the earlier file. Returns immediately.
    func save(_ failure: CachedFailure, as key: CacheKey)

    /// Removes everything about a load; returns immediately.
    func remove(_ key: CacheKey)

    /// Looks a load up that the caller is to make unless the answer makes it needless. A store that several machines
    /// share waits at most until `deadline` for one of them that makes the load now. `endLoad` follows.
    func beginLoad(_ key: CacheKey, until deadline: Deadline) async -> BegunLoad

    /// Ends what `beginLoad` began under a lease, whether or not something was stored; returns immediately.
    func endLoad(_ key: CacheKey, lease: String?)

    /// Ends the waits for loads of other machines, those of later calls too; returns immediately.
    func endWaits()

    /// Notes that this machine lacks the file of an entry; returns immediately.
    func noteMissingFile(_ key: CacheKey)
}

/// The behaviour of a store of one machine.
extension MediaCacheStore {
    package func beginLoad(_ key: CacheKey, until deadline: Deadline) async -> BegunLoad {
        let (media, failure) = await lookUp(key)
        return BegunLoad(media: media, failure: failure)
    }

    package func endLoad(_ key: CacheKey, lease: String?) {}

    package func endWaits() {}

    package func noteMissingFile(_ key: CacheKey) { remove(key) }
}

/// What a store has about a load that begins.
package struct BegunLoad: Sendable {
    /// The last file, fresh or not.
    package var media: CachedMedia?
    /// The last failure since then.
    package var failure: CachedFailure?
    /// Identifies a load that is made for all machines; `nil` when others do not wait for it.
    package var lease: String?

    package init(media: CachedMedia? = nil, failure: CachedFailure? = nil, lease: String? = nil) {
        (self.media, self.failure, self.lease) = (media, failure, lease)
    }
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
