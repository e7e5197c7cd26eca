/// The `aps` dictionary as iOS reads it: wrongly typed values count as absent, empty strings too.
///
/// The rules are those of Apple's "Generating a remote notification" and of the parsing seen on iOS 17 and 18.
package struct APSDictionary: Sendable, Equatable {
    /// What the notification plays.
    package struct Sound: Sendable, Equatable {
        /// The file's name, or `default`.
        package var name: String
        /// Whether it sounds through the mute switch.
        package var isCritical: Bool
        /// 0 to 1, clamped; `nil` where none is given.
        package var volume: Double?

        /// Creates a sound.
        ///
        /// - Parameters:
        ///   - name: The file's name, or `default`.
        ///   - isCritical: Whether it sounds through the mute switch.
        ///   - volume: 0 to 1, or `nil`.
        package init(name: String, isCritical: Bool, volume: Double?) {
            self.name = name
            self.isCritical = isCritical
            self.volume = volume
        }
    }

    /// How `mutable-content` reads.
    package enum MutableContent: Sendable, Equatable {
        /// Not there.
        case absent
        /// There, and it means no: a number below 1, or `false`.
        case off
        /// There, and it means yes, as documented: a number of 1 or more, or `true`.
        case on
        /// There, and it means yes only because anything that is no number does.
        case onByUnusualValue
    }

    package var badge: Int?
    package var sound: Sound?
    package var interruptionLevel: String?
    /// 0 to 1, clamped.
    package var relevanceScore: Double?
    package var mutableContent = MutableContent.absent
    package var isContentAvailable = false

    /// Where the texts stand: few of them are ever needed as strings.
    var texts = APSTexts()

    package var title: String? { texts.string(texts.title) }
    package var subtitle: String? { texts.string(texts.subtitle) }
    package var body: String? { texts.string(texts.body) }
    package var threadIdentifier: String? { texts.string(texts.threadIdentifier) }
    package var categoryIdentifier: String? { texts.string(texts.categoryIdentifier) }
    package var targetContentIdentifier: String? { texts.string(texts.targetContentIdentifier) }

    /// Whether there is an alert to see: a title, subtitle or body that is not empty.
    package var hasVisibleAlert: Bool { texts.title > 0 || texts.subtitle > 0 || texts.body > 0 }

    /// An empty dictionary.
    package init() {}
}
