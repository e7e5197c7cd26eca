import AttacheCore
import PolicyFiles

/// The files of cases that show what a policy does.
package enum PolicyCases {
    /// Reads the cases of a YAML list, or of one JSON object per line.
    ///
    /// - Returns: Each case as JSON text, with its place for messages, such as `cases.yaml#3`.
    package static func read(_ path: String) throws(ConfigurationError) -> [(place: String, text: [UInt8])] {
        do throws(PolicyFileError) {
            return try CaseFile.read(path).map { ($0.place, $0.text) }
        } catch {
            throw ConfigurationError(problems: error.problems.map(\.description))
        }
    }
}
