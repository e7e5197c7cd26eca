import AttacheSystem

/// What an extension asks of the system besides the content that it hands over.
package enum ExtensionActivity: Sendable {
    /// It donated an interaction.
    case donated(String)
    /// It replaced the categories of the app.
    case registeredCategories(String)
    /// It removed delivered notifications.
    case removedNotifications(String)

    /// A reference: a closure in a lock would be wrapped again at each access.
    private final class Observer: Sendable {
        let note: @Sendable (ExtensionActivity) -> Void

        init(_ note: @escaping @Sendable (ExtensionActivity) -> Void) { self.note = note }
    }

    private static let observer = Locked<Observer?>(nil)

    /// Calls a closure for everything that extensions of this process do from now on, in place of that given before.
    package static func observe(_ note: @escaping @Sendable (ExtensionActivity) -> Void) {
        observer.withLock { $0 = Observer(note) }
    }

    /// Passes an activity to the host, if there is one.
    package static func note(_ activity: ExtensionActivity) {
        let current = observer.withLock { $0 }
        current?.note(activity)
    }
}

/// The people of a communication notification: iOS shows the sender's picture and name.
package struct Communication: Sendable, Hashable {
    /// Message or call.
    package var kind: String
    /// The name of the sender, or of the people of a call.
    package var sender: String
    /// The address of the sender.
    package var handle: String?
    /// The identifier of the conversation.
    package var conversation: String?
    /// The name of the group.
    package var group: String?
    /// Whether there is a picture of the sender or the group.
    package var hasPicture: Bool

    package init(kind: String, sender: String, hasPicture: Bool) {
        (self.kind, self.sender, self.hasPicture) = (kind, sender, hasPicture)
    }
}

/// An intent of which content is made a communication notification.
package protocol CommunicationProviding {
    var communication: Communication { get }
}
