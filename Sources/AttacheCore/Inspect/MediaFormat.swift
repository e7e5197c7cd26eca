/// A type of media that Attache knows by its bytes.
///
/// The table is spread over `MediaFormat+Images.swift`, `MediaFormat+Videos.swift` and `MediaFormat+Audio.swift`; the
/// type identifiers and what iOS does with each stand in Apple's `UTCoreTypes.h` and `UNNotificationAttachment`.
package struct MediaFormat: Sendable, Hashable, CustomStringConvertible {
    /// The name in the table, unique.
    package let name: String
    /// The kind whose size limit counts.
    package let kind: MediaKind?
    /// The container it is stored in, which decides who reads it and which second opinions agree with it.
    package let family: FormatFamily
    /// Apple's uniform type identifier, such as `public.png`.
    package let typeIdentifier: String
    /// The MIME type, lower case.
    package let mimeType: String
    /// Every extension that names it, lower case without the full stop, the preferred one first.
    package let extensions: [String]
    /// What iOS makes of it as an attachment.
    package let acceptance: DeviceAcceptance

    /// The extension a file of this format is stored under.
    package var preferredExtension: String { extensions.first ?? "" }

    /// Whether iOS attaches it.
    package var isAttachable: Bool { acceptance != .refused }

    package var description: String { name }

    init(
        _ name: String,
        _ kind: MediaKind,
        _ family: FormatFamily,
        _ typeIdentifier: String,
        _ mimeType: String,
        _ extensions: [String],
        _ acceptance: DeviceAcceptance
    ) {
        self.name = name
        self.kind = kind
        self.family = family
        self.typeIdentifier = typeIdentifier
        self.mimeType = mimeType
        self.extensions = extensions
        self.acceptance = acceptance
    }

    package static func == (left: MediaFormat, right: MediaFormat) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
