/// The reason for media paths of the caller at which a payload has nothing.
enum OwnMediaPaths {
    /// The limit of paths that a sentence names.
    private static let shownLimit = 4

    /// Names the paths as the caller wrote them.
    static func missing(_ paths: [JSONPath]) -> Reason {
        // A number in a pointer has two readings, and one text.
        var texts: [String] = []
        for path in paths where !texts.contains(path.description) { texts.append(path.description) }
        let shown = texts.prefix(shownLimit).map { $0.count <= 128 ? $0 : "\($0.prefix(128))…" }
        let more = texts.count > shown.count ? " and \(texts.count - shown.count) more" : ""
        let isOne = texts.count == 1
        let place = "\(shown.joined(separator: ", "))\(more)"
        let patterns = paths.compactMap(pattern)
        return Reason(
            .gateMediaUnread,
            "The payload has nothing at the media \(isOne ? "path" : "paths") \(place).",
            fix: patterns.first.map { "A JSON Pointer has no wildcards; use the JSONPath \($0) instead." }
                ?? "Use the path of the media URL in the payload, such as /custom/image."
        )
    }

    /// The JSONPath that a pointer with `*` was probably meant to be; `nil` for any other path.
    private static func pattern(_ path: JSONPath) -> String? {
        guard path.description.hasPrefix("/"), path.segments.contains(.name("*")), path.description.count <= 128
        else { return nil }
        return path.segments.reduce(into: "$") { text, segment in
            switch segment {
            case .name("*"), .wildcard: text += ".*"
            case .index(let position): text += "[\(position)]"
            case .name(let name):
                let isPlain =
                    name.utf8.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") } == true
                    && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
                text += isPlain ? ".\(name)" : "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
            }
        }
    }
}
