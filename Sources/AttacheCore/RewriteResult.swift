/// Everything there is to say about one payload.
public struct RewriteResult: Sendable {
    /// The sender's own name for the item, as JSON text.
    public package(set) var identifier: [UInt8]?
    /// Where the item came from; its text is made when somebody asks for it.
    package var origin: ItemSource
    /// What became of it.
    public package(set) var outcome: Outcome
    /// The policy's name; `nil` when the item was rejected.
    public package(set) var policy: String?
    /// The network's name; `nil` when the item was rejected.
    public package(set) var network: String?
    /// What the device shows; `nil` when the item was rejected.
    package var content: NotificationContent?
    /// What to send, as JSON text; `nil` when the item was rejected.
    public package(set) var payload: [UInt8]?
    /// The APNs headers of the envelope, as JSON text.
    package var headers: [UInt8]?
    /// Whether the input was an envelope.
    package var isEnvelope: Bool
    /// The findings, the headline first.
    public package(set) var reasons: [Reason]
    /// Where the time went.
    package var timing: ResultTiming
    /// What each media reference took.
    package var traces: [TransferRecord] = []
    /// The verdict on the only media, when others share it: its parts have been written already.
    var shared: EncodedVerdict?

    /// The media that the push shows, the first in its banner.
    public var attachments: [Attachment] { content?.attachments ?? [] }

    /// Where the time went.
    public var times: StageTimes { StageTimes(timing) }

    /// Where the item came from, such as `campaign.ndjson#3`.
    public var source: String { origin.description }

    /// The finding that decided the outcome: the first that blocks.
    public var headline: Reason? { reasons.first { $0.severity == .block } }

    /// Whether the push shows less than its sender meant it to: named media that are not shown.
    public var isFallback: Bool {
        outcome == .plain || (outcome == .untouched && headline != nil)
    }
}

/// What the device shows: the members of `UNNotificationContent`.
package struct NotificationContent: Sendable, Equatable {
    /// Text, badge, sound and the other members that come from `aps`.
    package var aps: APSDictionary
    /// The payload as received, as JSON text.
    package var userInfo: [UInt8]
    /// The media, the first of which shows in the banner.
    package var attachments: [Attachment]
}
