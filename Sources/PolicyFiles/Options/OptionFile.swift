/// A flat file of options: a YAML mapping of names to single values or lists of them.
///
/// Both `--config` files and files of custom networks have this form; what the names mean is decided by who asks.
package struct OptionFile: Sendable {
    /// One option as it stands in the file.
    package struct Entry: Sendable, Hashable {
        /// The name.
        package let key: String
        /// The values as written, without quotes; one unless it is a list.
        package let values: [String]
        /// Whether it is written as a list.
        package let isList: Bool
        /// The line of the name, from 1.
        package let line: Int
        /// The column of the name, from 1.
        package let column: Int
    }

    /// The file as it was named.
    package let file: String
    /// The options in the order of the file; no name stands twice.
    package let entries: [Entry]

    /// The option of a name.
    ///
    /// - Parameter key: The name.
    package subscript(_ key: String) -> Entry? {
        entries.first { $0.key == key }
    }

    /// Makes a problem of an option's meaning, with its place.
    ///
    /// - Parameters:
    ///   - entry: An option of this file.
    ///   - message: What is wrong.
    ///   - fix: What to do about it.
    /// - Returns: The problem.
    package func problem(_ entry: Entry, _ message: String, fix: String) -> PolicyProblem {
        PolicyProblem(
            file: file,
            line: entry.line,
            column: entry.column,
            keyPath: entry.key,
            message: message,
            fix: fix
        )
    }

    /// Makes problems of all options that are not known, with advice.
    ///
    /// - Parameter known: The names that mean something.
    /// - Returns: One problem for each other name.
    package func unknownKeys(known: [String]) -> [PolicyProblem] {
        entries.filter { !known.contains($0.key) }.map { entry in
            problem(entry, "unknown key", fix: PolicyDecoder.advice(for: entry.key, among: known))
        }
    }
}
