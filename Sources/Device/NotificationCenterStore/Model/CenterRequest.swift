package import AttacheCore

/// A notification to deliver: identifier, content and trigger.
package struct CenterRequest: Sendable, Equatable {
    /// The identifier; a later request with the same one replaces this.
    package var identifier: String
    package var content: CenterContent
    /// The condition of the delivery; `nil` delivers at once.
    package var trigger: CenterTrigger?

    package init(identifier: String, content: CenterContent, trigger: CenterTrigger? = nil) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}

/// A delivered notification.
package struct CenterNotification: Sendable, Equatable {
    /// The place in the order of delivery: the latest has the highest.
    package let number: Int
    /// The time of the delivery, in milliseconds since 1970.
    package let time: Int
    /// The number of alerts: one more with each notification of the same identifier that it replaced.
    package let alertCount: Int
    package var request: CenterRequest

    package var identifier: String { request.identifier }
    package var content: CenterContent { request.content }

    /// Writes one JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("state", "delivered")
        writer.member("time", UTCTime.text(time))
        writer.member("alerts", alertCount)
        writer.key("content")
        content.write(to: &writer)
        writer.endObject()
    }
}

/// A request that waits for its trigger.
package struct PendingNotification: Sendable, Equatable {
    package let number: Int
    /// The next delivery, in milliseconds since 1970; `nil` when it is unknown or none follows.
    package let due: Int?
    package var request: CenterRequest

    package var identifier: String { request.identifier }

    /// Writes one JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("state", "pending")
        writer.member("time", due.map(UTCTime.text))
        writer.member("trigger", raw: request.trigger.map { Array($0.record.utf8) })
        writer.key("content")
        request.content.write(to: &writer)
        writer.endObject()
    }
}
