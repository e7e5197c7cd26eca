import Glibc

/// Where libmagic's compiled database is.
package struct MagicDatabase: Hashable, Sendable {
    /// Where distributions put it: Debian's link, and the file it leads to.
    package static let usualPaths = ["/usr/share/misc/magic.mgc", "/usr/lib/file/magic.mgc"]

    /// The path of the compiled database.
    package let path: String

    /// Names the database.
    ///
    /// The variable `MAGIC` is not obeyed: what a file is must not depend on who calls.
    ///
    /// - Parameter path: The path of a compiled database, ending in `.mgc`; `nil` for the first of `usualPaths` that
    ///   can be read.
    /// - Throws: `MagicError` when there is none.
    package init(path: String? = nil) throws(MagicError) {
        guard let path else {
            guard let usual = Self.usualPaths.first(where: { Self.head(of: $0) == Self.signature }) else {
                let places = Self.usualPaths.joined(separator: " or ")
                throw MagicError(code: .noDatabase, database: places, detail: "install the package libmagic-mgc")
            }
            self.path = usual
            return
        }
        // libmagic splits at colons, and would compile a file of any other name as if it were source.
        guard path.hasSuffix(".mgc"), !path.contains(":"), !path.contains("\0") else {
            throw MagicError(
                code: .badPath,
                database: path,
                detail: "a compiled database ends in .mgc, without a colon"
            )
        }
        switch Self.head(of: path) {
        case nil: throw MagicError(code: .noDatabase, database: path, detail: "")
        case Self.signature: self.path = path
        // libmagic would take the file for source and complain on the standard error stream.
        default: throw MagicError(code: .databaseRejected, database: path, detail: "it is not a compiled database")
        }
    }

    /// The first bytes of a compiled database on a little-endian machine, `MAGICNO` in libmagic's `file.h`.
    private static let signature: [UInt8] = [0x1C, 0x04, 0x1E, 0xF1]

    /// The first four bytes of a file, or `nil` when it cannot be read.
    private static func head(of path: String) -> [UInt8]? {
        // Unsafe, and right: the string is a C string for the length of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4)
        // Unsafe, and right: the buffer is as long as it says.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}

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
