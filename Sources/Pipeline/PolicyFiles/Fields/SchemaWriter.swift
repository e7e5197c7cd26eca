import AttacheCore

/// Makes a JSON Schema from tables of keys. Parts that have a name are written once, and may refer to themselves.
package struct SchemaWriter {
    private var definitions: [String: MarkedValue] = [:]
    private var names: [String] = []

    /// Returns a reference to a part, which is made at the first use of its name.
    package mutating func named(_ name: String, _ make: (inout SchemaWriter) -> MarkedValue) -> MarkedValue {
        if !names.contains(name) {
            names.append(name)
            let part = make(&self)
            definitions[name] = part
        }
        return ["$ref": MarkedValue(.text("#/$defs/\(name)"))]
    }

    /// A mapping with the keys of a table.
    package mutating func object<Target>(_ keys: [FieldKey<Target>], isOpen: Bool = false) -> MarkedValue {
        var members: [MarkedValue.Member] = [.init("type", "object")]
        let required = keys.filter { $0.remedy != nil }.map { MarkedValue(.text($0.name)) }
        if !required.isEmpty { members.append(.init("required", MarkedValue(.list(required)))) }
        if !isOpen { members.append(.init("additionalProperties", false)) }
        let properties = keys.map { key in
            MarkedValue.Member(key.name, key.schema(&self).described(key.sentence))
        }
        members.append(.init("properties", MarkedValue(.mapping(properties))))
        return MarkedValue(.mapping(members))
    }

    /// A duration with its unit.
    package mutating func duration() -> MarkedValue {
        named("duration") { _ in
            [
                "description": "A duration, such as 30s or 500ms.", "type": "string",
                "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$",
            ]
        }
    }

    /// Makes a whole schema.
    ///
    /// - Parameters:
    ///   - name: The last part of the schema's identifier, such as `policy`.
    ///   - title: The title.
    ///   - sentence: What the document is.
    ///   - root: Makes the schema of the document's root.
    /// - Returns: Indented JSON.
    package static func document(
        _ name: String,
        title: String,
        _ sentence: String,
        root: (inout SchemaWriter) -> MarkedValue
    ) -> String {
        var writer = SchemaWriter()
        let root = root(&writer)
        var members: [MarkedValue.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("$id", MarkedValue(.text("urn:attache:schema:\(name)"))),
            .init("title", MarkedValue(.text(title))),
            .init("description", MarkedValue(.text(sentence))),
        ]
        members += root.members ?? []
        let definitions = writer.names.compactMap { name in
            writer.definitions[name].map { MarkedValue.Member(name, $0) }
        }
        if !definitions.isEmpty { members.append(.init("$defs", MarkedValue(.mapping(definitions)))) }
        return MarkedValue(.mapping(members)).indented() + "\n"
    }
}

extension MarkedValue.Member {
    init(_ key: String, _ value: MarkedValue) { self.init(key: key, mark: nil, value: value) }
}

extension MarkedValue {
    /// A number of a type of JSON Schema, `integer` or `number`.
    package static func number(_ type: String, _ range: ClosedRange<Int>?) -> MarkedValue {
        var members: [Member] = [.init("type", MarkedValue(.text(type)))]
        if let range {
            members.append(.init("minimum", MarkedValue(integerLiteral: range.lowerBound)))
            if range.upperBound < .max {
                members.append(.init("maximum", MarkedValue(integerLiteral: range.upperBound)))
            }
        }
        return MarkedValue(.mapping(members))
    }

    package static func words(_ words: [String]) -> MarkedValue {
        MarkedValue(.mapping([.init("enum", MarkedValue(.list(words.map { MarkedValue(.text($0)) })))]))
    }

    /// The schema with the members of another one.
    package func adding(_ other: MarkedValue) -> MarkedValue {
        MarkedValue(.mapping((members ?? []) + (other.members ?? [])))
    }

    /// The schema of a mapping that has the keys of another one too.
    package func merged(with other: MarkedValue) -> MarkedValue {
        let members = (members ?? []).map { member in
            switch (member.value.content, other[member.key]?.content) {
            case (.list(let left), .list(let right)?): Member(member.key, MarkedValue(.list(left + right)))
            case (.mapping(let left), .mapping(let right)?): Member(member.key, MarkedValue(.mapping(left + right)))
            default: member
            }
        }
        return MarkedValue(.mapping(members))
    }

    /// The schema with a sentence for people; the same for an empty one.
    package func described(_ sentence: String) -> MarkedValue {
        guard !sentence.isEmpty, let members else { return self }
        return MarkedValue(.mapping([.init("description", MarkedValue(.text(sentence)))] + members))
    }

    /// The value as JSON with a line for each member and element.
    fileprivate func indented(by margin: String = "") -> String {
        let inner = margin + "  "
        switch content {
        case .list(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.indented(by: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(margin)]"
        case .mapping(let members) where !members.isEmpty:
            let lines = members.map { member in
                let key = String(decoding: MarkedValue(.text(member.key)).json, as: UTF8.self)
                return "\(inner)\(key): \(member.value.indented(by: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
        default: return String(decoding: json, as: UTF8.self)
        }
    }
}

// Schemas are written as JSON in Swift.
extension MarkedValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self.init(.text(value)) }
    package init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    package init(integerLiteral value: Int) { self.init(.number("\(value)")) }
}

extension MarkedValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: MarkedValue...) { self.init(.list(elements)) }
    package init(dictionaryLiteral members: (String, MarkedValue)...) {
        self.init(.mapping(members.map { Member($0, $1) }))
    }
}
