import AttacheCore

/// What becomes of a payload: the decision, without a connection.
enum Settlement: Sendable {
    /// The result is published, and the payload is done.
    case publish(NATSPublication)
    /// A later delivery may have a better result.
    case retry(after: Duration)
    /// Another worker gets it at once: this one is ending.
    case giveBack
    /// There is no result, and a repetition would change nothing.
    case deadLetter(DeadReason)
}

/// Why a payload is among the dead letters.
struct DeadReason: Sendable, Equatable {
    /// The code of a reason, such as `payload.invalid-json`, or one of `work`.
    let code: String
    /// One sentence.
    let message: String

    /// The payload has ended its workers, as far as a count of deliveries shows it.
    static func poisonous(after count: Int) -> DeadReason {
        DeadReason(
            code: "work.poisonous",
            message:
                "It was delivered \(count) times without a result; it ends its workers, or they ended while they had it."
        )
    }

    /// Its tenant is none, so that its result would reach others.
    static let unknownTenant = DeadReason(
        code: "work.invalid-tenant",
        message: "The last token of its subject is no tenant; use up to 64 letters, digits, - and _."
    )

    /// No stream takes the result.
    static let tooLarge = DeadReason(
        code: "work.result-too-large",
        message: "Its result is longer than the stream of results accepts; use --emit payload, or raise max_msg_size."
    )
}

/// The rules by which results become settlements.
struct SettlementRules: Sendable {
    /// The delay of a retry is at most this long.
    private static let longestDelay = Duration.seconds(300)
    /// The delay of a result that could not be stored is at most this long.
    private static let longestStoreDelay = Duration.seconds(30)

    /// The longest part of a payload that a letter has, in bytes: with its headers it fits into a message of 1 MiB.
    private static let letterLimit = (1 << 20) - (1 << 13)

    /// Longer identifiers would fill the memory in which JetStream keeps them, in bytes.
    private static let identifierLimit = 256

    let names: FleetNames
    let format: OutputFormat
    /// The number of deliveries until a transient failure is final.
    let deliveries: Int
    /// The number of the last delivery in which a payload is processed.
    let lastDelivery: Int
    /// The delay of the first retry; each further one takes twice as long.
    let retryDelay: Duration
    /// The delay of the first repetition of a result that could not be stored.
    let storeDelay: Duration

    /// The reason for a dead letter that a payload is without being processed; `nil` for most payloads.
    func reasonNotToProcess(_ delivery: PayloadDelivery) -> DeadReason? {
        guard FleetNames.isToken(delivery.tenant) else { return .unknownTenant }
        let count = delivery.acknowledgement.deliveryCount
        return count > lastDelivery ? .poisonous(after: count - 1) : nil
    }

    func settle(_ result: RewriteResult, of delivery: PayloadDelivery) -> Settlement {
        if result.hasReason(where: { $0 == .fetchCancelled }) { return .giveBack }
        if result.outcome == .rejected {
            let reason = result.headline
            return .deadLetter(
                DeadReason(
                    code: reason?.code.rawValue ?? "payload.rejected",
                    message: reason?.message ?? "The payload is not a deliverable push."
                )
            )
        }
        let count = delivery.acknowledgement.deliveryCount
        if count < deliveries, isTransient(result) { return .retry(after: delay(retryDelay, before: count + 1)) }
        var writer = JSONWriter()
        format.write(result, isLabelled: true, to: &writer)
        return .publish(
            NATSPublication(
                subject: names.results(delivery.tenant),
                body: writer.bytes,
                headers: [
                    ("Nats-Msg-Id", identifier(result, delivery)),
                    ("Attache-Outcome", result.outcome.rawValue),
                    ("Attache-Position", delivery.position),
                ]
            )
        )
    }

    /// The identifier by which JetStream drops a repeated result: the payload's, within its tenant, or else its position
    /// in the stream.
    private func identifier(_ result: RewriteResult, _ delivery: PayloadDelivery) -> String {
        guard let identifier = result.identifier, identifier.count <= Self.identifierLimit else {
            return delivery.identifier
        }
        return "\(delivery.tenant):\(String(decoding: identifier, as: UTF8.self))"
    }

    /// Whether the media may load at another time; what the settings of the network decide does not change.
    private func isTransient(_ result: RewriteResult) -> Bool {
        guard result.isFallback, let headline = result.headline, !headline.isPermanent else { return false }
        return ["fetch", "attach"].contains(headline.code.stage)
    }

    /// The delay before the publication with a number; while the streams refuse a result, it is seldom repeated.
    func storeDelay(before number: Int) -> Duration {
        min(delay(storeDelay, before: number), Self.longestStoreDelay)
    }

    /// The delay before the attempt with a number, from that of the first repetition, which is the second attempt.
    private func delay(_ first: Duration, before count: Int) -> Duration {
        var delay = first
        for _ in 2..<max(2, min(count, 32)) where delay < Self.longestDelay { delay = delay * 2 }
        return min(delay, Self.longestDelay)
    }

    /// The message that keeps a payload without a result, with its reason in headers.
    func letter(_ delivery: PayloadDelivery, _ reason: DeadReason) -> NATSPublication {
        let length = delivery.body.count
        let isCut = length > Self.letterLimit
        return NATSPublication(
            subject: names.dead(delivery.tenant),
            body: isCut ? Array(delivery.body.prefix(Self.letterLimit)) : delivery.body,
            headers: [
                ("Nats-Msg-Id", "dead:\(delivery.identifier)"),
                ("Attache-Reason", reason.code),
                ("Attache-Message", String(reason.message.prefix(512))),
                ("Attache-Position", delivery.position),
                ("Attache-Deliveries", "\(delivery.acknowledgement.deliveryCount)"),
            ] + (isCut ? [("Attache-Length", "\(length)")] : [])
        )
    }
}
