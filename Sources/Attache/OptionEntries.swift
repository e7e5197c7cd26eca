import PolicyFiles

/// The entries of a YAML file of options.
package enum OptionEntries {
    /// One value of one option.
    package struct Entry: Sendable, Equatable {
        /// The option's name without dashes.
        package let name: String
        /// The value as written.
        package let text: String
        /// The line it stands in, from 1.
        package let line: Int
    }

    /// Reads a file of options.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - names: The options that may stand in it.
    /// - Returns: The entries in the order of the file; a list gives one entry for each value.
    /// - Throws: `ConfigurationError` with every mistake, file and line.
    package static func read(_ path: String, names: [String]) throws(ConfigurationError) -> [Entry] {
        do throws(OptionFileError) {
            let file = try OptionFile(reading: path, allowsLists: true)
            let unknown = file.unknownKeys(known: names)
            guard unknown.isEmpty else { throw OptionFileError(problems: unknown) }
            return file.entries.flatMap { entry in
                entry.values.map { Entry(name: entry.key, text: $0, line: entry.line) }
            }
        } catch {
            throw ConfigurationError(problems: error.problems.map(\.description))
        }
    }
}
