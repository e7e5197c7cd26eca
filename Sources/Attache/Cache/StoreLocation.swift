import AttacheCore
import AttacheSystem
import Glibc
import MediaStore

/// Where the store is when nobody says.
enum StoreLocation {
    /// `$XDG_CACHE_HOME/attache`, or `~/.cache/attache`, or a directory of the user's own below /tmp.
    static var standard: String {
        if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/attache" }
        if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.cache/attache" }
        return temporary
    }

    /// The place for a user without a home. Everybody can write beside it, so it is not taken when somebody else has
    /// made it first.
    private static var temporary: String { "/tmp/attache-\(getuid())" }

    /// Why a directory is not to be trusted, or `nil`.
    static func refusal(of path: String) -> String? {
        var status = stat()
        guard path == temporary, unsafe lstat(path, &status) == 0 else { return nil }
        let isOwn = status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
        return isOwn ? nil : "\(path) belongs to somebody else. Name a directory of your own with --store."
    }

    /// A store that cannot be opened, for a person.
    static func sentence(_ error: SystemCallError) -> String {
        "Could not \(error.operation) \(error.path ?? "the store"): \(error.message). "
            + "Name a directory you may write to with --store."
    }

    private static func variable(_ name: String) -> String? {
        // Unsafe, and right: copied at once, and nothing in this process changes the environment.
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

extension AttacheConfiguration {
    /// Where media are kept, as an absolute path: the one that results point into.
    ///
    /// - Returns: The path.
    /// - Throws: `SurroundingsError` when a relative directory has nothing to be relative to.
    package func storePath() throws(SurroundingsError) -> String {
        do throws(SystemCallError) {
            return try StoreConfiguration(directory: storeDirectory ?? StoreLocation.standard).absolutePath()
        } catch {
            throw SurroundingsError(sentence: StoreLocation.sentence(error))
        }
    }
}
