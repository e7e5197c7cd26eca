import FoundationEssentials

/// What the system's decoder makes of a property list, as a tree with the positions of its keys.
struct PropertyListTree: Decodable {
    /// The length in bytes of a path above which a value has no position: the paths of hostile files would grow with the
    /// square of their length.
    private static let pathLimit = 512

    let root: MarkedValue

    /// Reads a property list, XML or binary; `nil` for anything else, and beyond the limits of size and nesting.
    static func read(_ bytes: [UInt8]) -> MarkedValue? {
        guard PropertyListLimits.allow(bytes) else { return nil }
        let decoder = PropertyListDecoder()
        if !bytes.starts(with: "bplist".utf8), let key = CodingUserInfoKey.marks {
            decoder.userInfo[key] = Marks(XMLPropertyListMarks.find(in: bytes))
        }
        return try? decoder.decode(PropertyListTree.self, from: Data(bytes)).root
    }

    init(from decoder: any Decoder) throws {
        root = MarkedValue(try Self.content(decoder), at: Self.mark(decoder))
    }

    private static func content(_ decoder: any Decoder) throws -> MarkedValue.Content {
        // A value of another type throws, which takes time, and the next type is tried: property lists carry their types. Most
        // values are texts.
        let single = try decoder.singleValueContainer()
        if let value = try? single.decode(String.self) { return .text(value) }
        if let value = try? single.decode(Bool.self) { return .boolean(value) }
        if let container = try? decoder.container(keyedBy: Key.self) {
            // Property lists keep no order.
            let members = try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
                let value = try container.decode(PropertyListTree.self, forKey: key).root
                return MarkedValue.Member(key: key.stringValue, mark: value.mark, value: value)
            }
            return .mapping(members)
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [MarkedValue] = []
            while !container.isAtEnd { elements.append(try container.decode(PropertyListTree.self).root) }
            return .list(elements)
        }
        if let value = try? single.decode(Int.self) { return .number("\(value)") }
        if let value = try? single.decode(Double.self) { return .number("\(value)") }
        // A date or data, which no reader needs.
        return .null
    }

    /// The position of the value's key; elements of an array share that of the array.
    private static func mark(_ decoder: any Decoder) -> FileMark? {
        guard let key = CodingUserInfoKey.marks, let marks = decoder.userInfo[key] as? Marks else { return nil }
        var path = ""
        for key in decoder.codingPath where key.intValue == nil {
            guard path.utf8.count + key.stringValue.utf8.count < pathLimit else { return nil }
            path += "/" + key.stringValue
        }
        return marks.byPath[path]
    }

    private final class Marks: Sendable {
        let byPath: [String: FileMark]

        init(_ byPath: [String: FileMark]) { self.byPath = byPath }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

extension CodingUserInfoKey {
    fileprivate static var marks: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "marks") }
}
