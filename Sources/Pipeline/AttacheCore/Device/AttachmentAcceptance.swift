/// The judgement of `UNNotificationAttachment` on a file: the type by hint or extension, then the size.
///
/// iOS does not look at the bytes before it draws the picture.
package struct AttachmentAcceptance: Sendable, Equatable {
    /// Whether iOS attaches the file.
    package var isAccepted: Bool
    /// Whether the attached file can be drawn or played; `nil` for a format that iOS does not attach under its own name.
    package var isDrawn: Bool?
    /// The type identifier that iOS reads.
    package var typeIdentifier: String?
    /// The error that iOS reports.
    package var error: AppleError?
    package var notes: [DeviceNote] = []

    /// The limits that Apple documents, for a policy without its own.
    package static let limits: [MediaKind: TypeRule] = [
        .image: TypeRule(extensions: [], limit: 10 << 20, warn: 10_000_000),
        .video: TypeRule(extensions: [], limit: 50 << 20, warn: 50_000_000),
        .audio: TypeRule(extensions: [], limit: 5 << 20, warn: 5_000_000),
    ]

    /// The formats by the type identifiers that a hint can name.
    package static let identifiers = Dictionary(
        // Apple's table names M4A by the type that its file type conforms to.
        MediaFormat.all.map { ($0.typeIdentifier, $0) } + [("public.mpeg-4-audio", MediaFormat.m4a)],
        uniquingKeysWith: { first, _ in first }
    )

    /// Judges a named file.
    ///
    /// - Parameters:
    ///   - naming: The name and the type hint.
    ///   - facts: The response; `nil` where none was seen.
    ///   - types: The limits of the policy.
    package init(_ naming: FileNaming, facts: ResponseFacts?, types: [MediaKind: TypeRule]) {
        self.init(isAccepted: false, isDrawn: false, error: .notification(101))
        guard let claimed = claimedFormat(naming), claimed.isAttachable, let kind = claimed.kind else { return }
        typeIdentifier = claimed.typeIdentifier
        if claimed.acceptance == .observed { notes.append(.observedType(claimed)) }
        let byteCount = facts?.deviceByteCount ?? 0
        let rule = types[kind] ?? Self.limits[kind]
        if let rule, byteCount > rule.limit {
            error = .notification(102)
            return
        }
        if let warn = rule?.warn, byteCount > warn { notes.append(.borderlineSize) }
        isAccepted = true
        isDrawn = true
        error = nil
        judgeBytes(of: facts, claimed: claimed)
    }

    private init(isAccepted: Bool, isDrawn: Bool, error: AppleError?) {
        self.isAccepted = isAccepted
        self.isDrawn = isDrawn
        self.error = error
    }

    /// The format by the type hint, which wins, or by the extension.
    private mutating func claimedFormat(_ naming: FileNaming) -> MediaFormat? {
        if let hint = naming.typeHint {
            if hint.contains("/") { notes.append(.mimeHint) }
            return Self.identifiers[hint]
        }
        return naming.fileExtension.flatMap { MediaFormat.named(byExtension: $0) }
    }

    /// The picture decoder recognises the bytes, whatever the file is called.
    private mutating func judgeBytes(of facts: ResponseFacts?, claimed: MediaFormat) {
        guard let facts else { return notes.append(.inferred("The media file was not downloaded here.")) }
        if facts.isWhole, facts.byteCount == 0 { return refuseToDraw("the file is empty") }
        if let format = facts.format {
            if format.kind != claimed.kind {
                refuseToDraw("the bytes are \(format.mimeType)")
            } else if !format.isAttachable || (format.kind != .image && format.family != claimed.family) {
                if !format.isAttachable { isDrawn = nil }
                notes.append(.atRisk(format, claimed))
            }
            return
        }
        if let description = facts.description { return refuseToDraw("the bytes are \(description)") }
        let type = facts.mimeType ?? ""
        notes.append(.inferred("The body was not read; its type is taken from the Content-Type."))
        let kind = claimed.kind?.rawValue ?? ""
        let isOpaque = type.isEmpty || type == "application/octet-stream"
        if !(type.hasPrefix("\(kind)/") || (isOpaque && (200..<300).contains(facts.status))) {
            refuseToDraw(type.isEmpty ? "the body is not a media file" : "the body is \(type)")
        }
    }

    private mutating func refuseToDraw(_ cause: String) {
        isDrawn = false
        error = .notification(105)
        notes.append(.notDrawn(cause))
    }
}
