import UserNotifications

/// The content of a call of the handler at the time of the call, with the valid attachments in the store.
// @unchecked Sendable: an immutable copy.
struct SecuredContent: @unchecked Sendable {
    /// The content with attachments of the store.
    let content: UNNotificationContent
    /// The files that the extension attached.
    let sources: [URL]
    private let store: AttachmentStore
    private let removeSources: @Sendable () -> Void

    /// Copies the content and its attachments' files; an invalid attachment is dropped, the others stay.
    ///
    /// Files in `directory`, that of the notification centre, belong to other notifications and stay.
    init(_ content: UNNotificationContent, in store: AttachmentStore, directory: String?, log: EventLog) {
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
                let name = attachment.url.lastPathComponent
                log.add(.attachmentSecured, "\(name) as \(attachment.type)")
                if let last = stored.last, let words = AttachmentBytes.fault(of: last.url, type: last.type) {
                    log.add(.attachmentNoted, "\(name) is \(words): a device attaches it and shows no media.")
                }
            } catch {
                log.add(.attachmentDropped, "\(attachment.url.lastPathComponent): UNError \(error.errorCode)")
            }
        }
        self.content = content.replacing(attachments: stored)
        self.sources = sources.map(\.url)
        self.store = store
        removeSources = { [sources] in store.removeSources(of: sources, except: directory) }
    }

    /// Takes over content that another process secured in the store; files below `kept` stay when it is kept.
    init(_ content: UNNotificationContent, in store: AttachmentStore, sources: [URL], kept directories: [URL]) {
        self.content = content
        self.sources = sources
        self.store = store
        removeSources = {
            let kept = (directories + [store.directory]).map { $0.resolvingSymlinksInPath().path + "/" }
            for source in sources {
                let path = source.resolvingSymlinksInPath().path
                if !kept.contains(where: path.hasPrefix) { try? FileManager.default.removeItem(at: source) }
            }
        }
    }

    /// Ends the move of the files into the store.
    func keep() { removeSources() }

    /// Removes the copies; the extension's own files stay.
    func discard() { store.remove(content.attachments.map(\.url)) }
}
