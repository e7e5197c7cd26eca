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
