import AttacheCore
import AttacheSystem
import Glibc
import MediaStore

/// The default location of the store.
enum StoreLocation {
    /// `$XDG_CACHE_HOME/attache`, or `~/.cache/attache`, or a directory of the user's own below /tmp.
    static var standard: String {
        if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/attache" }
        if let home = variable("HOME"), home.hasPrefix("/") { return (home == "/" ? "" : home) + "/.cache/attache" }
        return temporary
    }

    /// The directory for a user without a home. Every user can write beside it, so it is refused when another user
    /// created it.
    private static var temporary: String { "/tmp/attache-\(getuid())" }

    /// The reason why a directory must not be trusted, or `nil`.
    static func refusal(of path: String) -> String? {
        var status = stat()
        guard path == temporary, unsafe lstat(path, &status) == 0 else { return nil }
        let isOwn = status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
        return isOwn ? nil : "\(path) belongs to another user; use --store with a directory of your own."
    }

    /// The message for a store that cannot be opened.
    static func sentence(_ error: SystemCallError) -> String {
        "Could not \(error.operation) \(error.path ?? "the store"): \(error.message). "
            + (error.isOutOfSpace
                ? "Free space on its disk, lower --disk-reserve, or raise --cache-limit."
                : "Name a directory you may write to with --store.")
    }

    private static func variable(_ name: String) -> String? {
        // Unsafe, but correct: copied at once, and nothing in this process changes the environment.
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

extension AttacheConfiguration {
    /// The reason why the store's directory cannot be used, as a sentence with the fix; `nil` when files can be created.
    package var storeProblem: String? {
        let directory = storeDirectory ?? StoreLocation.standard
        if let refusal = StoreLocation.refusal(of: directory) { return refusal }
        return WritableDirectory.problem(directory).map { problem in
            "store: \(directory) cannot be written: \(problem.message). Use --store with a directory of your own."
        }
    }

    /// Returns the store's directory as an absolute path: the one in results.
    package func storePath() throws(SurroundingsError) -> String {
        do throws(SystemCallError) {
            return try StoreConfiguration(directory: storeDirectory ?? StoreLocation.standard).absolutePath()
        } catch {
            throw SurroundingsError(sentence: StoreLocation.sentence(error))
        }
    }
}
