import AttacheOptions
import Glibc

/// Where the service keeps what outlives it, when nobody says.
enum StateDirectory {
    /// The directory that the package makes for the service's user.
    static let packaged = "/var/lib/attached"

    /// Finds the directory.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - isUsable: Whether a directory is there and may be written to.
    /// - Returns: The directory and who said it, or `nil` for a user without a home.
    static func find(
        _ environment: [String: String],
        isUsable: (String) -> Bool = { unsafe access($0, R_OK | W_OK | X_OK) == 0 }
    ) -> Setting? {
        // systemd names several with colons between; the first is the service's own.
        if let first = environment["STATE_DIRECTORY"]?.split(separator: ":").first, first.hasPrefix("/") {
            return Setting(text: String(first), origin: "STATE_DIRECTORY")
        }
        if isUsable(packaged) { return Setting(text: packaged, origin: "default") }
        // https://specifications.freedesktop.org/basedir-spec/latest/: a relative path is to be ignored.
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return Setting(text: "\(base)/attached", origin: "XDG_STATE_HOME")
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return Setting(text: "\(home)/.local/state/attached", origin: "HOME")
        }
        return nil
    }
}
