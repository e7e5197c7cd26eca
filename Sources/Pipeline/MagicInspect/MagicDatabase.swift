package import AttacheCore
import AttacheSystem
import Glibc

/// The location of libmagic's compiled database.
package struct MagicDatabase: Hashable, Sendable {
    /// The paths used by distributions: Debian's link, and its target.
    package static let usualPaths = ["/usr/share/misc/magic.mgc", "/usr/lib/file/magic.mgc"]

    package let path: String

    /// Locates the database: at `path`, which ends in `.mgc`, or at the first readable one of `usualPaths`. The
    /// variable `MAGIC` is ignored: type detection must not depend on the environment.
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
        // libmagic would read the file as source and complain on standard error.
        default: throw Problem.databaseRejected.error(path, "it is not a compiled database")
        }
    }

    /// The first bytes of a compiled database on a little-endian machine, `MAGICNO` in libmagic's `file.h`.
    private static let signature: [UInt8] = [0x1C, 0x04, 0x1E, 0xF1]

    /// Returns the first four bytes of a file, or `nil` when it cannot be read.
    private static func head(of path: String) -> [UInt8]? {
        // Unsafe, and right: the string is a C string for the length of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try? FileDescriptor.readAll(4, from: descriptor)
    }

    /// The cause of an unusable database, as a stable word.
    package enum Problem: String, Sendable {
        /// No readable compiled database exists at the path.
        case noDatabase = "no-database"
        /// The path is not usable: libmagic splits it at colons, and reads other files as source.
        case badPath = "bad-path"
        case databaseRejected = "database-rejected"
        case limitRejected = "limit-rejected"
        case noMemory = "no-memory"

        /// Returns the error that names the database's path and libmagic's own message, if there is one.
        func error(_ path: String, _ detail: String = "") -> SurroundingsError {
            let cause = detail.isEmpty ? "" : ": \(detail)"
            return SurroundingsError(sentence: "libmagic's database \(path) cannot be used (\(rawValue))\(cause).")
        }
    }
}
