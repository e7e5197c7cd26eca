/// Remembers verdicts from one run to the next.
///
/// It is asked and told by many tasks at once and never makes them wait for a disk on the threads of Swift concurrency.
package protocol MediaCacheStore: Sendable {
    /// What is remembered, fresh or not.
    ///
    /// - Parameter key: The load.
    /// - Returns: The last file and the last failure since; what cannot be read is not remembered.
    func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?)

    /// Remembers a file, and no longer any failure before it; returns at once.
    ///
    /// - Parameters:
    ///   - media: The file.
    ///   - key: The load.
    func save(_ media: CachedMedia, as key: CacheKey)

    /// Remembers a failure; a permanent one makes forget the file before it. Returns at once.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - key: The load.
    func save(_ failure: CachedFailure, as key: CacheKey)

    /// Forgets everything about a load; returns at once.
    ///
    /// - Parameter key: The load.
    func remove(_ key: CacheKey)
}

/// What makes two loads the same in every run: the URL, the type hint and the terms, as one digest.
package struct CacheKey: Hashable, Sendable {
    /// SHA-256 in lower-case hexadecimal, 64 characters.
    package let text: String

    /// Takes a digest for a key.
    ///
    /// - Parameter text: SHA-256 in lower-case hexadecimal.
    package init(text: String) {
        self.text = text
    }

    /// Makes the key of a media reference.
    ///
    /// - Parameters:
    ///   - reference: The reference; where in the payload it stands makes no difference.
    ///   - terms: The fingerprint of everything else that decides.
    ///   - digester: Hashes them.
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
