package import Attache
package import AttacheCore
import AttacheSystem
import NotificationCategories
package import UserNotifications

/// One push in the stand-in of a vendor's extension: the pipeline decides by the vendor's policy, and its result becomes the
/// content.
// @unchecked Sendable: the content is changed by one task.
package struct VendorPush: @unchecked Sendable {
    /// The content, which `process` changes.
    package let content: UNMutableNotificationContent
    private let userInfo: [AnyHashable: Any]
    private let identifier: String
    private let configuration: AttacheConfiguration

    /// Creates a push whose content is changed in place. The policy reads `userInfo`, which is that of the content
    /// without one.
    package init(
        _ content: UNMutableNotificationContent,
        reading userInfo: [AnyHashable: Any]? = nil,
        identifier: String,
        configuration: AttacheConfiguration
    ) {
        (self.content, self.identifier, self.configuration) = (content, identifier, configuration)
        self.userInfo = userInfo ?? content.userInfo
    }

    /// The configuration of a policy in the process of an extension.
    package static func configuration(policy: String) -> AttacheConfiguration {
        var configuration = AttacheConfiguration(extensionVariables: ProcessEnvironment.current)
        configuration.policy = policy
        return configuration
    }

    /// Whether the vendor's extension does not call the handler for a push.
    package static func neverAnswers(_ result: RewriteResult) -> Bool {
        result.reasons.contains { $0.code == .gateHandlerNotCalled }
            || result.device?.delay ?? .zero >= EvaluationContext.extensionTime
    }

    /// Loads the media and gives them to the content, with the texts, the group and the buttons that the extension sets; `nil`
    /// for a payload that is no push. Throws `ConfigurationError` for a policy or variables that cannot be used.
    package func process() async throws -> RewriteResult? {
        guard JSONSerialization.isValidJSONObject(userInfo),
            let payload = try? JSONSerialization.data(withJSONObject: userInfo, options: .withoutEscapingSlashes)
        else { return nil }
        let result = try await withAttache(configuration: configuration) { attache in
            let result = await attache.rewrite(Array(payload))
            // The store's file may be removed later; the attachment moves its own.
            let loaded = result.attachments.compactMap { Self.attachment(of: $0) }
            // The content may have attachments of the app.
            if !loaded.isEmpty { content.attachments = loaded }
            return result
        }
        guard result.outcome != .rejected else { return nil }
        if let texts = result.content?.texts {
            content.title = texts.title ?? content.title
            content.subtitle = texts.subtitle ?? content.subtitle
            content.body = texts.body ?? content.body
        }
        if let group = result.content?.aps.group { content.threadIdentifier = group }
        await addButtons(of: result, Array(payload))
        return result
    }

    /// Registers the category that the extension makes of the payload, and sets it.
    private func addButtons(of result: RewriteResult, _ payload: [UInt8]) async {
        guard let root = try? JSONDocument(parsing: payload).root,
            let buttons = PayloadButtons(madeOf: result, root, requestIdentifier: identifier)
        else { return }
        let center = UNUserNotificationCenter.current()
        let made = UNNotificationCategory(buttons.category, language: Locale.preferredLanguages.first ?? "en")
        let others = buttons.replacesOthers ? [] : await center.notificationCategories()
        if !others.contains(where: { $0.identifier == made.identifier }) {
            center.setNotificationCategories(others.union([made]))
        }
        content.categoryIdentifier = made.identifier
    }

    private static func attachment(of medium: Attachment) -> UNNotificationAttachment? {
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
}
