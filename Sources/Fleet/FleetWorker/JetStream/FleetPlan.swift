import AttacheCore

/// The streams and consumers of a fleet, with every limit that `attached work setup` gives them.
package struct FleetPlan: Sendable {
    /// The size limit of a payload in the stream of work; more than any payload that a phone could receive, so that a
    /// longer one reaches the dead letters with its reason.
    private static let messageLimit = 1 << 20
    private static let day = 86_400 * 1_000_000_000

    package var names = FleetNames.standard
    /// The size limit of the verdicts that workers share, in bytes; the oldest are removed.
    private static let verdictLimit = 256 << 20
    /// The size limit of one of them, in bytes.
    private static let verdictMessageLimit = 1 << 16

    /// The number of servers that store each message.
    package var replicas = 1
    /// The time after which JetStream delivers a payload again whose worker has ended.
    package var ackWait = Duration.seconds(30)
    /// The time in which JetStream drops a repeated result; longer than any payload is under way.
    package var duplicateWindow = Duration.seconds(600)
    /// The limit of unfinished payloads of each consumer.
    package var pendingLimit = 20_000
    /// The tenants with consumers of their own; none for one consumer of all.
    package var tenants: [String] = []

    package init() {}

    /// One sentence for each problem.
    package var problems: [String] {
        var problems = tenants.filter { !FleetNames.isToken($0) }.map {
            "tenant: invalid name \"\($0)\"; use letters, digits, - and _, at most 64."
        }
        if duplicateWindow < ackWait * 2 {
            problems.append(
                "duplicate-window: invalid time \"\(duplicateWindow)\"; use at least twice --ack-wait, or results repeat."
            )
        }
        return problems
    }

    /// One stream or consumer.
    struct Part {
        enum Kind: String {
            case stream
            case consumer
        }

        let kind: Kind
        let name: String
        /// The configuration as JSON, with JetStream's member names.
        let configuration: [UInt8]
    }

    var parts: [Part] {
        [
            // A payload that is full of work must refuse more rather than lose the oldest.
            stream(names.workStream, names.work("*"), retention: "workqueue", days: 7),
            stream(names.resultStream, names.results("*"), retention: "limits", days: 1),
            stream(names.deadStream, names.dead("*"), retention: "limits", days: 30),
            verdicts,
        ]
            + (tenants.isEmpty
                ? [consumer("workers", names.work("*"))]
                : tenants.map { consumer("tenant-\($0)", names.work($0)) })
    }

    private func stream(_ name: String, _ subject: String, retention: String, days: Int) -> Part {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", name)
        writer.member("subjects", raw: Array("[\"\(subject)\"]".utf8))
        writer.member("retention", retention)
        writer.member("storage", "file")
        writer.member("num_replicas", replicas)
        writer.member("discard", "new")
        writer.member("max_age", days * Self.day)
        writer.member("max_bytes", -1)
        writer.member("max_msgs", -1)
        writer.member("max_msg_size", Self.messageLimit)
        writer.member("duplicate_window", Self.nanoseconds(duplicateWindow))
        writer.endObject()
        return Part(kind: .stream, name: name, configuration: writer.bytes)
    }

    /// The stream of a key-value bucket, with the members by which clients of NATS recognise one.
    private var verdicts: Part {
        var writer = JSONWriter()
        writer.beginObject()
        let name = KeyValueBucket.stream(names.verdictBucket)
        writer.member("name", name)
        writer.member("subjects", raw: Array("[\"\(KeyValueBucket.subjects(names.verdictBucket))\"]".utf8))
        writer.member("retention", "limits")
        writer.member("storage", "file")
        writer.member("num_replicas", replicas)
        writer.member("discard", "old")
        writer.member("max_age", Self.day)
        writer.member("max_bytes", Self.verdictLimit)
        writer.member("max_msgs_per_subject", 1)
        writer.member("max_msg_size", Self.verdictMessageLimit)
        for name in ["allow_direct", "allow_rollup_hdrs", "deny_delete"] {
            writer.member(name, true)
        }
        writer.endObject()
        return Part(kind: .stream, name: name, configuration: writer.bytes)
    }

    private func consumer(_ name: String, _ subject: String) -> Part {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("durable_name", name)
        writer.member("filter_subject", subject)
        writer.member("deliver_policy", "all")
        writer.member("ack_policy", "explicit")
        writer.member("ack_wait", Self.nanoseconds(ackWait))
        // With a limit JetStream would keep a payload that was delivered too often, and deliver it to no worker; only an
        // advisory would tell, which is lost while its stream has no leader. Without one the next worker gets the payload
        // with the number of its deliveries, and makes it a dead letter.
        writer.member("max_deliver", -1)
        writer.member("max_ack_pending", pendingLimit)
        writer.endObject()
        return Part(kind: .consumer, name: name, configuration: writer.bytes)
    }

    static func nanoseconds(_ duration: Duration) -> Int { Int(duration / .nanoseconds(1)) }
}
