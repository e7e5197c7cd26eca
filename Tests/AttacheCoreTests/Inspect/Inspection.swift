import AttacheCore

/// What a file really is, by its bytes.
struct Inspection: Sendable, Hashable {
    /// The format.
    let format: MediaFormat
    /// What the container says of itself.
    let facts: ContainerFacts
    /// Bytes behind the end of the container.
    let trailingByteCount: Int
}
