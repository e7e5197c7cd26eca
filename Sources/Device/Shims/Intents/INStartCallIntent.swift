public import UserNotifications

/// The sound of a call.
public enum INCallAudioRoute: Int, Sendable {
    /// The app decides.
    case unknown = 0
    /// The loudspeaker.
    case speakerphoneAudioRoute = 1
    /// A headset.
    case bluetoothAudioRoute = 2
}

/// The kind of a call's other end.
public enum INCallDestinationType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// A person.
    case normal = 1
    /// An emergency service.
    case emergency = 2
    /// The mailbox.
    case voicemail = 3
    /// The last number.
    case redial = 4
    /// The last caller.
    case callBack = 5
}

/// The media of a call.
public enum INCallCapability: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Sound only.
    case audioCall = 1
    /// Sound and pictures.
    case videoCall = 2
}

/// A call to or from the user; content that is updated from it is a communication notification.
open class INStartCallIntent: INIntent, UNNotificationContentProviding, CommunicationProviding, @unchecked Sendable {
    /// The sound.
    public let audioRoute: INCallAudioRoute
    /// The kind of the other end.
    public let destinationType: INCallDestinationType
    /// The people.
    public let contacts: [INPerson]?
    /// The media.
    public let callCapability: INCallCapability

    /// Creates a call; the records of earlier calls have no form on Linux and are `nil`.
    public init(
        callRecordFilter: Never? = nil,
        callRecordToCallBack: Never? = nil,
        audioRoute: INCallAudioRoute,
        destinationType: INCallDestinationType,
        contacts: [INPerson]?,
        callCapability: INCallCapability
    ) {
        self.audioRoute = audioRoute
        self.destinationType = destinationType
        self.contacts = contacts
        self.callCapability = callCapability
    }

    package var communication: Communication {
        let names = (contacts ?? []).map(\.displayName).joined(separator: ", ")
        var people = Communication(
            kind: "call",
            sender: names,
            hasPicture: contacts?.contains { $0.image != nil } ?? false
        )
        people.handle = contacts?.first?.personHandle?.value
        return people
    }
}
