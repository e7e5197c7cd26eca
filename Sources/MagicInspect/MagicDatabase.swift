import Glibc

/// The location of libmagic's compiled database.
package struct MagicDatabase: Hashable, Sendable {
    /// The paths used by distributions: Debian's link, and its target.
    package static let usualPaths = ["/usr/share/misc/magic.mgc", "/usr/lib/file/magic.mgc"]

    package let path: String

    /// Locates the database: at `path`, which ends in `.mgc`, or at the first readable one of `usualPaths`. The
    /// variable `MAGIC` is ignored: type detection must not depend on the environment.
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
        // libmagic would read the file as source and complain on standard error.
        default: throw MagicError(code: .databaseRejected, database: path, detail: "it is not a compiled database")
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
        var bytes = [UInt8](repeating: 0, count: 4)
        // Unsafe, and right: the buffer has the given length.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}

package struct MagicError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// No readable compiled database exists at the path.
        case noDatabase = "no-database"
        /// The path is not usable: libmagic splits it at colons, and reads other files as source.
        case badPath = "bad-path"
        case databaseRejected = "database-rejected"
        case limitRejected = "limit-rejected"
        case noMemory = "no-memory"
    }

    package let code: Code
    package let database: String
    /// libmagic's own message, for a log.
    package let detail: String

    package var description: String {
        "libmagic's database \(database) cannot be used (\(code.rawValue))\(detail.isEmpty ? "" : ": \(detail)")."
    }
}
