import Intents
import UserNotifications

// Shows the picture of a sale with a text of the extension's strings, or a message as one of its sender.
class NotificationService: UNNotificationServiceExtension {
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content else { return contentHandler(request.content) }
        if let name = content.userInfo["sender"] as? String { return show(content, from: name) }
        if content.userInfo["price"] != nil {
            content.subtitle =
                NSLocalizedString("offer", comment: "") + String(localized: " for \(settings["price"] ?? "")")
        }
        guard let text = content.userInfo["image"] as? String, let url = URL(string: text) else {
            return contentHandler(content)
        }
        URLSession.shared.downloadTask(with: url) { location, _, _ in
            if let location {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
                try? FileManager.default.moveItem(at: location, to: file)
                let options = [UNNotificationAttachmentOptionsThumbnailHiddenKey: false]
                content.attachments = [try? UNNotificationAttachment(identifier: "", url: file, options: options)]
                    .compactMap { $0 }
            }
            contentHandler(content)
        }.resume()
    }

    private var settings: [String: String] {
        guard let url = Bundle.main.url(forResource: "settings", withExtension: "json"),
            let data = try? Data(contentsOf: url)
        else { return [:] }
        return (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
    }

    private func show(_ content: UNMutableNotificationContent, from name: String) {
        let handle = INPersonHandle(value: "\(name)@example.com", type: .emailAddress)
        let person = INPerson(
            personHandle: handle,
            nameComponents: nil,
            displayName: name,
            image: nil,
            contactIdentifier: nil,
            customIdentifier: nil,
            isMe: false,
            suggestionType: .none
        )
        let intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: content.body,
            speakableGroupName: nil,
            conversationIdentifier: "team",
            serviceName: nil,
            sender: person,
            attachments: nil
        )
        INInteraction(intent: intent, response: nil).donate(completion: nil)
        let reply = UNNotificationAction(identifier: "reply", title: "Reply")
        UNUserNotificationCenter.current().setNotificationCategories([
            UNNotificationCategory(identifier: "message", actions: [reply], intentIdentifiers: [])
        ])
        contentHandler?((try? content.updating(from: intent)) ?? content)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let content { contentHandler(content) }
    }
}
