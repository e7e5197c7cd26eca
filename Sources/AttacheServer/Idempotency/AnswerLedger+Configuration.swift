import Attache
import AttacheCore
import AttacheThreads
import Glibc
import Ledger

extension IdempotencyStore {
    /// Opens the file of answers; `nil` where keys mean nothing.
    ///
    /// - Parameter configuration: How the service works.
    /// - Throws: `SurroundingsError` when the file or its directory cannot be used.
    convenience init?(_ configuration: ServiceConfiguration) throws(SurroundingsError) {
        guard let path = configuration.idempotencyFile else { return nil }
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if let code = Self.create(directory) {
            throw SurroundingsError(
                sentence: "Could not create \(directory): \(SystemError.text(code)). Name a directory you may write to "
                    + "with --state."
            )
        }
        do throws(DatabaseFailure) {
            try self.init(path: path, limits: configuration.idempotencyLimits, wall: SystemWallClock())
        } catch {
            throw SurroundingsError(sentence: error.sentence)
        }
    }

    /// Creates a directory and its parents, for its owner alone.
    ///
    /// - Returns: The system's `errno`, or `nil`.
    private static func create(_ directory: String) -> Int32? {
        for (index, character) in directory.indices.map({ ($0, directory[$0]) }) where character == "/" {
            if index != directory.startIndex { _ = unsafe mkdir(String(directory[..<index]), 0o700) }
        }
        guard unsafe mkdir(directory, 0o700) != 0, errno != EEXIST else { return nil }
        return errno
    }
}
