/// Formats without an end mark, and formats that iOS refuses anyway: whole when their length is.
struct UnmarkedContainer: ContainerReading {
    /// The format.
    let format: MediaFormat

    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts {
        ContainerFacts(format: format, end: file.byteCount)
    }
}
