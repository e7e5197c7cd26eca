/// libmagic could not be made ready.
package struct MagicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a stable word.
    package enum Code: String, Sendable {
        /// No compiled database is at the path, or it cannot be read.
        case noDatabase = "no-database"
        /// The path is none that can be handed to libmagic: it takes a colon for a list, and other files for source.
        case badPath = "bad-path"
        /// The database is damaged or made for another version.
        case databaseRejected = "database-rejected"
        /// libmagic does not take one of the limits.
        case limitRejected = "limit-rejected"
        /// There is no memory for a cookie.
        case noMemory = "no-memory"
    }

    /// What went wrong.
    package let code: Code
    /// The database's path.
    package let database: String
    /// libmagic's own words, for a log.
    package let detail: String

    package var description: String {
        "libmagic's database \(database) cannot be used (\(code.rawValue))\(detail.isEmpty ? "" : ": \(detail)")."
    }
}
