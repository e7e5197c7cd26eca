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
            guard let usual = Self.usualPaths.first(where: Self.isReadable) else {
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
        guard Self.isReadable(path) else {
            throw MagicError(code: .noDatabase, database: path, detail: "")
        }
        self.path = path
    }

    private static func isReadable(_ path: String) -> Bool {
        // Unsafe, and right: the string is a C string for the length of the call.
        unsafe access(path, R_OK) == 0
    }
}
