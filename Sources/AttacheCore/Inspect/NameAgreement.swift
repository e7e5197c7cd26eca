/// What the extension of a file's name has to do with its bytes.
package enum NameAgreement: Sendable, Hashable {
    /// The name has no extension.
    case unnamed
    /// The extension names no format of the table.
    case unknown
    /// It names the format that the bytes are.
    case agrees
    /// It names another format of the same kind: the extension is corrected.
    case otherFormat
    /// It names another kind of media: the file is refused.
    case otherKind

    /// Compares a name with bytes.
    ///
    /// - Parameters:
    ///   - fileExtension: The extension without the full stop, or `nil`.
    ///   - format: What the bytes are.
    package init(fileExtension: String?, format: MediaFormat) {
        guard let fileExtension, !fileExtension.isEmpty else {
            self = .unnamed
            return
        }
        if format.extensions.contains(fileExtension.lowercased()) {
            self = .agrees
        } else if let named = MediaFormat.named(byExtension: fileExtension) {
            self = named.kind == format.kind ? .otherFormat : .otherKind
        } else {
            self = .unknown
        }
    }
}
