package import AttacheCore
package import AttacheSystem
import Glibc

/// The location and the rules of a store.
package struct StoreConfiguration: Sendable, Equatable {
    /// The files that are not evicted; a full disk shortens the time to `StoreEvictor.shortestProtection`.
    package enum Protection: Sendable, Equatable {
        /// Files stored or reused since the store was opened: a result may refer to them.
        case wholeRun
        /// Files stored or reused within this time, for a long-running process.
        case recent(Duration)
    }

    /// The moment from which a stored file is on disk.
    package enum Durability: Sendable, Equatable {
        /// The return of its commit.
        case each
        /// The return of `FileMediaStore.synchronize()`, which writes all earlier commits: one wait for many files. A
        /// caller that needs a file to survive a crash of the machine calls it before reporting the file as stored.
        case grouped
    }

    /// The directory, absolute or relative to the current one; it is created if missing.
    package var directory: String
    /// A limit of bytes. Protected files count, and so do the bodies in progress of this process.
    package var byteLimit: Int
    /// The space that stays free on the file system.
    package var reserve: DiskReserve
    package var protection: Protection
    /// Whether the group may read stored files (0640 and 0750 instead of 0600 and 0700); others never may.
    package var isGroupReadable: Bool
    package var durability: Durability

    /// The default limit: 10 GiB.
    package static let defaultByteLimit = 10 << 30

    package init(
        directory: String,
        byteLimit: Int = StoreConfiguration.defaultByteLimit,
        reserve: DiskReserve = .standard,
        protection: Protection = .wholeRun,
        isGroupReadable: Bool = false,
        durability: Durability = .each
    ) {
        self.directory = directory
        self.byteLimit = byteLimit
        self.reserve = reserve
        self.protection = protection
        self.isGroupReadable = isGroupReadable
        self.durability = durability
    }

    /// The directory as an absolute path without a slash at its end, as results name it; throws when the current
    /// directory is unknown.
    package func absolutePath() throws(SystemCallError) -> String {
        var path = directory
        if !path.hasPrefix("/") {
            guard let current = unsafe getcwd(nil, 0) else {
                throw SystemCallError(operation: "find the current directory for", path: path, code: errno)
            }
            path = unsafe String(cString: current) + "/" + path
            unsafe free(current)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    var fileMode: UInt32 { isGroupReadable ? 0o640 : 0o600 }
    var directoryMode: UInt32 { isGroupReadable ? 0o750 : 0o700 }
}
