import Attache
import AttacheCore
import NotificationCategories
import UserNotifications

/// One push in Hive's service extension.
// @unchecked Sendable: the request is immutable.
struct HIVEPush: @unchecked Sendable {
    private let request: UNNotificationRequest
    private let configuration: HIVEConfiguration

    init(_ request: UNNotificationRequest, _ configuration: HIVEConfiguration) {
        self.request = request
        self.configuration = configuration
    }

    /// Loads the media and applies group and buttons; no content for a payload that is not one of a push.
    func processed() async -> (HIVEContent?, HIVEReport?) {
        let userInfo = request.content.userInfo
        guard JSONSerialization.isValidJSONObject(userInfo),
            let payload = try? JSONSerialization.data(withJSONObject: userInfo),
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return (nil, nil) }
        if let group = group { content.threadIdentifier = group }
        let actions = HIVEActions(configuration)
        await actions.register(in: .current())
        let hasButtons = !(actions.categories[content.categoryIdentifier]?.actions.isEmpty ?? true)
        let result: RewriteResult
        do {
            result = try await withAttache(configuration: configuration.attache) { attache in
                let result = await attache.rewrite(Array(payload))
                // The store's file may be removed later; the attachment moves its own.
                content.attachments = result.attachments.compactMap { attachment(of: $0) }
                return result
            }
        } catch {
            let report = HIVEReport(
                outcome: .plain,
                reasons: [],
                actionProblems: actions.problems + ["\(error)"],
                hasAudioHazard: false,
                showsThumbnailOnly: false
            )
            return (HIVEContent(content: content), report)
        }
        guard result.outcome != .rejected else { return (nil, nil) }
        let report = HIVEReport(
            outcome: result.outcome,
            reasons: result.reasons,
            actionProblems: actions.problems,
            hasAudioHazard: result.media.contains { Self.isAudio($0.text) },
            showsThumbnailOnly: hasButtons && !content.attachments.isEmpty
        )
        return (HIVEContent(content: content), report)
    }

    /// The value of the first group key that has a text.
    private var group: String? {
        for keys in configuration.groupKeys {
            var value: Any? = request.content.userInfo
            for key in keys { value = (value as? [AnyHashable: Any])?[key] }
            if let text = value as? String, !text.isEmpty { return text }
        }
        return nil
    }

    private func attachment(of medium: Attachment) -> UNNotificationAttachment? {
        let name = "\(UUID().uuidString).\(medium.fileExtension)"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        guard (try? FileManager.default.copyItem(atPath: medium.path, toPath: file.path)) != nil else { return nil }
        let options = [UNNotificationAttachmentOptionsTypeHintKey: medium.format.typeIdentifier]
        do {
            return try UNNotificationAttachment(identifier: medium.identifier, url: file, options: options)
        } catch {
            try? FileManager.default.removeItem(at: file)
            return nil
        }
    }

    private static func isAudio(_ url: String) -> Bool {
        let path = URL(string: url)?.path ?? url
        return MediaFormat.named(byExtension: (path as NSString).pathExtension)?.kind == .audio
    }
}
