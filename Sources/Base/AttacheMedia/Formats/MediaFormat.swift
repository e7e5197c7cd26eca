/// A media format that Attache recognises by its bytes.
///
/// The formats are in `MediaFormat+Images.swift`, `MediaFormat+Videos.swift` and `MediaFormat+Audio.swift`; type
/// identifiers and acceptance come from Apple's `UTCoreTypes.h` and `UNNotificationAttachment`.
package struct MediaFormat: Sendable, Hashable, CustomStringConvertible {
    /// The unique name in the table.
    package let name: String
    /// The kind whose size limit applies.
    package let kind: MediaKind?
    /// The container, which decides the reader and the libmagic types that agree with it.
    package let family: FormatFamily
    /// Apple's uniform type identifier, such as `public.png`.
    package let typeIdentifier: String
    /// The MIME type, lower case.
    package let mimeType: String
    /// All extensions, lower case without the full stop, the preferred one first.
    package let extensions: [String]
    package let acceptance: DeviceAcceptance

    /// The extension a file of this format is stored under.
    package var preferredExtension: String { extensions.first ?? "" }

    /// Whether iOS attaches it.
    package var isAttachable: Bool { acceptance != .refused }

    package var description: String { name }

    package init(
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

    package static let all = images + videos + audio

    private static let byExtension = Dictionary(
        all.flatMap { format in format.extensions.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The format of an extension in any case, without the full stop, as in iOS; `nil` for an unknown one.
    package static func named(byExtension name: String) -> MediaFormat? {
        byExtension[name] ?? byExtension[name.lowercased()]
    }
}

/// Formats that share a container, and so a reader and ambiguous MIME types.
package enum FormatFamily: Sendable, Hashable, CaseIterable {
    case jpeg
    case png
    case gif
    case tiff
    case bmp
    case icon
    /// SVG, which is text.
    case drawing
    case jpegXL
    /// A RIFF container.
    case webp
    /// A RIFF container.
    case avi
    /// A RIFF container.
    case wave
    /// AIFF and AIFF-C, IFF containers.
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

/// The acceptance of a type as a notification attachment by iOS.
package enum DeviceAcceptance: Sendable {
    /// Listed in Apple's documentation of `UNNotificationAttachment`.
    case documented
    /// Not listed, but accepted by the tested devices.
    case observed
    /// Error 101, "Unrecognized attachment file type".
    case refused
}

/// The three kinds of attachments, each with its own size limit.
public enum MediaKind: String, Sendable, CaseIterable {
    case image
    case video
    case audio
}

/// The size of a picture in pixels.
package struct PixelSize: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Number of pixels; saturates at `Int.max`.
    package var count: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? Int.max : product
    }
}
