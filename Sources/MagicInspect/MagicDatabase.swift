package import AttacheCore
import AttacheSystem
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
    /// - Throws: `SurroundingsError` when there is none.
    package init(path: String? = nil) throws(SurroundingsError) {
        guard let path else {
            guard let usual = Self.usualPaths.first(where: { Self.head(of: $0) == Self.signature }) else {
                let places = Self.usualPaths.joined(separator: " or ")
                throw Problem.noDatabase.error(places, "install the package libmagic-mgc")
            }
            self.path = usual
            return
        }
        // libmagic splits at colons, and would compile a file of any other name as if it were source.
        guard path.hasSuffix(".mgc"), !path.contains(":"), !path.contains("\0") else {
            throw Problem.badPath.error(path, "a compiled database ends in .mgc, without a colon")
        }
        switch Self.head(of: path) {
        case nil: throw Problem.noDatabase.error(path)
        case Self.signature: self.path = path
        // libmagic would take the file for source and complain on the standard error stream.
        default: throw Problem.databaseRejected.error(path, "it is not a compiled database")
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
        return try? FileDescriptor.readAll(4, from: descriptor)
    }
}

extension MagicDatabase {
    /// Why libmagic could not be made ready, as a stable word.
    package enum Problem: String, Sendable {
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

        /// The error that names the problem.
        ///
        /// - Parameters:
        ///   - path: The database's path.
        ///   - detail: libmagic's own words, where it has any.
        func error(_ path: String, _ detail: String = "") -> SurroundingsError {
            let cause = detail.isEmpty ? "" : ": \(detail)"
            return SurroundingsError(sentence: "libmagic's database \(path) cannot be used (\(rawValue))\(cause).")
        }
    }
}
