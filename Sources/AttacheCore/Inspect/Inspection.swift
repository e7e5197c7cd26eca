/// What a file really is, by its bytes.
package struct Inspection: Sendable, Hashable {
    /// The format.
    package let format: MediaFormat
    /// What the container says of itself.
    package let facts: ContainerFacts
    /// Bytes behind the end of the container.
    package let trailingByteCount: Int
    /// What the file's name has to do with it.
    package let name: NameAgreement
}
