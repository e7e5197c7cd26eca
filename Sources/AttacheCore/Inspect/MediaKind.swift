/// The three families of attachments, each with its own size limit.
public enum MediaKind: String, Sendable, CaseIterable {
    case image
    case video
    case audio
}
