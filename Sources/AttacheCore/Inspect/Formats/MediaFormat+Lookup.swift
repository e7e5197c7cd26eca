extension MediaFormat {
    /// Every format of the table.
    package static let all = images + videos + audio

    private static let byExtension = Dictionary(
        all.flatMap { format in format.extensions.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// Looks a format up by a file extension, as iOS does.
    ///
    /// - Parameter name: The extension without the full stop, in any case.
    /// - Returns: The format that the extension names, or `nil` when the table does not have it.
    package static func named(byExtension name: String) -> MediaFormat? {
        byExtension[name] ?? byExtension[name.lowercased()]
    }
}
