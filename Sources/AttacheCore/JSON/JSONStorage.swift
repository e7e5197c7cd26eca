/// The text and tape that a document and its values share, so that handing on a value costs one reference count.
final class JSONStorage: Sendable {
    /// The text as received.
    let bytes: [UInt8]
    /// Every value and key, in the order of the text; the root is the first.
    let tape: [JSONNode]
    /// Whether white space stands outside of strings.
    let hasWhiteSpace: Bool

    /// Keeps a parsed text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - parser: The parser that has accepted `bytes`.
    init(bytes: [UInt8], parser: consuming JSONParser) {
        self.bytes = bytes
        self.tape = parser.tape
        self.hasWhiteSpace = parser.hasWhiteSpace
    }
}
