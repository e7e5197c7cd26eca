import Attache
import AttacheCore
import NotificationCategories
import UserNotifications
import VendorSupport

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
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return (nil, nil) }
        let actions = HIVEActions(configuration)
        await actions.register(in: .current())
        let hasButtons = !(actions.categories[content.categoryIdentifier]?.actions.isEmpty ?? true)
        let push = VendorPush(content, identifier: request.identifier, configuration: configuration.attache)
        let result: RewriteResult
        do {
            // The keys of the configuration are the app's own: they win over those of the policy.
            defer { if let group { content.threadIdentifier = group } }
            guard let made = try await push.process() else { return (nil, nil) }
            result = made
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

    private static func isAudio(_ url: String) -> Bool {
        let path = URL(string: url)?.path ?? url
        return MediaFormat.named(byExtension: (path as NSString).pathExtension)?.kind == .audio
    }
}
