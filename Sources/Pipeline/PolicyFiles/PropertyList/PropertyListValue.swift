import AttacheCore
import FoundationEssentials

/// A value of a property list.
package enum PropertyListValue: Decodable, Equatable {
    case boolean(Bool)
    case integer(Int)
    /// A fraction, which App Transport Security does not use.
    case real(Double)
    case text(String)
    case list([PropertyListValue])
    case dictionary([String: PropertyListValue])
    /// A date or data, which App Transport Security does not use.
    case other

    package init(from decoder: any Decoder) throws {
        // A value of another type throws, and the next type is tried: property lists carry their types.
        if let container = try? decoder.container(keyedBy: PropertyListKey.self) {
            var members: [String: PropertyListValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
            }
            self = .dictionary(members)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [PropertyListValue] = []
            while !container.isAtEnd { elements.append(try container.decode(PropertyListValue.self)) }
            self = .list(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else {
            self = .other
        }
    }

    /// Reads a file, XML or binary; throws `PolicyFileError` naming it.
    package static func read(_ path: String) throws(PolicyFileError) -> PropertyListValue {
        let bytes = try SmallFile.read(path, limit: PropertyListLimits.byteCount)
        if let value = read(bytes) { return value }
        let message = "it is not a property list, or nested too deeply"
        let fix = "name the Info.plist of the notification service extension"
        throw PolicyFileError(problems: [PolicyProblem(ofPropertyList: bytes, file: path, message, fix: fix)])
    }

    /// Reads a property list, XML or binary; `nil` for anything else, and beyond the limits of size and nesting.
    package static func read(_ bytes: [UInt8]) -> PropertyListValue? {
        guard bytes.count <= 8 * PropertyListLimits.byteCount, PropertyListLimits.allow(bytes) else { return nil }
        return try? PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    }

    /// The value of a dictionary's key; `nil` for another value and without the key.
    package subscript(key: String) -> PropertyListValue? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The same value as a tree without positions, so that one reader serves both formats. Members are sorted by key,
    /// since property lists keep no order.
    var node: YAMLNode {
        switch self {
        case .boolean(let value): Self.scalar("\(value)", isPlain: true)
        case .integer(let value): Self.scalar("\(value)", isPlain: true)
        case .text(let value): Self.scalar(value, isPlain: false)
        case .list(let elements): YAMLNode(content: .sequence(elements.map(\.node)), mark: nil)
        case .dictionary(let members):
            YAMLNode(
                content: .mapping(
                    members.sorted { $0.key < $1.key }
                        .map { YAMLNode.Entry(key: $0.key, mark: nil, value: $0.value.node) }
                ),
                mark: nil
            )
        case .real, .other: Self.scalar("", isPlain: true)
        }
    }

    private static func scalar(_ text: String, isPlain: Bool) -> YAMLNode {
        YAMLNode(content: .scalar(YAMLScalar(text: text, isPlain: isPlain)), mark: nil)
    }
}

struct PropertyListKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}
