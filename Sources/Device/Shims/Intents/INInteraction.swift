import AttacheSystem
public import Foundation
import UserNotifications

/// Who began an interaction.
public enum INInteractionDirection: Int, Sendable {
    /// Not known.
    case unspecified = 0
    /// The user.
    case outgoing = 1
    /// Another person.
    case incoming = 2
}

/// The app's answer to an intent.
open class INIntentResponse: NSObject {
    /// Creates an answer.
    public override init() {}
}

/// An intent that took place, which an app donates to the system.
///
/// A donation has no effect on Linux but to be listed in `donations`.
// @unchecked Sendable: an app sets the values before it donates.
open class INInteraction: NSObject, @unchecked Sendable {
    private static let limit = 10_000
    private static let donated = Locked<[INInteraction]>([])

    /// The intent.
    public let intent: INIntent
    /// The answer.
    public let intentResponse: INIntentResponse?
    /// Who began.
    open var direction = INInteractionDirection.unspecified
    /// The time.
    open var dateInterval: DateInterval?
    /// The identifier for a later removal.
    open var identifier = UUID().uuidString
    /// The identifier of a group of interactions.
    open var groupIdentifier: String?

    /// Creates an interaction.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// The donations of this process, the oldest first; the first 10,000 are kept.
    public static var donations: [INInteraction] { donated.withLock { $0 } }

    /// Donates the interaction; the handler runs on a queue of its own and gets no error.
    @preconcurrency
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        Self.donated.withLock { donated in
            if donated.count < Self.limit { donated.append(self) }
        }
        ExtensionActivity.note(.donated(summary))
        if let completion { DispatchQueue.global().async { completion(nil) } }
    }

    /// The kind of the intent with its people.
    private var summary: String {
        guard let people = (intent as? any CommunicationProviding)?.communication else { return "\(type(of: intent))" }
        let place = people.group ?? people.conversation
        return "\(type(of: intent)) of \(people.sender)" + (place.map { " in \($0)" } ?? "")
    }

    /// Donates the interaction.
    ///
    /// - Throws: Nothing on Linux; iOS throws when the app lacks the capability.
    open func donate() async throws {
        await withCheckedContinuation { continuation in
            donate { _ in continuation.resume() }
        }
    }

    /// Removes every donation.
    @preconcurrency
    open class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        delete(completion) { _ in true }
    }

    /// Removes the donations with one of the identifiers.
    @preconcurrency
    open class func delete(with identifiers: [String], completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let identifiers = Set(identifiers)
        delete(completion) { identifiers.contains($0.identifier) }
    }

    /// Removes the donations of a group.
    @preconcurrency
    open class func delete(with groupIdentifier: String, completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        delete(completion) { $0.groupIdentifier == groupIdentifier }
    }

    private static func delete(
        _ completion: (@Sendable ((any Error)?) -> Void)?,
        where isRemoved: (INInteraction) -> Bool
    ) {
        donated.withLock { $0.removeAll(where: isRemoved) }
        if let completion { DispatchQueue.global().async { completion(nil) } }
    }
}
