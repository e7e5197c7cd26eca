/// A strong entity tag (RFC 9110 §8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag with its quotation marks.
    let text: String

    /// Creates a tag from text that changes with the bytes, such as their digest.
    init(_ opaque: String) {
        text = "\"\(opaque)\""
    }

    /// Whether the value of `If-None-Match` contains the tag, by weak comparison, or is `*`.
    func isNamed(in field: String) -> Bool {
        field.split(separator: ",").contains { tag in
            let tag = tag.trimmingBlanks
            return tag == "*" || tag == text || tag == "W/\(text)"
        }
    }

    /// Whether the value of `If-Range` permits a range, by strong comparison; a date never does, since media have none.
    func allowsRange(_ field: String?) -> Bool {
        guard let field else { return true }
        return field[...].trimmingBlanks == text
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

/// The value of the header `Range` (RFC 9110 §14).
enum ByteRange: Equatable, Sendable {
    /// The whole representation: no header, an invalid one, or several ranges, which a server may ignore.
    case whole
    /// A range of at least one byte.
    case part(Range<Int>)
    /// A range outside of the representation.
    case unsatisfiable

    /// Parses the header for a representation of `length` bytes.
    init(_ field: String?, length: Int) {
        self = .whole
        guard let field, let equals = field.firstIndex(of: "=") else { return }
        let unit = field[..<equals].lowercased()
        let set = field[field.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
        guard unit == "bytes", !set.contains(","), let dash = set.firstIndex(of: "-") else { return }
        let (first, last) = (set[..<dash], set[set.index(after: dash)...])
        guard Self.isNumber(first), Self.isNumber(last), !(first.isEmpty && last.isEmpty) else { return }
        if first.isEmpty {
            // A suffix range.
            let count = min(Self.number(last), length)
            self = count > 0 ? .part(length - count..<length) : .unsatisfiable
            return
        }
        let start = Self.number(first)
        let end = last.isEmpty ? Int.max : Self.number(last)
        // A range with its end before its start is invalid.
        guard start <= end else { return }
        self = start < length ? .part(start..<min(end, length - 1) + 1) : .unsatisfiable
    }

    private static func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { 0x30...0x39 ~= $0 } }

    /// The number, saturated at `Int.max`.
    private static func number(_ digits: Substring) -> Int { Int(digits) ?? Int.max }
}
