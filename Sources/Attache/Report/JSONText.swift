/// One JSON value as text, exactly as it was written: member order, number text and escapes included.
public struct JSONText: Sendable, Hashable, CustomStringConvertible {
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// The text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates the text.
    ///
    /// - Parameter bytes: One complete JSON value.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
