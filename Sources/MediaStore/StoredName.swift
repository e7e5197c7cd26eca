/// What may be the name of a stored file.
enum StoredName {
    /// Up to 16 of a-z and 0-9: nothing else can reach a file name.
    static func isPlain(_ fileExtension: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return (1...16).contains(fileExtension.utf8.count)
            && fileExtension.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
    }
}
