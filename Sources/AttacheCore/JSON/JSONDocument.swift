/// A JSON text with an index of its values; the text itself is never changed, re-ordered or re-written.
///
/// Strict RFC 8259, with the same key twice in one object refused. Strings are decoded and numbers converted only when
/// asked for. Copying a document or a value costs one reference count.
package struct JSONDocument: Sendable {
    /// How deep arrays and objects may nest.
    package static let depthLimit = 512

    let storage: JSONStorage

    /// Parses a text.
    ///
    /// - Parameter bytes: The whole text, UTF-8 without a byte order mark.
    /// - Throws: `JSONError` with the first thing wrong; a duplicate key is found when its object closes.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(depthLimit: JSONDocument.depthLimit, rejectsDuplicates: true)
        do throws(JSONFault) {
            try parser.parse(bytes.span)
        } catch {
            throw JSONError(error, in: bytes.span)
        }
        storage = JSONStorage(bytes: bytes, parser: parser)
    }

    /// The text as received.
    package var bytes: [UInt8] { storage.bytes }

    /// The value the text consists of.
    package var root: JSONValue { JSONValue(storage: storage, index: 0) }
}
