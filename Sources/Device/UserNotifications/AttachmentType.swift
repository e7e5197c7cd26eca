import AttacheCore

/// A type that iOS attaches, found by a type hint or a file extension as on the device: the bytes do not count.
package struct AttachmentType: Sendable, Equatable {
    /// The uniform type identifier.
    package let identifier: String
    /// The extension of a stored file; empty for an abstract type.
    let preferredExtension: String
    /// Image, video or audio.
    let kind: MediaKind
    private let rule: TypeRule

    /// The size in bytes above which the file is refused. Apple's "MB" is not defined; this is the larger reading.
    package var byteLimit: Int { rule.limit }

    /// The size in bytes above which a device may refuse the file, the smaller reading of "MB".
    package var certainByteLimit: Int { rule.warn ?? rule.limit }

    private init?(_ identifier: String, _ kind: MediaKind?, preferredExtension: String) {
        guard let kind, let rule = AttachmentAcceptance.limits[kind] else { return nil }
        self.identifier = identifier
        self.kind = kind
        self.preferredExtension = preferredExtension
        self.rule = rule
    }

    /// The type of a hint; `nil` for one that iOS refuses.
    package static func named(byHint hint: String) -> AttachmentType? {
        // The one abstract type that devices accept; no file extension leads to it.
        if hint == "public.image" { return AttachmentType(hint, .image, preferredExtension: "") }
        guard let format = AttachmentAcceptance.identifiers[hint], format.isAttachable else { return nil }
        return AttachmentType(hint, format.kind, preferredExtension: format.preferredExtension)
    }

    /// The type of a file extension; `nil` for one that iOS refuses.
    package static func named(byExtension name: String) -> AttachmentType? {
        guard let format = MediaFormat.named(byExtension: name), format.isAttachable else { return nil }
        return AttachmentType(format.typeIdentifier, format.kind, preferredExtension: format.preferredExtension)
    }
}
