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

extension RewriteReport {
    /// One attachment as the notification shows it.
    public struct Attachment: Sendable, Equatable {
        /// Its identifier within the notification.
        public let identifier: String
        /// The `file:` URL of the stored file, on the machine that made the report.
        public let url: String
        /// The uniform type identifier, such as `public.png`.
        public let type: String
        /// The media type, such as `image/png`.
        public let mime: String
        /// The extension it is stored under, without the full stop.
        public let fileExtension: String
        /// The file's length in bytes.
        public let byteCount: Int
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String
        /// Columns and rows, where the container tells.
        public let pixels: [Int]?
        /// Pictures in it, where the container tells.
        public let frameCount: Int?
        /// The URL as it stands in the payload.
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
