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
    /// - Throws: `JSONPathError` with the column of what is wrong or not supported.
    package init(parsing text: String) throws(JSONPathError) {
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
