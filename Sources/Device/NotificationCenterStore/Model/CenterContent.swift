package import AttacheCore

/// The content of a notification in a notification centre.
package struct CenterContent: Sendable, Equatable {
    package var title = ""
    package var subtitle = ""
    package var body = ""
    /// The number on the app's icon: `nil` leaves it, 0 removes it.
    package var badge: Int?
    package var sound: CenterSound?
    /// The identifier of the group; empty for the app's own.
    package var threadIdentifier = ""
    package var categoryIdentifier = ""
    /// The category that a vendor's service extension makes of the payload for this notification alone.
    package var ownCategory: CenterCategory?
    package var targetContentIdentifier: String?
    package var level = InterruptionLevel.active
    /// The rank among the notifications of the app, 0 to 1.
    package var relevanceScore = 0.0
    package var filterCriteria: String?
    package var launchImageName = ""
    package var summaryArgument = ""
    package var summaryArgumentCount = 0
    /// The custom data as a JSON object; for a push, the whole payload.
    package var userInfo: [UInt8] = Array("{}".utf8)
    /// The custom data as a binary property list, where JSON cannot express it.
    package var propertyList: [UInt8]?
    /// The keys of the texts that the app's strings give, by `title`, `subtitle` and `body`.
    package var localized: [String: CenterLocalizedText] = [:]
    /// The media in the order of display; the first is in the banner.
    package var attachments: [CenterAttachment] = []

    package init() {}

    /// The content of a push, without its custom data and media.
    package init(_ aps: APSDictionary, alert: JSONValue?) {
        title = aps.title ?? ""
        subtitle = aps.subtitle ?? ""
        body = aps.body ?? ""
        badge = aps.badge
        sound = aps.sound.map { sound in
            CenterSound(
                name: sound.name == "default" ? nil : sound.name,
                isCritical: sound.isCritical,
                volume: sound.volume
            )
        }
        threadIdentifier = aps.threadIdentifier ?? ""
        categoryIdentifier = aps.categoryIdentifier ?? ""
        targetContentIdentifier = aps.targetContentIdentifier
        level = InterruptionLevel(name: aps.interruptionLevel)
        relevanceScore = aps.relevanceScore ?? 0
        launchImageName = alert?["launch-image"]?.string ?? ""
        summaryArgument = alert?["summary-arg"]?.string ?? ""
        summaryArgumentCount = max(0, alert?["summary-arg-count"]?.integer ?? 0)
    }

    /// Whether the alert has a text; a notification without one is not listed.
    package var isVisible: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }

    /// The first text of the alert.
    package var headline: String { [title, subtitle, body].first { !$0.isEmpty } ?? "" }
}

/// The importance and timing of a notification, in the order of rising importance.
package enum InterruptionLevel: Int, Sendable, CaseIterable {
    case passive, active, timeSensitive, critical

    /// The value in a payload.
    package var name: String {
        switch self {
        case .passive: "passive"
        case .active: "active"
        case .timeSensitive: "time-sensitive"
        case .critical: "critical"
        }
    }

    /// Reads the value of a payload; unknown ones count as active.
    package init(name: String?) {
        self = Self.allCases.first { $0.name == name } ?? .active
    }
}

/// A text by its key in the app's strings, with the arguments that replace its `%@`.
package struct CenterLocalizedText: Sendable, Equatable {
    package let key: String
    package let arguments: [String]

    package init(key: String, arguments: [String]) {
        self.key = key
        self.arguments = arguments
    }
}

package struct CenterSound: Sendable, Equatable {
    /// The file name; `nil` is the system's sound.
    package var name: String?
    /// Whether it plays in spite of the mute switch.
    package var isCritical: Bool
    /// 0 to 1.
    package var volume: Double?

    package init(name: String?, isCritical: Bool = false, volume: Double? = nil) {
        self.name = name
        self.isCritical = isCritical
        self.volume = volume
    }
}

/// A media file of a notification.
package struct CenterAttachment: Sendable, Equatable {
    package var identifier: String
    /// The uniform type identifier.
    package var typeIdentifier: String
    /// The absolute path: of any file before the notification is stored, of the centre's own copy after it.
    package var path: String
    /// The length in bytes, once the file is stored.
    package var byteCount: Int
    /// The options with an effect, as a JSON object.
    package var options: [UInt8]

    package init(
        identifier: String,
        typeIdentifier: String,
        path: String,
        byteCount: Int = 0,
        options: [UInt8] = Array("{}".utf8)
    ) {
        self.identifier = identifier
        self.typeIdentifier = typeIdentifier
        self.path = path
        self.byteCount = byteCount
        self.options = options
    }
}
