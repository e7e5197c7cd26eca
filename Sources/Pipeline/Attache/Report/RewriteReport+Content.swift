extension RewriteReport {
    /// The notification on the device: the members of `UNNotificationContent`.
    public struct Content: Sendable, Equatable {
        /// A button.
        public struct Action: Sendable, Equatable {
            /// The identifier that the app receives.
            public let identifier: String
            /// The text.
            public let title: String
        }

        /// The sound of a notification.
        public struct Sound: Sendable, Equatable {
            /// The name, `default` for the system's own sound.
            public let name: String
            /// Whether the sound plays despite the mute switch.
            public let isCritical: Bool
            /// The volume from 0 to 1, if the payload sets one.
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
        /// The identifier that groups notifications.
        public let threadIdentifier: String?
        /// The category, which sets the buttons.
        public let categoryIdentifier: String?
        /// The buttons of a category that the vendor's SDK registers.
        public let actions: [Action]
        /// The urgency.
        public let interruptionLevel: String?
        /// The rank in a summary, from 0 to 1.
        public let relevanceScore: Double?
        /// The scene to open.
        public let targetContentIdentifier: String?
        /// The payload as received.
        public let userInfo: JSONText
        /// The media; the banner shows the first.
        public let attachments: [Attachment]

        init(_ object: ReportObject) throws(RewriteReportError) {
            title = try object.string("title")
            subtitle = try object.string("subtitle")
            body = try object.string("body")
            badge = try object.integer("badge")
            sound = try Self.sound(object)
            threadIdentifier = try object.string("threadIdentifier")
            categoryIdentifier = try object.string("categoryIdentifier")
            actions = try object.objects("actions").map { object throws(RewriteReportError) in
                Action(
                    identifier: try object.required("identifier", object.string("identifier")),
                    title: try object.required("title", object.string("title"))
                )
            }
            interruptionLevel = try object.string("interruptionLevel")
            relevanceScore = try object.number("relevanceScore")
            targetContentIdentifier = try object.string("targetContentIdentifier")
            userInfo = try object.required("userInfo", object.text("userInfo"))
            attachments = try object.objects("attachments").map { object throws(RewriteReportError) in
                try Attachment(object)
            }
        }

        /// Reads a sound: a name, or an object for a critical sound or one with a volume.
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

    /// One attachment of the notification.
    public struct Attachment: Sendable, Equatable {
        /// The identifier within the notification.
        public let identifier: String
        /// The `file:` URL of the stored file, on the machine that wrote the report.
        public let url: String
        /// The uniform type identifier, such as `public.png`.
        public let type: String
        /// The media type, such as `image/png`.
        public let mime: String
        /// The extension of the stored file, without the full stop.
        public let fileExtension: String
        /// The file's length in bytes.
        public let byteCount: Int
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String
        /// Columns and rows, for containers that contain them.
        public let pixels: [Int]?
        /// The number of pictures, for containers that contain it.
        public let frameCount: Int?
        /// The URL in the payload.
        public let source: String

        init(_ object: ReportObject) throws(RewriteReportError) {
            identifier = try object.required("identifier", object.string("identifier"))
            url = try object.required("url", object.string("url"))
            type = try object.required("type", object.string("type"))
            mime = try object.required("mime", object.string("mime"))
            fileExtension = try object.required("extension", object.string("extension"))
            byteCount = try object.required("bytes", object.integer("bytes"))
            sha256 = try object.required("sha256", object.string("sha256"))
            pixels = object.value["pixels"].map { $0.elements.compactMap(\.integer) }
            frameCount = try object.integer("frames")
            source = try object.required("source", object.string("source"))
        }
    }
}
