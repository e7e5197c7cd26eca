import Foundation
package import FoundationEssentials

/// The directory in which a notification centre keeps the files of attachments.
package struct AttachmentStore: Sendable {
    package let directory: URL

    package init(directory: URL) {
        self.directory = directory
    }

    /// Copies an attachment's file into the store, so that later changes of the file have no effect on it.
    package func secure(_ attachment: UNNotificationAttachment) throws(UNError) -> UNNotificationAttachment {
        // The type was checked by the initializer; the file may have changed since.
        guard let type = AttachmentType.named(byHint: attachment.type) else {
            throw UNError(.attachmentUnrecognizedType)
        }
        let source = attachment.url.resolvingSymlinksInPath()
        guard UNNotificationAttachment.size(of: source) != nil else { throw UNError(.attachmentInvalidURL) }
        let suffix = type.preferredExtension.isEmpty ? source.pathExtension : type.preferredExtension
        let stored = directory.appendingPathComponent("\(UUID().uuidString).\(suffix)")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: source, to: stored)
        } catch {
            throw UNError(.attachmentMoveIntoDataStoreFailed)
        }
        guard let size = UNNotificationAttachment.size(of: stored), size <= type.byteLimit else {
            remove([stored])
            throw UNError(.attachmentInvalidFileSize)
        }
        return UNNotificationAttachment(attachment, storedAt: stored)
    }

    /// Throws for an attachment that is no longer valid: the file may have changed since the attachment was made.
    func check(_ attachment: UNNotificationAttachment) throws(UNError) {
        guard let type = AttachmentType.named(byHint: attachment.type) else {
            throw UNError(.attachmentUnrecognizedType)
        }
        guard let size = UNNotificationAttachment.size(of: attachment.url.resolvingSymlinksInPath()) else {
            throw UNError(.attachmentInvalidURL)
        }
        guard size <= type.byteLimit else { throw UNError(.attachmentInvalidFileSize) }
    }

    /// Ends the move of secured attachments: removes the files that they were copied from, except those of the bundle
    /// and of the store, and those in a directory of the centre.
    package func removeSources(of attachments: [UNNotificationAttachment], except directory: String? = nil) {
        for attachment in attachments where !contains(attachment.url) {
            // By a path through a link, too.
            let parent = attachment.url.deletingLastPathComponent().resolvingSymlinksInPath()
            if let directory, parent == URL(fileURLWithPath: directory).resolvingSymlinksInPath() { continue }
            let path = attachment.url.resolvingSymlinksInPath().path
            let bundle = Bundle.main.resourceURL?.resolvingSymlinksInPath().path ?? Bundle.main.bundlePath
            if !path.hasPrefix(bundle + "/") { try? FileManager.default.removeItem(at: attachment.url) }
        }
    }

    /// Removes files of the store; others stay.
    package func remove(_ urls: [URL]) {
        for url in urls where contains(url) { try? FileManager.default.removeItem(at: url) }
    }

    /// Removes the directory.
    func removeAll() { try? FileManager.default.removeItem(at: directory) }

    private func contains(_ url: URL) -> Bool {
        url.deletingLastPathComponent().standardizedFileURL.path == directory.standardizedFileURL.path
    }
}
