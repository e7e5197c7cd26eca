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
