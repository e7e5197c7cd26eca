/// A strong entity tag (RFC 9110 §8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag as headers have it, with its quotation marks.
    let text: String

    /// Makes the tag of a representation.
    ///
    /// - Parameter opaque: What changes with every byte of it, such as its digest.
    init(_ opaque: String) {
        text = "\"\(opaque)\""
    }

    /// Whether `If-None-Match` names it, by weak comparison.
    ///
    /// - Parameter field: The header's value: `*` or a list of tags.
    /// - Returns: Whether one of them is this one.
    func isNamed(in field: String) -> Bool {
        field.split(separator: ",").contains { tag in
            let tag = tag.trimmingBlanks
            return tag == "*" || tag == text || tag == "W/\(text)"
        }
    }

    /// Whether `If-Range` lets a part be given: only for the very same bytes, by strong comparison.
    ///
    /// - Parameter field: The header's value, or `nil` for none; a date never fits, as media have none.
    /// - Returns: Whether `Range` counts.
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

/// What the header `Range` asks of a representation (RFC 9110 §14).
enum ByteRange: Equatable, Sendable {
    /// All of it: no header, one that is not understood, or several ranges, which a server need not give.
    case whole
    /// These bytes, at least one.
    case part(Range<Int>)
    /// Nothing that is there.
    case unsatisfiable

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - field: Its value, or `nil` for none.
    ///   - length: The representation's length in bytes.
    init(_ field: String?, length: Int) {
        self = .whole
        guard let field, let equals = field.firstIndex(of: "=") else { return }
        let unit = field[..<equals].lowercased()
        let set = field[field.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
        guard unit == "bytes", !set.contains(","), let dash = set.firstIndex(of: "-") else { return }
        let (first, last) = (set[..<dash], set[set.index(after: dash)...])
        guard Self.isNumber(first), Self.isNumber(last), !(first.isEmpty && last.isEmpty) else { return }
        if first.isEmpty {
            // The last so many bytes.
            let count = min(Self.number(last), length)
            self = count > 0 ? .part(length - count..<length) : .unsatisfiable
            return
        }
        let start = Self.number(first)
        let end = last.isEmpty ? Int.max : Self.number(last)
        // An end before its start is no range at all.
        guard start <= end else { return }
        self = start < length ? .part(start..<min(end, length - 1) + 1) : .unsatisfiable
    }

    private static func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { 0x30...0x39 ~= $0 } }

    /// The number; one that is too large to be counted is as large as can be.
    private static func number(_ digits: Substring) -> Int { Int(digits) ?? Int.max }
}
