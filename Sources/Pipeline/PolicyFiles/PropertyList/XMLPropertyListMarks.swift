/// The places of the keys of an XML property list, which the system's decoder does not keep.
struct XMLPropertyListMarks {
    /// The length in bytes of a path above which no place is kept, so that the table is never larger than the file by much.
    private static let pathLimit = 512

    private let bytes: [UInt8]
    private var cursor: MarkCursor
    private var marks: [String: FileMark] = [:]
    /// The paths of the open dictionaries and arrays.
    private var open: [String] = []
    private var key = ""
    private var keyStart: Int?

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        cursor = MarkCursor(bytes)
    }

    /// Returns the place of each key by its path, such as `/NSExtension/NSExtensionAttributes`. Elements of arrays share
    /// the path of their array.
    static func find(in bytes: [UInt8]) -> [String: FileMark] {
        var scan = XMLPropertyListMarks(bytes)
        scan.run()
        return scan.marks
    }

    private mutating func run() {
        var index = 0
        while let opening = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[opening...].starts(with: "<!--".utf8) {
                index = end(of: "-->", from: opening + 4)
                continue
            }
            guard let closing = bytes[opening...].firstIndex(of: UInt8(ascii: ">")) else { return }
            take(bytes[(opening + 1)..<closing], from: opening, to: closing + 1)
            index = closing + 1
        }
    }

    private mutating func take(_ tag: ArraySlice<UInt8>, from opening: Int, to end: Int) {
        let isEmpty = tag.last == UInt8(ascii: "/")
        let name = tag.prefix { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch String(decoding: name.prefix(16), as: UTF8.self) {
        case "key": keyStart = isEmpty ? nil : end
        case "/key":
            guard let start = keyStart, start <= opening else { return }
            keyStart = nil
            key = String(decoding: bytes[start..<opening], as: UTF8.self)
            let path = (open.last ?? "") + "/" + key
            guard path.utf8.count <= Self.pathLimit, marks[path] == nil else { return }
            marks[path] = cursor.mark(at: start)
        case "dict", "array":
            guard !isEmpty else { return }
            let path = open.isEmpty ? "" : (open.last ?? "") + "/" + key
            open.append(path.utf8.count <= Self.pathLimit ? path : "")
        case "/dict", "/array":
            // The elements that follow in an array have its path.
            if let path = open.popLast(), let last = path.split(separator: "/").last { key = String(last) }
        default: break
        }
    }

    private func end(of text: String, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index...].starts(with: text.utf8) { return index + text.utf8.count }
            index += 1
        }
        return bytes.count
    }
}
