public import Foundation

/// The kind of a person's handle.
public enum INPersonHandleType: Int, Sendable {
    /// Neither an address nor a number.
    case unknown = 0
    /// An e-mail address.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// What an address is for.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a label of any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At home.
    public static let home = INPersonHandleLabel(rawValue: "home")
    /// At work.
    public static let work = INPersonHandleLabel(rawValue: "work")
    /// A mobile telephone.
    public static let mobile = INPersonHandleLabel(rawValue: "mobile")
    /// The main telephone.
    public static let main = INPersonHandleLabel(rawValue: "main")
    /// Any other.
    public static let other = INPersonHandleLabel(rawValue: "other")
}

/// The address of a person.
// @unchecked Sendable: nothing changes after `init`.
open class INPersonHandle: NSObject, @unchecked Sendable {
    /// The address, number or name.
    public let value: String?
    /// The kind.
    public let type: INPersonHandleType

    /// What the address is for.
    public let label: INPersonHandleLabel?

    /// Creates a handle.
    public convenience init(value: String?, type: INPersonHandleType) {
        self.init(value: value, type: type, label: nil)
    }

    /// Creates a handle with what it is for.
    public init(value: String?, type: INPersonHandleType, label: INPersonHandleLabel?) {
        self.value = value
        self.type = type
        self.label = label
    }

    /// Whether the other object is an equal handle.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPersonHandle else { return false }
        return value == other.value && type == other.type
    }

    /// A hash of the value.
    open override var hash: Int { value.hashValue }
}

/// The reason for which the system suggests a person.
public enum INPersonSuggestionType: Int, Sendable {
    /// No reason.
    case none = 0
    /// A social profile.
    case socialProfile = 1
    /// An instant message.
    case instantMessageAddress = 2
}

/// A picture of a person or a group.
// @unchecked Sendable: nothing changes after `init`.
open class INImage: NSObject, @unchecked Sendable {
    /// The bytes of an image of `init(imageData:)`.
    public let imageData: Data?
    /// The place of an image of `init(url:)`.
    public let url: URL?
    /// The name of an image of `init(named:)`.
    public let name: String?

    /// Creates an image of bytes.
    public init(imageData: Data) {
        self.imageData = imageData
        url = nil
        name = nil
    }

    /// Creates an image of a file, which is not read.
    public init?(url: URL) {
        imageData = nil
        self.url = url
        name = nil
    }

    /// Creates an image of the app's bundle.
    public init(named name: String) {
        imageData = nil
        url = nil
        self.name = name
    }
}

/// A person who sends or gets a message.
// @unchecked Sendable: nothing changes after `init`.
open class INPerson: NSObject, @unchecked Sendable {
    /// The address.
    public let personHandle: INPersonHandle?
    /// The parts of the name.
    public let nameComponents: PersonNameComponents?
    /// The name that is shown: the given one, or that of the parts, or the address.
    public let displayName: String
    /// The picture.
    public let image: INImage?
    /// The identifier in the address book.
    public let contactIdentifier: String?
    /// The app's identifier.
    public let customIdentifier: String?
    /// Whether the person is the user of the device.
    public let isMe: Bool
    /// Further addresses.
    public let aliases: [INPersonHandle]?
    /// The reason for which the system suggests the person.
    public let suggestionType: INPersonSuggestionType

    /// Creates a person; iOS has an initializer for each of the last parameters, of which a suggestion as a contact has no
    /// effect on Linux.
    public init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        aliases: [INPersonHandle]? = nil,
        isMe: Bool = false,
        isContactSuggestion: Bool = false,
        suggestionType: INPersonSuggestionType = .none
    ) {
        self.personHandle = personHandle
        self.nameComponents = nameComponents
        let parts = [nameComponents?.givenName, nameComponents?.familyName].compactMap(\.self).joined(separator: " ")
        self.displayName = displayName ?? (parts.isEmpty ? personHandle.value ?? "" : parts)
        self.image = image
        self.contactIdentifier = contactIdentifier
        self.customIdentifier = customIdentifier
        self.isMe = isMe
        self.aliases = aliases
        self.suggestionType = suggestionType
    }

    /// Whether the other object is a person with an equal address and equal names.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPerson else { return false }
        return personHandle == other.personHandle && displayName == other.displayName
            && contactIdentifier == other.contactIdentifier && customIdentifier == other.customIdentifier
            && isMe == other.isMe
    }

    /// A hash of the name.
    open override var hash: Int { displayName.hashValue }
}

/// A text that Siri can speak.
// @unchecked Sendable: nothing changes after `init`.
open class INSpeakableString: NSObject, @unchecked Sendable {
    /// The text.
    public let spokenPhrase: String
    /// The app's identifier of the text.
    public let vocabularyIdentifier: String?
    /// The pronunciation.
    public let pronunciationHint: String?

    /// Creates a text.
    public init(spokenPhrase: String) {
        self.spokenPhrase = spokenPhrase
        vocabularyIdentifier = nil
        pronunciationHint = nil
    }

    /// Creates a text with an identifier and a pronunciation.
    public init(vocabularyIdentifier: String, spokenPhrase: String, pronunciationHint: String?) {
        self.spokenPhrase = spokenPhrase
        self.vocabularyIdentifier = vocabularyIdentifier
        self.pronunciationHint = pronunciationHint
    }

    /// Whether the other object is an equal text.
    open override func isEqual(_ object: Any?) -> Bool {
        spokenPhrase == (object as? INSpeakableString)?.spokenPhrase
    }

    /// A hash of the text.
    open override var hash: Int { spokenPhrase.hashValue }
}
