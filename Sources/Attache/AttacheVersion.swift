/// The version of Attache.
public enum AttacheVersion {
    /// The version as `--version` and the `User-Agent` tell it.
    public static let text = "0.1.0"
}
