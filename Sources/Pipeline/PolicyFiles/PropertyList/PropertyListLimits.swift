/// The limits of a property list.
///
/// The system's decoder follows nesting by recursion without a limit, and never terminates on circular references.
package enum PropertyListLimits {
    /// The largest file in bytes; Info.plists have a few kilobytes.
    static let byteCount = 1 << 20
    /// The limit of the nesting of dictionaries and arrays.
    static let depth = 64
    /// The limit of values that a binary property list expands to.
    static let valueCount = 1 << 17
    /// The limit of elements of an XML property list, which a project may be.
    static let elementCount = 1 << 19
    /// The limit in bytes of the keys of a binary property list that are compared with each other.
    static let keyByteCount = 16 << 20

    /// Whether a file is safe for the system's decoder; `false` when it is nested too deeply, or certainly not a
    /// property list, or gives one key two values.
    static func allow(_ bytes: [UInt8]) -> Bool { valueCount(of: bytes) != nil }

    /// The values with their keys that a file expands to; `nil` for one that is not safe.
    package static func valueCount(of bytes: [UInt8]) -> Int? {
        bytes.starts(with: "bplist".utf8)
            ? BinaryPropertyList(bytes)?.boundedCount : XMLPropertyListNesting(bytes).boundedCount
    }
}

/// The structure of a binary property list: the references between objects.
///
/// The format is that of Apple's open-source CFBinaryPList.c: objects, a table of their offsets, and a trailer of 32
/// bytes.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let root: Int
    private let tableOffset: Int

    /// Reads the trailer of any file; `nil` when it is invalid.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        self.bytes = bytes
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objectCount = Self.number(bytes, at: trailer + 8, size: 8),
            let root = Self.number(bytes, at: trailer + 16, size: 8),
            let tableOffset = Self.number(bytes, at: trailer + 24, size: 8),
            tableOffset <= trailer, objectCount <= (trailer - tableOffset) / offsetSize, root < objectCount
        else { return nil }
        self.objectCount = objectCount
        self.root = root
        self.tableOffset = tableOffset
    }

    /// The values of the tree that the objects expand to; `nil` for one beyond the limits of depth and of size, or in which a
    /// dictionary has a key twice.
    var boundedCount: Int? {
        var pending = [(object: root, depth: 0)]
        var valueCount = 0
        var checked: Set<Int> = []
        var keyByteCount = 0
        while let (object, depth) = pending.popLast() {
            valueCount += 1
            guard valueCount + pending.count <= PropertyListLimits.valueCount, depth <= PropertyListLimits.depth,
                let children = references(of: object)
            else { return nil }
            if checked.insert(object).inserted, !hasDistinctKeys(object, children, &keyByteCount) { return nil }
            for child in children { pending.append((child, depth + 1)) }
        }
        return valueCount
    }

    /// Whether the keys of a dictionary differ: of two equal ones the system's decoder takes now the one and now the other.
    /// `byteCount` sums the keys that were compared.
    private func hasDistinctKeys(_ object: Int, _ children: [Int], _ byteCount: inout Int) -> Bool {
        guard let offset = offset(of: object), bytes[offset] & 0xF0 == 0xD0 else { return true }
        let keys = children.prefix(children.count / 2)
        guard keys.count > 1 else { return true }
        guard Set(keys).count == keys.count else { return false }
        var texts: Set<String> = []
        for key in keys {
            guard let text = text(of: key) else { continue }
            byteCount += text.utf8.count
            guard byteCount <= PropertyListLimits.keyByteCount, texts.insert(text).inserted else { return false }
        }
        return true
    }

    /// The text of a string, ASCII or UTF-16; `nil` for any other object.
    private func text(of object: Int) -> String? {
        guard let offset = offset(of: object), [0x50, 0x60].contains(bytes[offset] & 0xF0),
            let (count, place) = count(at: offset), count <= tableOffset, place <= tableOffset
        else { return nil }
        let width = bytes[offset] & 0xF0 == 0x60 ? 2 : 1
        guard count * width <= tableOffset - place else { return nil }
        let content = bytes[place..<place + count * width]
        if width == 1 { return String(decoding: content, as: UTF8.self) }
        let units = (0..<count).map { UInt16(content[place + 2 * $0]) << 8 | UInt16(content[place + 2 * $0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private func offset(of object: Int) -> Int? {
        guard object < objectCount,
            let offset = Self.number(bytes, at: tableOffset + object * offsetSize, size: offsetSize),
            offset < tableOffset
        else { return nil }
        return offset
    }

    /// The count in the marker of an object, or in the integer after it, and the place after both.
    private func count(at offset: Int) -> (count: Int, place: Int)? {
        let count = Int(bytes[offset] & 0x0F)
        let place = offset + 1
        guard count == 15 else { return (count, place) }
        // The count is an integer object of its own.
        guard place < tableOffset, bytes[place] & 0xF0 == 0x10 else { return nil }
        let size = 1 << Int(bytes[place] & 0x0F)
        guard size <= 8, let number = Self.number(bytes, at: place + 1, size: size) else { return nil }
        return (number, place + 1 + size)
    }

    /// Returns the objects that an object refers to; `nil` when it lies outside the file.
    private func references(of object: Int) -> [Int]? {
        guard let offset = offset(of: object) else { return nil }
        let marker = bytes[offset]
        // Arrays, sets and dictionaries; no other object has references.
        guard [0xA0, 0xC0, 0xD0].contains(marker & 0xF0) else { return [] }
        guard let (count, place) = count(at: offset) else { return nil }
        let perEntry = marker & 0xF0 == 0xD0 ? 2 : 1
        guard place <= tableOffset, count <= (tableOffset - place) / referenceSize / perEntry else { return nil }
        return (0..<count * perEntry).compactMap {
            Self.number(bytes, at: place + $0 * referenceSize, size: referenceSize)
        }
    }

    /// Reads a big-endian number; `nil` outside the file, or above 2^62.
    private static func number(_ bytes: [UInt8], at index: Int, size: Int) -> Int? {
        guard index >= 0, index + size <= bytes.count else { return nil }
        let value = bytes[index..<index + size].reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
        return value < 1 << 62 ? Int(value) : nil
    }
}

/// The nesting of an XML property list, determined without building a tree.
struct XMLPropertyListNesting {
    private static let nesting = ["plist", "dict", "array"]

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The elements; `nil` where property lists, dictionaries and arrays are nested beyond the limit, for too many elements,
    /// and in UTF-16.
    var boundedCount: Int? {
        guard !bytes.contains(0) else { return nil }
        var elementCount = 0
        // The element `plist` around the value is no level.
        var depth = -1
        var index = 0
        while let opening = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = opening + 1
            if let end = skipped(from: "<!--", to: "-->", at: opening)
                ?? skipped(from: "<![CDATA[", to: "]]>", at: opening) ?? skipped(from: "<?", to: "?>", at: opening)
            {
                index = end
                continue
            }
            guard let closing = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return elementCount }
            let tag = bytes[index..<closing]
            if tag.first != UInt8(ascii: "/") { elementCount += 1 }
            index = closing + 1
            if Self.nesting.contains(where: { tag.starts(with: "/\($0)".utf8) }) {
                depth -= 1
            } else if Self.nesting.contains(where: { tag.starts(with: $0.utf8) }), tag.last != UInt8(ascii: "/") {
                depth += 1
            }
            if depth > PropertyListLimits.depth || depth < -1 || elementCount > PropertyListLimits.elementCount {
                return nil
            }
        }
        return elementCount
    }

    /// Returns the end of a section that may contain angle brackets; `nil` when none begins here.
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
