/// A value that a path matched.
package struct JSONMatch: Sendable {
    package let value: JSONValue
    /// The root of the path.
    package let root: JSONValue

    package init(value: JSONValue, root: JSONValue) {
        self.value = value
        self.root = root
    }

    /// The normalised path of the value (RFC 9535 §2.7), such as `$['aps']['media'][0]`; computed on demand.
    package var location: String {
        var location = "$"
        forEachStep { location += $0.map(JSONMatch.normalised) ?? "[\($1)]" }
        return location
    }

    /// The JSON Pointer of the value (RFC 6901), such as `/aps/media/0`; computed on demand.
    package var pointer: String {
        JSONPathSegment.pointer(of: segments)
    }

    /// The steps from the root to the value.
    package var segments: [JSONPathSegment] {
        var segments: [JSONPathSegment] = []
        forEachStep { segments.append($0.map(JSONPathSegment.name) ?? .index($1)) }
        return segments
    }

    /// Visits the steps from the root: each is the key of a member, or `nil` and the position of an element.
    private func forEachStep(_ visit: (String?, Int) -> Void) {
        var container = root
        while container.index != value.index {
            // Exactly one child's tape range contains the value.
            var position = 0
            for child in JSONElements(container) {
                if child.nextIndex > value.index {
                    container = child
                    break
                }
                position += 1
            }
            visit(container.key, position)
        }
    }

    /// A name step of a normalised path.
    private static func normalised(_ name: String) -> String {
        var text = "['"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{08}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{0C}": text += "\\f"
            case "\r": text += "\\r"
            case "\0"..<" ": text += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "']"
    }

    /// The JSON Pointer for sentences, without the middle of a long one.
    package var shownPointer: String {
        let pointer = pointer
        return pointer.utf8.count <= 128 ? pointer : "\(pointer.prefix(40))…\(pointer.suffix(40))"
    }
}

extension JSONPathSegment {
    /// Writes the steps of a singular path as a JSON Pointer.
    package static func pointer(of segments: [JSONPathSegment]) -> String {
        segments.reduce(into: "") { text, segment in
            text += "/"
            switch segment {
            case .name(let name):
                // By scalars: a combining mark does not protect the character before it.
                for scalar in name.unicodeScalars {
                    switch scalar {
                    case "~": text += "~0"
                    case "/": text += "~1"
                    default: text.unicodeScalars.append(scalar)
                    }
                }
            case .index(let position): text += "\(position)"
            case .wildcard: text += "*"
            }
        }
    }
}

extension JSONValue {
    /// The value at a JSON Pointer (RFC 6901) from this one; `nil` when there is none. A number is an index in an array and a
    /// name in an object.
    package func value(at pointer: String) -> JSONValue? {
        guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
        let text = pointer.utf8.span
        var value = self
        // After the first solidus.
        var start = 1
        while start <= text.count {
            let end = text.firstIndex(of: JSONByte.solidus, from: start)
            let part = text.extracting(start..<end)
            var next: JSONValue?
            if value.kind != .array, part.firstIndex(of: UInt8(ascii: "~"), from: 0) == part.count {
                next = storage.member(part, of: value.index).map { JSONValue(storage: storage, index: $0) }
            } else {
                var bytes: [UInt8] = []
                bytes.append(copying: part)
                let name = String(decoding: bytes, as: UTF8.self).replacing("~1", with: "/").replacing("~0", with: "~")
                let isIndex = name.utf8.allSatisfy(\.isASCIIDigit)
                next = value.kind == .array ? (isIndex ? Int(name).flatMap { value[$0] } : nil) : value[name]
            }
            guard let next else { return nil }
            value = next
            start = end + 1
        }
        return value
    }
}
