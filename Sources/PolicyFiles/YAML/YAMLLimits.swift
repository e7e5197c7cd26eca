/// What a configuration file may cost to read.
///
/// A policy is a page of text; whatever is larger or deeper is a mistake or an attack, and is refused before it is built.
enum YAMLLimits {
    /// The largest file in bytes.
    static let byteCount = 256 << 10
    /// How many mappings and lists may stand in each other.
    static let depth = 64
}
