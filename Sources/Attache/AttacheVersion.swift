import CurlFetch
import MagicInspect

/// The version of Attache.
public enum AttacheVersion {
    /// The version in `--version` and the `User-Agent`.
    public static let text = "0.1.0"

    /// The version with those of the loaded libraries, such as `0.1.0 (libcurl 7.88.1, libmagic 5.44)`.
    public static var description: String {
        "\(text) (libcurl \(CurlVersion.text), libmagic \(MagicVersion.text))"
    }
}

/// The helper process for type checks, for programs that use the library.
public enum TypeHelper {
    /// Runs the helper when the process was started as one, and returns at once otherwise.
    ///
    /// A program that sets `AttacheConfiguration.typeCheck` to `.isolated` with itself as the program calls this first
    /// in `main`, before it has other threads.
    ///
    /// - Parameter arguments: The process's arguments, its name first.
    public static func run(ifAskedBy arguments: [String]) {
        MagicHelper.run(ifAskedBy: arguments)
    }
}
