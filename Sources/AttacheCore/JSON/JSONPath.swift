/// A path to values in a document: the part of RFC 9535 that policies need.
///
/// `$` followed by any number of `.name`, `['name']`, `["name"]`, `[0]`, `[-1]`, `.*` and `[*]`.
package struct JSONPath: Sendable {
    /// The steps from the root, in order; none for `$`.
    package let segments: [JSONPathSegment]
    /// The path as written.
    package let description: String
    /// Whether there is no wildcard in it.
    package let isSingular: Bool

    /// Reads a path.
    ///
    /// - Parameter text: The path; white space where RFC 9535 allows it.
    /// - Throws: `ConfigurationError` with the column of what is wrong or not supported.
    package init(parsing text: String) throws(ConfigurationError) {
        var parser = JSONPathParser(text)
        segments = try parser.parse()
        description = text
        isSingular = !segments.contains(.wildcard)
    }

    /// The last name of the path, which is the key its values usually stand at; nil when no step is a name.
    package var lastName: String? {
        for case .name(let name) in segments.reversed() {
            return name
        }
        return nil
    }
}

extension JSONPath: CustomStringConvertible {}

extension JSONPath: Hashable {
    /// Two paths are the same when they lead the same way, however they are written.
    package static func == (left: JSONPath, right: JSONPath) -> Bool { left.segments == right.segments }

    /// Feeds the steps into `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(segments) }
}

extension JSONPath {
    /// Finds the values the path leads to.
    ///
    /// - Parameter root: The value to start from; `$` stands for it.
    /// - Returns: The matches in the order of the text; none where a step leads nowhere.
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

    /// Finds the first value the path leads to.
    ///
    /// - Parameter root: The value to start from; `$` stands for it.
    /// - Returns: The first match in the order of the text, or nil.
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
                // The first child may lead nowhere and a later one somewhere.
                return matches(in: root).first
            }
        }
        return JSONMatch(value: value, root: root)
    }

    /// Whether the path leads to any value.
    ///
    /// - Parameter root: The value to start from; `$` stands for it.
    /// - Returns: Whether there is a match.
    package func hasMatch(from root: JSONValue) -> Bool { first(in: root) != nil }
}

/// One step of a path.
package enum JSONPathSegment: Sendable, Hashable {
    /// To the member of an object with this key.
    case name(String)
    /// To the element of an array, from 0 at the front or from -1 at the end.
    case index(Int)
    /// To every member of an object or element of an array.
    case wildcard
}
