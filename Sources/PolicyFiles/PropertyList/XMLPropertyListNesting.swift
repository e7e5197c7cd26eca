/// The nesting of an XML property list, read without building anything.
struct XMLPropertyListNesting {
    private let bytes: [UInt8]

    /// Prepares reading.
    ///
    /// - Parameter bytes: The file, UTF-8.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether dictionaries and arrays are nested no deeper than the limit, and the text is not UTF-16.
    var isBounded: Bool {
        guard !bytes.contains(0) else { return false }
        var depth = 0
        var index = 0
        while let opening = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = opening + 1
            if let end = skipped(from: "<!--", to: "-->", at: opening)
                ?? skipped(from: "<![CDATA[", to: "]]>", at: opening)
            {
                index = end
                continue
            }
            guard let closing = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return true }
            let tag = bytes[index..<closing]
            index = closing + 1
            if tag.starts(with: "/dict".utf8) || tag.starts(with: "/array".utf8) {
                depth -= 1
            } else if tag.starts(with: "dict".utf8) || tag.starts(with: "array".utf8), tag.last != UInt8(ascii: "/") {
                depth += 1
            }
            if depth > PropertyListLimits.depth { return false }
        }
        return true
    }

    /// Where a section ends that may hold angle brackets; `nil` when none begins here.
    private func skipped(from opening: String, to closing: String, at index: Int) -> Int? {
        guard bytes[index...].starts(with: opening.utf8) else { return nil }
        var place = index + opening.utf8.count
        while place < bytes.count {
            if bytes[place...].starts(with: closing.utf8) { return place + closing.utf8.count }
            place += 1
        }
        return bytes.count
    }
}
