import AttacheCore
package import AttacheSystem
import Glibc

/// Where and how media are kept.
package struct StoreConfiguration: Sendable, Equatable {
    /// Which files are never evicted.
    package enum Protection: Sendable, Equatable {
        /// Those that were stored or used again since the store was opened: a result may point at them.
        case wholeRun
        /// Those that were stored or used again within this time, for a process that never ends.
        case recent(Duration)
    }

    /// When a stored file is on the disk.
    package enum Durability: Sendable, Equatable {
        /// As soon as its commit returns.
        case each
        /// As soon as `FileMediaStore.synchronize()` returns, together with all that were committed before: one wait for
        /// many files. Whoever needs a file to outlive the machine calls that before saying so.
        case grouped
    }

    /// The directory; it is created when it is missing.
    package var directory: String
    /// How many bytes may be kept, or `nil` for no limit; exceeded by what is protected, and by a sixty-fourth at most.
    package var byteLimit: Int?
    /// Which files are never evicted.
    package var protection: Protection
    /// Whether the group may read what is stored; others never may.
    package var isGroupReadable: Bool
    /// When a stored file is on the disk.
    package var durability: Durability

    /// The limit of a store when nothing else is said: 10 GiB.
    package static let defaultByteLimit = 10 << 30

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - directory: The directory, absolute or relative to the current one.
    ///   - byteLimit: How many bytes may be kept, or `nil` for no limit.
    ///   - protection: Which files are never evicted.
    ///   - isGroupReadable: Whether the group may read what is stored (0640 and 0750 instead of 0600 and 0700).
    ///   - durability: When a stored file is on the disk.
    package init(
        directory: String,
        byteLimit: Int? = StoreConfiguration.defaultByteLimit,
        protection: Protection = .wholeRun,
        isGroupReadable: Bool = false,
        durability: Durability = .each
    ) {
        self.directory = directory
        self.byteLimit = byteLimit
        self.protection = protection
        self.isGroupReadable = isGroupReadable
        self.durability = durability
    }

    /// The directory as an absolute path, which is how results name what is in it.
    ///
    /// - Returns: The path, without a slash at its end.
    /// - Throws: `SystemCallError` when a relative one has nothing to be relative to.
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

    /// The mode of stored files.
    var fileMode: UInt32 { isGroupReadable ? 0o640 : 0o600 }
    /// The mode of created directories.
    var directoryMode: UInt32 { isGroupReadable ? 0o750 : 0o700 }
}
