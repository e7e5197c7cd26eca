/// A document inside a string of another document.
struct EmbeddedJSON: Sendable {
    /// The string.
    let parent: JSONValue
    /// The decoded text of the string.
    let document: JSONDocument

    /// Returns the bytes of the parent's document that stand for ranges of the decoded text.
    func outerRanges(of ranges: [Range<Int>]) -> [Range<Int>] {
        let offsets = JSONStringDecoder.offsets(parent.storage.bytes, parent.storage.tape[parent.index].contents)
        return ranges.map { offsets[$0.lowerBound]..<offsets[$0.upperBound] }
    }
}

extension JSONStringDecoder {
    /// Returns, for each byte of a decoded string and for its end, the offset of the text that stands for it.
    static func offsets(_ bytes: [UInt8], _ contents: Range<Int>) -> [Int] {
        var offsets: [Int] = []
        offsets.reserveCapacity(contents.count + 1)
        var index = contents.lowerBound
        while index < contents.upperBound {
            let length = escapeLength(bytes, at: index)
            let count = length == 1 ? 1 : decode(bytes.span, index..<index + length).count
            for _ in 0..<count { offsets.append(index) }
            index += length
        }
        offsets.append(contents.upperBound)
        return offsets
    }

    /// The length of the byte or the escape at an index; two escapes for a pair of surrogates.
    private static func escapeLength(_ bytes: [UInt8], at index: Int) -> Int {
        guard bytes[index] == JSONByte.backslash else { return 1 }
        guard bytes[index + 1] == 0x75 else { return 2 }
        let unit = JSONStringScanner.codeUnit(bytes.span, at: index) ?? 0
        return (0xD800...0xDBFF).contains(unit) ? 12 : 6
    }
}
