import CurlFetch
import MagicInspect

/// The version of Attache.
public enum AttacheVersion {
    /// The version as `--version` and the `User-Agent` tell it.
    public static let text = "0.1.0"

    /// The version with those of the libraries that the process really uses, such as
    /// `0.1.0 (libcurl 7.88.1, libmagic 5.44)`.
    public static var description: String {
        "\(text) (libcurl \(CurlVersion.text), libmagic \(MagicVersion.text))"
    }
}
