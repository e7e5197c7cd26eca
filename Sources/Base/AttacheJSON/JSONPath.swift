/// A path to values in a document: the subset of RFC 9535 that policies use.
///
/// `$` followed by any number of `.name`, `['name']`, `["name"]`, `[0]`, `[-1]`, `.*` and `[*]`.
package struct JSONPath: Sendable, CustomStringConvertible {
    /// An object, since policies have many paths, and copies of them are made for every payload.
    private final class Parts: Sendable {
        let segments: [JSONPathSegment]
        let description: String
        let isSingular: Bool
        let steps: [Step]

        init(_ segments: [JSONPathSegment], _ description: String) {
            self.segments = segments
            self.description = description
            isSingular = !segments.contains(.wildcard)
            steps = segments.map(Step.init)
        }
    }

    /// The most steps of a path that a person types: JSON nests no deeper in any known payload, and each step has a cost.
    static let stepLimit = 64

    private let parts: Parts

    /// The steps from the root; empty for `$`.
    package var segments: [JSONPathSegment] { parts.segments }
    package var description: String { parts.description }
    /// Whether the path has no wildcard.
    package var isSingular: Bool { parts.isSingular }
    /// The steps as the search needs them.
    var steps: [Step] { parts.steps }

    /// Parses a path, with white space where RFC 9535 allows it; throws the first error or unsupported feature.
    package init(parsing text: String) throws(ConfigurationError) {
        var parser = JSONPathParser(text)
        self.init(try parser.parse(), text)
    }

    /// Parses a path that a person typed: one that begins with `$`, or a JSON Pointer (RFC 6901) such as `/custom/image`.
    ///
    /// - Parameter text: The path.
    /// - Returns: The paths that the text can mean: a number in a pointer is an index of an array or the name of a member.
    /// - Throws: `ConfigurationError` with a clause and its column.
    package static func paths(orPointer text: String) throws(ConfigurationError) -> [JSONPath] {
        guard text.hasPrefix("/") else {
            guard text.hasPrefix("$") else {
                throw ConfigurationError(problems: ["a path begins with \"/\" or \"$\""])
            }
            let path: JSONPath
            do throws(ConfigurationError) {
                path = try JSONPath(parsing: text)
            } catch {
                throw ConfigurationError(problems: [Self.clause(error.problems.first ?? "")])
            }
            guard path.segments.count <= stepLimit else { throw tooLong }
            return [path]
        }
        guard text.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= stepLimit else { throw tooLong }
        let names = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { name in
            String(name).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        var readings: [[JSONPathSegment]] = [[]]
        for name in names {
            let isIndex = name.utf8.allSatisfy(\.isASCIIDigit) && (name == "0" || !name.hasPrefix("0"))
            let index = (isIndex ? Int(name) : nil).map(JSONPathSegment.index)
            // Beyond a few numbers a path is no place of a media file, and is read as names.
            let steps = readings.count < 16 ? [index, .name(name)].compactMap(\.self) : [.name(name)]
            readings = readings.flatMap { reading in steps.map { reading + [$0] } }
        }
        return readings.map { JSONPath($0, text) }
    }

    private static var tooLong: ConfigurationError {
        ConfigurationError(problems: ["a path has at most \(stepLimit) steps"])
    }

    /// Creates a path from steps that a parser has read; `description` is their text.
    package init(_ segments: [JSONPathSegment], _ description: String) {
        parts = Parts(segments, description)
    }

    /// A parser's sentence such as `column 4: A name is expected.` as the end of another one.
    private static func clause(_ problem: String) -> String {
        let parts = problem.split(separator: ": ", maxSplits: 1)
        guard parts.count == 2, var text = parts.last.map(String.init) else { return problem }
        if text.hasSuffix(".") { text.removeLast() }
        return "\(text.prefix(1).lowercased())\(text.dropFirst()), at \(parts[0])"
    }

    /// The path as a JSON Pointer for sentences, with `*` for a wildcard.
    package var pointer: String { JSONPathSegment.pointer(of: segments) }

    /// The last name of the path, which is usually the key of its values; `nil` when no step is a name.
    package var lastName: String? {
        for case .name(let name) in segments.reversed() {
            return name
        }
        return nil
    }
}

extension JSONPath: Hashable {
    /// Compares the steps, not the spelling.
    package static func == (left: JSONPath, right: JSONPath) -> Bool { left.segments == right.segments }

    package func hash(into hasher: inout Hasher) { hasher.combine(segments) }
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
