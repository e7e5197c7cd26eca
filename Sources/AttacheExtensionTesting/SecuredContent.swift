import UserNotifications

/// The content of a call of the handler at the time of the call, with the valid attachments in the store.
// @unchecked Sendable: an immutable copy.
struct SecuredContent: @unchecked Sendable {
    /// The content with attachments of the store.
    let content: UNNotificationContent
    /// The attachments that the extension made.
    private let sources: [UNNotificationAttachment]
    private let store: AttachmentStore

    /// Copies the content and its attachments' files; an invalid attachment is dropped, the others stay.
    init(_ content: UNNotificationContent, in store: AttachmentStore, log: EventLog) {
        var stored: [UNNotificationAttachment] = []
        var sources: [UNNotificationAttachment] = []
        var types: [URL: String] = [:]
        for attachment in content.attachments {
            do throws(UNError) {
                for note in attachment.notes { log.add(.attachmentNoted, note) }
                guard types.updateValue(attachment.type, forKey: attachment.url) ?? attachment.type == attachment.type
                else { throw UNError(.attachmentInvalidURL, userInfo: [:]) }
                stored.append(try store.secure(attachment))
                sources.append(attachment)
                log.add(.attachmentSecured, "\(attachment.url.lastPathComponent) as \(attachment.type)")
            } catch {
                log.add(.attachmentDropped, "\(attachment.url.lastPathComponent): UNError \(error.errorCode)")
            }
        }
        self.content = content.replacing(attachments: stored)
        self.sources = sources
        self.store = store
    }

    /// Ends the move of the files into the store.
    func keep() { store.removeSources(of: sources) }

    /// Removes the copies; the extension's own files stay.
    func discard() { store.remove(content.attachments.map(\.url)) }
}
