/// Tells the bytes of JSON text that are inside of strings from its brackets and commas, for text that is not parsed.
package struct JSONStringTracker: Sendable {
    private var isInString = false
    private var isEscaped = false

    package init() {}

    /// Takes the next byte; returns whether it belongs to a string, its quotes included.
    package mutating func isInString(_ byte: UInt8) -> Bool {
        guard isInString else {
            isInString = byte == JSONByte.quote
            return isInString
        }
        if isEscaped {
            isEscaped = false
        } else if byte == JSONByte.backslash {
            isEscaped = true
        } else if byte == JSONByte.quote {
            isInString = false
        }
        return true
    }
}
