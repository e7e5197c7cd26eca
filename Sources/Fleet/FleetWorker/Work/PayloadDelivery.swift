/// One delivery of a payload by a consumer: its body, and the position that JetStream writes into the reply subject.
struct PayloadDelivery: Sendable {
    /// The number of the delivery in this process.
    var number = 0
    /// The index of the consumer.
    var consumer = 0
    /// The sender's part of the fleet: the last token of the subject.
    var tenant = ""
    let body: [UInt8]
    let acknowledgement: AcknowledgementSubject

    /// The place of the payload in its stream, for people and headers.
    var position: String { "\(acknowledgement.stream)#\(acknowledgement.streamSequence)" }

    /// The identifier of the payload, which also differs from those of a stream that had the name before.
    var identifier: String { "\(position)@\(acknowledgement.storedTime)" }
}

/// The subject that acknowledges a delivery, with the position of its message.
///
/// Older servers write `$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.CONSUMER-SEQUENCE.TIME.PENDING`; newer ones have a
/// domain and an account before the stream, and may append tokens
/// (https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-15.md).
struct AcknowledgementSubject: Sendable {
    let text: String
    let stream: String
    let consumer: String
    let streamSequence: Int
    /// When the stream stored the message, in nanoseconds since 1970; the same at each delivery.
    let storedTime: Int
    /// How often the message was delivered, this time included.
    let deliveryCount: Int
    /// The number of messages that wait at the consumer.
    let pendingCount: Int

    init?(_ text: String) {
        let tokens = text.split(separator: ".", omittingEmptySubsequences: false)
        guard tokens.count == 9 || tokens.count >= 11, tokens[0] == "$JS", tokens[1] == "ACK" else { return nil }
        let start = tokens.count == 9 ? 2 : 4
        guard let delivered = Int(tokens[start + 2]), let sequence = Int(tokens[start + 3]),
            let time = Int(tokens[start + 5]), let pending = Int(tokens[start + 6])
        else { return nil }
        self.text = text
        stream = String(tokens[start])
        consumer = String(tokens[start + 1])
        streamSequence = sequence
        storedTime = time
        deliveryCount = delivered
        pendingCount = pending
    }
}

/// The answers to a delivery, which are published to its acknowledgement subject.
enum Acknowledgement: Sendable, Equatable {
    /// The message is done, and leaves the queue.
    case done
    /// The worker is still at it: the time until the next delivery starts again.
    case inProgress
    /// The message is given back, for another worker at once or after a delay.
    case giveBack(after: Duration?)

    var body: [UInt8] {
        switch self {
        case .done: Array("+ACK".utf8)
        case .inProgress: Array("+WPI".utf8)
        case .giveBack(nil): Array("-NAK".utf8)
        case .giveBack(let delay?): Array("-NAK {\"delay\":\(FleetPlan.nanoseconds(delay))}".utf8)
        }
    }
}
