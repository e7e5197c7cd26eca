import AttacheCore
import AttacheSystem

/// Detection and container in one call, as the examiner uses them.
enum MediaInspector {
    /// Inspects a file.
    ///
    /// It blocks while it reads, with memory and time bounded by the file's length; call it where blocking is allowed.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - prefix: The file's first bytes, `FormatDetector.neededPrefix` of them if the file is that long; `nil` to
    ///     read them.
    ///   - fileExtension: The extension in the URL or the file's name, without the full stop, or `nil`.
    /// - Returns: The type of the file, or `nil` when it is not media; `ContentDescription` describes it then.
    /// - Throws: `SystemCallError` when the file cannot be read; never because of its content.
    static func inspect(
        _ file: any ByteSource,
        prefix: [UInt8]? = nil,
        fileExtension: String? = nil
    ) throws(SystemCallError) -> Inspection? {
        let head: [UInt8]
        if let prefix { head = prefix } else { head = try file.read(at: 0, count: FormatDetector.neededPrefix) }
        guard let detected = FormatDetector.detect(prefix: head, named: fileExtension) else { return nil }
        let facts = try ContainerTable.read(file, format: detected)
        return Inspection(
            format: facts.format,
            facts: facts,
            trailingByteCount: max(0, file.byteCount - facts.end)
        )
    }
}
