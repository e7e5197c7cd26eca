/// What a directory tells of an input.
package struct InputListing: Sendable, Equatable {
    /// Its name below the run, as bytes.
    package var name: [UInt8]
    /// Its name as results show it.
    package var source: String
    /// Whether it is a file of lines.
    package var isLines: Bool
    /// The name wanted for its output, below the output directory, as bytes, or `nil` when it has none.
    package var output: [UInt8]?

    /// Describes an input.
    ///
    /// - Parameters:
    ///   - name: Its name below the run, as bytes.
    ///   - source: Its name as results show it.
    ///   - isLines: Whether it is a file of lines.
    ///   - output: The name wanted for its output, below the output directory, as bytes, or `nil` when it has none.
    package init(name: [UInt8], source: String, isLines: Bool, output: [UInt8]?) {
        self.name = name
        self.source = source
        self.isLines = isLines
        self.output = output
    }
}
