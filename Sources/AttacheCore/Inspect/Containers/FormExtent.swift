/// Where a RIFF or IFF file ends by its own word: eight bytes of header, the announced length, a pad byte if it is odd.
struct FormExtent {
    /// Where the announced content ends, clamped to the file.
    let contentEnd: Int
    /// Where the container ends, pad byte included.
    let end: Int
    /// Why the file is not whole, if it is not.
    let failure: String?

    /// Compares an announced length with the file.
    ///
    /// - Parameters:
    ///   - start: Where the form's header stands.
    ///   - announced: The length in that header, in bytes.
    ///   - byteCount: The file's length.
    init(at start: Int, announced: Int, byteCount: Int) {
        let contentEnd = start + 8 + announced
        self.contentEnd = min(contentEnd, byteCount)
        // The pad byte belongs to the container when it is there; many writers leave it out at the end.
        self.end = min(contentEnd + announced % 2, byteCount)
        if contentEnd > byteCount {
            failure = "it announces \(contentEnd - start) bytes and has \(byteCount - start)"
        } else if announced < 4 {
            failure = "it announces no content"
        } else {
            failure = nil
        }
    }
}
