/// A path to values in a document: the subset of RFC 9535 that policies use.
///
/// `$` followed by any number of `.name`, `['name']`, `["name"]`, `[0]`, `[-1]`, `.*` and `[*]`.
package struct JSONPath: Sendable {
    /// The steps from the root; empty for `$`.
    package let segments: [JSONPathSegment]
    package let description: String
    /// Whether the path has no wildcard.
    package let isSingular: Bool

    /// Parses a path, with white space where RFC 9535 allows it; throws the first error or unsupported feature.
    package init(parsing text: String) throws(ConfigurationError) {
        var parser = JSONPathParser(text)
        segments = try parser.parse()
        description = text
        isSingular = !segments.contains(.wildcard)
    }

    /// The last name of the path, which is usually the key of its values; `nil` when no step is a name.
    package var lastName: String? {
        for case .name(let name) in segments.reversed() {
            return name
        }
        return nil
    }
}

extension JSONPath: CustomStringConvertible {}

extension JSONPath: Hashable {
    /// Compares the steps, not the spelling.
    package static func == (left: JSONPath, right: JSONPath) -> Bool { left.segments == right.segments }

    package func hash(into hasher: inout Hasher) { hasher.combine(segments) }
}

extension JSONPath {
    /// The matches in the order of the text; `$` is `root`.
    package func matches(in root: JSONValue) -> [JSONMatch] {
        var values = [root]
        for segment in segments {
            switch segment {
            case .name(let name): values = values.compactMap { $0[name] }
            case .index(let position): values = values.compactMap { $0[position] }
            case .wildcard: values = values.flatMap { JSONElements($0) }
            }
        }
        return values.map { JSONMatch(value: $0, root: root) }
    }

    /// The first match in the order of the text; `$` is `root`.
    package func first(in root: JSONValue) -> JSONMatch? {
        var value = root
        for segment in segments {
            switch segment {
            case .name(let name):
                guard let member = value[name] else { return nil }
                value = member
            case .index(let position):
                guard let element = value[position] else { return nil }
                value = element
            case .wildcard:
                // The first child may have no match and a later one may.
                return matches(in: root).first
            }
        }
        return JSONMatch(value: value, root: root)
    }

    package func hasMatch(from root: JSONValue) -> Bool { first(in: root) != nil }
}

/// One step of a path.
package enum JSONPathSegment: Sendable, Hashable {
    /// The member of an object with this key.
    case name(String)
    /// The element of an array, from 0 at the front or from -1 at the end.
    case index(Int)
    /// Every member of an object or element of an array.
    case wildcard
}
