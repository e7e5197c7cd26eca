public import Attache
import AttacheCore
public import Logging

/// An observer that logs one line for each payload, with all facts about it as metadata.
///
/// URLs are logged without queries, users and passwords; the payload's text is not logged. Times are in milliseconds.
///
/// | metadata | |
/// |---|---|
/// | `id` | the sender's identifier of the payload, as JSON text |
/// | `source`, `outcome`, `policy`, `network` | as in the result |
/// | `reason`, `permanent`, `message` | code, permanence and sentence of the blocking finding |
/// | `reasons` | the codes of all findings |
/// | `urls`, `supplies` | the requested media URLs, and the source of each verdict |
/// | `types`, `bytes`, `sha256` | of the attachments |
/// | `total_ms`, `resolve_ms` … `inspect_ms`, `device_ms` | the time of each stage |
public struct LoggingObserver: AttacheObserver {
    private let logger: Logger
    private let level: Logger.Level

    /// Creates the observer.
    ///
    /// - Parameters:
    ///   - logger: Receives the lines, with its own metadata added.
    ///   - level: The level of the lines.
    public init(logger: Logger, level: Logger.Level = .info) {
        self.logger = logger
        self.level = level
    }

    /// Logs one line for a finished payload.
    public func itemFinished(_ event: ItemFinished) {
        guard logger.logLevel <= level else { return }
        logger.log(level: level, "payload \(event.result.outcome.rawValue)", metadata: Self.metadata(event))
    }

    private static func metadata(_ event: ItemFinished) -> Logger.Metadata {
        let result = event.result
        var metadata: Logger.Metadata = [
            LogKey.source: "\(result.source)",
            LogKey.outcome: "\(result.outcome.rawValue)",
        ]
        metadata[LogKey.id] = result.identifier.map { "\(String(decoding: $0, as: UTF8.self))" }
        metadata[LogKey.policy] = result.policy.map { "\($0)" }
        metadata[LogKey.network] = result.network.map { "\($0)" }
        // Joined with each read.
        let found = result.reasons
        if let headline = found.headline {
            metadata[LogKey.reason] = "\(headline.code)"
            metadata[LogKey.isPermanent] = "\(headline.isPermanent)"
            metadata[LogKey.message] = "\(headline.message)"
        }
        metadata[LogKey.reasons] = list(found.map(\.code.rawValue))
        metadata[LogKey.urls] = list(event.mediaURLs)
        metadata[LogKey.supplies] = list(event.supplies.map(\.rawValue))
        let attachments = result.attachments
        if !attachments.isEmpty {
            metadata[LogKey.types] = list(attachments.map(\.typeIdentifier))
            metadata[LogKey.byteCount] = "\(attachments.reduce(0) { $0 + $1.byteCount })"
            metadata[LogKey.digests] = list(attachments.map(\.sha256))
        }
        add(result.times, to: &metadata)
        return metadata
    }

    private static func add(_ times: StageTimes, to metadata: inout Logger.Metadata) {
        metadata[LogKey.total] = milliseconds(times.total)
        metadata[LogKey.device] = times.device.map(milliseconds)
        guard times.hasTransfer else { return }
        for stage in StageTimes.Stage.allCases {
            metadata[LogKey.stage(stage.rawValue)] = milliseconds(times[stage])
        }
    }

    private static func list(_ texts: [String]) -> Logger.MetadataValue? {
        texts.isEmpty ? nil : .array(texts.map { .string($0) })
    }

    /// Rounds to three decimals, as in results.
    private static func milliseconds(_ duration: Duration) -> Logger.MetadataValue {
        "\((duration.milliseconds * 1000).rounded() / 1000)"
    }
}

/// The metadata keys of the log line; they are an API.
enum LogKey {
    static let id = "id"
    static let source = "source"
    static let outcome = "outcome"
    static let policy = "policy"
    static let network = "network"
    static let reason = "reason"
    static let isPermanent = "permanent"
    static let message = "message"
    static let reasons = "reasons"
    static let urls = "urls"
    static let supplies = "supplies"
    static let types = "types"
    static let byteCount = "bytes"
    static let digests = "sha256"
    static let total = "total_ms"
    static let device = "device_ms"

    static func stage(_ name: String) -> String { "\(name)_ms" }
}
