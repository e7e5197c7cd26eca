// swift-format-ignore-file
import Intents
import UserNotifications
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A communication notification with an avatar, by async code.
class MessageService: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        Task {
            let best = request.content.mutableCopy() as! UNMutableNotificationContent
            do {
                contentHandler(try await self.decorate(best))
            } catch {
                contentHandler(best)
            }
        }
    }

    private func decorate(_ content: UNMutableNotificationContent) async throws -> UNNotificationContent {
        var avatar: INImage?
        if let text = content.userInfo["image"] as? String {
            var request = URLRequest(url: URL(string: text)!)
            request.timeoutInterval = 3
            let (data, response) = try await URLSession.shared.data(for: request)
            guard let http = response as? HTTPURLResponse, http.statusCode == 200 else { throw URLError(.badServerResponse) }
            avatar = INImage(imageData: data)
        }
        let handle = INPersonHandle(value: "kim", type: .unknown)
        let sender = INPerson(personHandle: handle, nameComponents: nil, displayName: content.title, image: avatar, contactIdentifier: nil, customIdentifier: nil, isMe: false, suggestionType: .none)
        let intent = INSendMessageIntent(recipients: nil, outgoingMessageType: .outgoingMessageText, content: content.body, speakableGroupName: INSpeakableString(spokenPhrase: "Group"), conversationIdentifier: "c", serviceName: nil, sender: sender, attachments: nil)
        intent.setImage(avatar, forParameterNamed: \.sender)
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.groupIdentifier = content.userInfo["group"] as? String
        try await interaction.donate()
        let updated = try content.updating(from: intent) as! UNMutableNotificationContent
        updated.threadIdentifier = "c"
        return updated
    }
}
