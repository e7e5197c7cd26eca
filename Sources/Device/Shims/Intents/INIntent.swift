import AttacheSystem
public import Foundation
public import UserNotifications

/// What an app does for its user, such as the receipt of a message.
// @unchecked Sendable: the images are behind a lock, and the metadata is set before the intent is used.
open class INIntent: NSObject, @unchecked Sendable {
    private let images = Locked<[AnyKeyPath: INImage]>([:])
    /// The identifier that the system gives.
    public let identifier: String? = UUID().uuidString
    /// What the app says about the donation.
    open var donationMetadata: INIntentDonationMetadata?

    /// Creates an intent.
    public override init() {}

    func setImage(_ image: INImage?, for key: AnyKeyPath) {
        images.withLock { $0[key] = image }
    }

    /// The picture of a parameter.
    func image(for key: AnyKeyPath) -> INImage? { images.withLock { $0[key] } }
}

/// What an app says about a donation.
open class INIntentDonationMetadata: NSObject {
    /// Creates empty metadata.
    public override init() {}
}

/// What an app says about the donation of a message.
open class INSendMessageIntentDonationMetadata: INIntentDonationMetadata {
    /// Whether the message mentions the user.
    open var mentionsCurrentUser = false
    /// Whether the message answers one of the user.
    open var isReplyToCurrentUser = false
    /// Whether everyone in the group is notified.
    open var notifyRecipientAnyway = false
    /// The number of people who get the message.
    open var recipientCount = 0
}

/// An intent that has images of its parameters.
public protocol INIntentSetImageKeyPath: INIntent {}

extension INIntentSetImageKeyPath {
    /// Sets the image of a parameter, such as `\.sender`.
    public func setImage<Value>(_ image: INImage?, forParameterNamed parameterName: KeyPath<Self, Value>) {
        setImage(image, for: parameterName)
    }

    /// The image of a parameter.
    public func image<Value>(forParameterNamed parameterName: KeyPath<Self, Value>) -> INImage? {
        image(for: parameterName)
    }
}

extension INIntent: INIntentSetImageKeyPath {}

/// The kind of a message.
public enum INOutgoingMessageType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// A text.
    case outgoingMessageText = 1
    /// A recording.
    case outgoingMessageAudio = 2
}

/// A file of a message.
open class INSendMessageAttachment: NSObject {}

/// A message to or from the user; content that is updated from it is a communication notification.
open class INSendMessageIntent: INIntent, UNNotificationContentProviding, CommunicationProviding, @unchecked Sendable {
    /// The people who get the message.
    public let recipients: [INPerson]?
    /// The kind.
    public let outgoingMessageType: INOutgoingMessageType
    /// The text.
    public let content: String?
    /// The name of the group.
    public let speakableGroupName: INSpeakableString?
    /// The identifier of the conversation.
    public let conversationIdentifier: String?
    /// The name of the service.
    public let serviceName: String?
    /// The person who sends.
    public let sender: INPerson?
    /// The files.
    public let attachments: [INSendMessageAttachment]?

    /// Creates a message.
    public init(
        recipients: [INPerson]?,
        outgoingMessageType: INOutgoingMessageType = .unknown,
        content: String?,
        speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?,
        serviceName: String?,
        sender: INPerson?,
        attachments: [INSendMessageAttachment]? = nil
    ) {
        self.recipients = recipients
        self.outgoingMessageType = outgoingMessageType
        self.content = content
        self.speakableGroupName = speakableGroupName
        self.conversationIdentifier = conversationIdentifier
        self.serviceName = serviceName
        self.sender = sender
        self.attachments = attachments
    }

    package var communication: Communication {
        let pictures = [image(for: \INSendMessageIntent.sender), image(for: \INSendMessageIntent.speakableGroupName)]
        var people = Communication(
            kind: "message",
            sender: sender?.displayName ?? "",
            hasPicture: sender?.image != nil || pictures.contains { $0 != nil }
        )
        people.handle = sender?.personHandle?.value
        people.conversation = conversationIdentifier
        people.group = speakableGroupName?.spokenPhrase
        return people
    }
}
