import AttacheCore

/// A type that iOS attaches, found by a type hint or a file extension as on the device: the bytes do not count.
package struct AttachmentType: Sendable, Equatable {
    /// The uniform type identifier.
    package let identifier: String
    /// The extension of a stored file; empty for an abstract type.
    let preferredExtension: String
    /// The documented limit in MB of the type's family.
    let megabytes: Int

    /// The size in bytes above which the file is refused. Apple's "MB" is not defined; this is the larger reading.
    package var byteLimit: Int { megabytes << 20 }

    /// The size in bytes above which a device may refuse the file, the smaller reading of "MB".
    package var certainByteLimit: Int { megabytes * 1_000_000 }

    private init(_ format: MediaFormat) {
        identifier = format.typeIdentifier
        preferredExtension = format.preferredExtension
        megabytes =
            switch format.kind {
            case .audio: 5
            case .image, nil: 10
            case .video: 50
            }
    }

    private init(identifier: String, megabytes: Int) {
        self.identifier = identifier
        preferredExtension = ""
        self.megabytes = megabytes
    }

    private static let byIdentifier: [String: AttachmentType] = Dictionary(
        MediaFormat.all.filter(\.isAttachable).map { ($0.typeIdentifier, AttachmentType($0)) }
            // The one abstract type that devices accept; no file extension leads to it.
            + [("public.image", AttachmentType(identifier: "public.image", megabytes: 10))],
        uniquingKeysWith: { first, _ in first }
    )

    /// The type of a hint; `nil` for one that iOS refuses.
    package static func named(byHint hint: String) -> AttachmentType? { byIdentifier[hint] }

    /// The type of a file extension; `nil` for one that iOS refuses.
    package static func named(byExtension name: String) -> AttachmentType? {
        MediaFormat.named(byExtension: name).flatMap { byIdentifier[$0.typeIdentifier] }
    }
}
