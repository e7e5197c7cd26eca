/// What a test suite's start tag tells of the items in it.
struct JUnitSuite {
    var tests: UInt32 = 0
    var failures: UInt32 = 0
    var errors: UInt32 = 0
    var milliseconds: Double = 0

    /// The suite that an item belongs to and its name within, by its source.
    ///
    /// Items of an NDJSON file, `campaign/users.ndjson#3`, belong to the file; a file that is one item belongs to its
    /// directory; a bare name belongs to the working directory.
    static func place(of source: String) -> (suite: Substring, name: Substring) {
        let bytes = source.utf8
        if let hash = bytes.lastIndex(of: UInt8(ascii: "#")), hash > bytes.startIndex {
            let digits = bytes[bytes.index(after: hash)...]
            if !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                return (source[..<hash], source[hash...])
            }
        }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", source[...]) }
        return (slash == bytes.startIndex ? "/" : source[..<slash], source[bytes.index(after: slash)...])
    }
}
