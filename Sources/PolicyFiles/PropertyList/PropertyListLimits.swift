/// What a property list may cost to read.
///
/// The system's decoder follows nesting by recursion without a limit, and references in circles for ever.
enum PropertyListLimits {
    /// The largest file in bytes; Info.plists have a few kilobytes.
    static let byteCount = 1 << 20
    /// How many dictionaries and arrays may stand in each other.
    static let depth = 64
    /// How many values a binary property list may unfold to.
    static let valueCount = 1 << 17

    /// Whether a file can be given to the system's decoder.
    ///
    /// - Parameter bytes: The file; anything.
    /// - Returns: `false` when it is nested too deep, or is certainly no property list.
    static func allow(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "bplist".utf8) { return BinaryPropertyList(bytes)?.isBounded ?? false }
        return XMLPropertyListNesting(bytes).isBounded
    }
}
