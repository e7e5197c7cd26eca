import AttacheCore
import PolicyFiles

/// The reader of YAML option files.
package enum OptionEntries {
    package struct Entry: Sendable, Equatable {
        /// The option's name without dashes.
        package let name: String
        package let text: String
        package let line: Int
    }

    /// Reads the options of a file in its order, a list as one entry for each value, and one sentence for each key that
    /// is not in `names`; throws when the file is not a flat mapping.
    package static func read(
        _ path: String,
        names: [String]
    ) throws(ConfigurationError) -> (entries: [Entry], unknown: [String]) {
        do throws(PolicyFileError) {
            let file = try OptionFile(reading: path, known: names)
            let entries = file.entries.flatMap { entry in
                entry.values.map { Entry(name: entry.key, text: $0, line: entry.mark.line) }
            }
            return (entries, file.unknown.map(\.description))
        } catch {
            throw ConfigurationError(problems: error.problems.map(\.description))
        }
    }
}
