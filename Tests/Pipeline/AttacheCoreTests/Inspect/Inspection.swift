import AttacheCore

/// The type of a file, determined by its bytes.
struct Inspection: Sendable, Hashable {
    /// The format.
    let format: MediaFormat
    /// The facts of the container.
    let facts: ContainerFacts
    /// Bytes after the end of the container.
    let trailingByteCount: Int
}
