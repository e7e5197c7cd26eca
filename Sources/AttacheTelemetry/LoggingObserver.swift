public import Attache
import AttacheCore
public import Logging

/// Logs one canonical line for each payload, with everything there is to say about it as metadata.
///
/// URLs are logged without queries, users and passwords, and the payload's text not at all. Times are in milliseconds.
///
/// | metadata | |
/// |---|---|
/// | `id` | the sender's own name for the payload, as JSON text |
/// | `source`, `outcome`, `policy`, `network` | as in the result |
/// | `reason`, `permanent`, `message` | code, permanence and sentence of the finding that blocks |
/// | `reasons` | the codes of all findings |
/// | `urls`, `supplies` | the media URLs that were tried, and where each verdict came from |
/// | `types`, `bytes`, `sha256` | of what is attached |
/// | `total_ms`, `resolve_ms` … `inspect_ms`, `device_ms` | where the time went |
public struct LoggingObserver: AttacheObserver {
    private let logger: Logger
    private let level: Logger.Level

    /// Creates the observer.
    ///
    /// - Parameters:
    ///   - logger: Takes the lines; its own metadata stays.
    ///   - level: The level of the lines.
    public init(logger: Logger, level: Logger.Level = .info) {
        self.logger = logger
        self.level = level
    }

    /// Logs the line.
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
        if let headline = result.headline {
            metadata[LogKey.reason] = "\(headline.code)"
            metadata[LogKey.isPermanent] = "\(headline.isPermanent)"
            metadata[LogKey.message] = "\(headline.message)"
        }
        metadata[LogKey.reasons] = list(result.reasons.map(\.code.rawValue))
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

    /// Three places, as in results.
    private static func milliseconds(_ duration: Duration) -> Logger.MetadataValue {
        "\((duration.milliseconds * 1000).rounded() / 1000)"
    }
}

/// The names of the metadata in the canonical line, in one place: they are an API.
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

    /// The key of a stage's time.
    static func stage(_ name: String) -> String { "\(name)_ms" }
}
