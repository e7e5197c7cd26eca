import AttacheOptions

extension ConfigurationFile {
    /// Every option that may stand in the file of `attache`.
    static let names = pipelineNames + ["log-format", "color"]

    /// Reads the file of `attache`.
    ///
    /// - Parameter path: The file's path, or `nil` for none.
    /// - Returns: Values by option name, each with its place.
    /// - Throws: `UsageError` with every mistake in it.
    static func read(_ path: String?) throws(UsageError) -> [String: [Setting]] {
        try read(path, names: names)
    }
}
