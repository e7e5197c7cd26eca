public import Foundation

/// The domain of `UNError`.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the notification system.
public struct UNError: _BridgedStoredNSError {
    /// The error as an `NSError`.
    public let _nsError: NSError

    /// Wraps an error of the domain `UNErrorDomain`.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The error's domain.
    public static var _nsErrorDomain: String { UNErrorDomain }

    /// The cause of an error.
    public enum Code: Int, _ErrorCodeProtocol, CaseIterable, Sendable {
        /// The error that has these codes.
        public typealias _ErrorType = UNError

        /// The app may not notify.
        case notificationsNotAllowed = 1
        /// The attachment has no readable file at a file URL.
        case attachmentInvalidURL = 100
        /// The attachment's type is unknown or not attachable.
        case attachmentUnrecognizedType = 101
        /// The attachment is too large for its type.
        case attachmentInvalidFileSize = 102
        /// The attachment's file is not in the store.
        case attachmentNotInDataStore = 103
        /// The attachment's file could not be moved into the store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment cannot be decoded.
        case attachmentCorrupt = 105
        /// The trigger has no date.
        case notificationInvalidNoDate = 1400
        /// The content has nothing to show.
        case notificationInvalidNoContent = 1401
        /// The app may not use the content provider.
        case contentProvidingObjectNotAllowed = 1500
        /// The content provider is invalid.
        case contentProvidingInvalid = 1501
        /// The badge number is invalid.
        case badgeInputInvalid = 1600

        /// The sentence of `localizedDescription`.
        var sentence: String {
            switch self {
            case .notificationsNotAllowed: "Notifications are not allowed for this application"
            case .attachmentInvalidURL: "Invalid attachment file URL"
            case .attachmentUnrecognizedType: "Unrecognized attachment file type"
            case .attachmentInvalidFileSize: "Invalid attachment file size"
            case .attachmentNotInDataStore: "Attachment is not in the data store"
            case .attachmentMoveIntoDataStoreFailed: "Failed to move attachment file into data store"
            case .attachmentCorrupt: "Attachment is corrupt"
            case .notificationInvalidNoDate: "Notification has no date"
            case .notificationInvalidNoContent: "Notification has no user visible content"
            case .contentProvidingObjectNotAllowed: "Content providing object not allowed"
            case .contentProvidingInvalid: "Content providing object is invalid"
            case .badgeInputInvalid: "Badge count is invalid"
            }
        }
    }

    init(_ code: Code) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: code.sentence])
    }

    /// The app may not notify.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// The attachment has no readable file at a file URL.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The attachment's type is unknown or not attachable.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The attachment is too large for its type.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The attachment's file is not in the store.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The attachment's file could not be moved into the store.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// The attachment cannot be decoded.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The trigger has no date.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// The content has nothing to show.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// The app may not use the content provider.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The content provider is invalid.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The badge number is invalid.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}
