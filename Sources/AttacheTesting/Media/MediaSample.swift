/// One file of real media that the tests make with the usual tools.
package struct MediaSample: Sendable, CustomStringConvertible {
    /// The file's name.
    package let name: String
    /// The name of the format it has, as in `MediaFormat.name`.
    package let format: String
    /// What `ffmpeg` is told about this output.
    package let options: [String]
    /// Whether a cut anywhere shows: the container has an end mark or announces its length.
    package let hasEnd: Bool

    package var description: String { name }

    /// The file's extension.
    package var fileExtension: String { String(name.split(separator: ".").last ?? "") }

    init(_ name: String, _ format: String, _ options: String, hasEnd: Bool = true) {
        self.name = name
        self.format = format
        self.options = options.split(separator: " ").map(String.init)
        self.hasEnd = hasEnd
    }
}
