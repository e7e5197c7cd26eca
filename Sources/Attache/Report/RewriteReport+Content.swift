extension RewriteReport {
    /// What the device shows: the members of `UNNotificationContent`.
    public struct Content: Sendable, Equatable {
        /// The sound of a notification.
        public struct Sound: Sendable, Equatable {
            /// Its name, `default` for the system's own.
            public let name: String
            /// Whether it sounds through the mute switch.
            public let isCritical: Bool
            /// From 0 to 1, where the payload says so.
            public let volume: Double?
        }

        /// The title.
        public let title: String?
        /// The subtitle.
        public let subtitle: String?
        /// The body.
        public let body: String?
        /// The number on the app's icon.
        public let badge: Int?
        /// The sound.
        public let sound: Sound?
        /// What notifications are grouped by.
        public let threadIdentifier: String?
        /// The category, which brings the buttons.
        public let categoryIdentifier: String?
        /// How urgent it is.
        public let interruptionLevel: String?
        /// How it is ranked in a summary, from 0 to 1.
        public let relevanceScore: Double?
        /// The scene that it opens.
        public let targetContentIdentifier: String?
        /// The payload as received.
        public let userInfo: JSONText
        /// The media, the first of which shows in the banner.
        public let attachments: [Attachment]

        init(_ object: ReportObject) throws(RewriteReportError) {
            title = try object.string("title")
            subtitle = try object.string("subtitle")
            body = try object.string("body")
            badge = try object.integer("badge")
            sound = try Self.sound(object)
            threadIdentifier = try object.string("threadIdentifier")
            categoryIdentifier = try object.string("categoryIdentifier")
            interruptionLevel = try object.string("interruptionLevel")
            relevanceScore = try object.number("relevanceScore")
            targetContentIdentifier = try object.string("targetContentIdentifier")
            userInfo = try object.required("userInfo", object.text("userInfo"))
            attachments = try object.objects("attachments").map { object throws(RewriteReportError) in
                try Attachment(object)
            }
        }

        /// A sound is a name, or an object where it is critical or has a volume.
        private static func sound(_ content: ReportObject) throws(RewriteReportError) -> Sound? {
            guard content.value["sound"]?.kind == .object, let sound = try content.object("sound") else {
                return try content.string("sound").map { Sound(name: $0, isCritical: false, volume: nil) }
            }
            return Sound(
                name: try sound.required("name", sound.string("name")),
                isCritical: try sound.boolean("critical") ?? false,
                volume: try sound.number("volume")
            )
        }
    }
}
