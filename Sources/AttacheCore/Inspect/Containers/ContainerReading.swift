/// Walks one kind of container, in memory and time bounded by the file's length.
package protocol ContainerReading: Sendable {
    /// Reads a file's structure.
    ///
    /// - Parameter file: The whole file.
    /// - Returns: What the container says; never fails on what the file contains.
    /// - Throws: `ByteSourceError` when the file cannot be read.
    func read(_ file: any ByteSource) throws(ByteSourceError) -> ContainerFacts
}
