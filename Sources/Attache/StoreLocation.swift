import AttacheCore
import AttacheThreads
import Glibc

/// Where the store is when nobody says.
enum StoreLocation {
    /// `$XDG_CACHE_HOME/attache`, or `~/.cache/attache`, or a directory of the user's own below /tmp.
    static var standard: String {
        if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/attache" }
        if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.cache/attache" }
        return "/tmp/attache-\(getuid())"
    }

    /// A store that cannot be opened, for a person.
    static func sentence(_ error: StoreError) -> String {
        let cause = SystemError.text(error.code)
        return "Could not \(error.operation) \(error.path): \(cause). Name a directory you may write to with --store."
    }

    private static func variable(_ name: String) -> String? {
        // Unsafe, and right: copied at once, and nothing in this process changes the environment.
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
