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

/// Formats that share their container, so that one reader serves them and their names are easily taken for each other.
package enum FormatFamily: Sendable, Hashable, CaseIterable {
    case jpeg
    case png
    case gif
    case tiff
    case bmp
    case icon
    case jpegXL
    /// WebP, which lies in a RIFF container.
    case webp
    /// AVI, which lies in a RIFF container.
    case avi
    /// WAVE, which lies in a RIFF container.
    case wave
    /// AIFF and AIFF-C, which lie in an IFF container.
    case aiff
    /// ISO base media: MP4, QuickTime, 3GPP, HEIF, AVIF, JPEG 2000.
    case isoMedia
    /// MPEG audio layers 2 and 3, and AAC in ADTS frames.
    case mpegAudio
    /// MPEG program, transport and elementary video streams.
    case mpegStream
    case coreAudio
    case au
    case amr
    case dolbyDigital
    case ogg
    case flac
    case midi
    case matroska
    case asf
    case flashVideo
}

/// What iOS makes of a type as a notification attachment.
package enum DeviceAcceptance: Sendable {
    /// Listed in Apple's documentation of `UNNotificationAttachment`.
    case documented
    /// Not listed there, and accepted by the devices people have looked at.
    case observed
    /// Error 101, "Unrecognized attachment file type".
    case refused
}

/// The three families of attachments, each with its own size limit.
public enum MediaKind: String, Sendable, CaseIterable {
    case image
    case video
    case audio
}

/// The size of a picture.
package struct PixelSize: Sendable, Hashable {
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: Columns, 0 or more.
    ///   - height: Rows, 0 or more.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Pixels in all; a product that no number holds counts as the largest number.
    package var count: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? Int.max : product
    }
}
