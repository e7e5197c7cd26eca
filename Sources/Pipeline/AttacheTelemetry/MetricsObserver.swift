public import Attache
import AttacheCore
public import CoreMetrics

// @unchecked Sendable: every property is set in `init` and never changes; the metric classes hold one handler, which is
// `Sendable`, but are not marked `Sendable` themselves.

/// An observer that records metrics of an `Attache`, for any swift-metrics backend.
///
/// The initialiser creates every metric, so that all of them exist from the start, at zero, and recording needs no
/// look-up under a lock. Labels are outcomes, reason codes, stages and supplies only: their number is bounded for any
/// untrusted payload.
///
/// | metric | kind | labels |
/// |---|---|---|
/// | `attache_items_total` | counter | `outcome` |
/// | `attache_reasons_total` | counter | `code`, `severity` |
/// | `attache_fallbacks_total` | counter | `code` |
/// | `attache_items_in_flight` | meter | |
/// | `attache_item_duration_seconds` | timer | `outcome` |
/// | `attache_media_total` | counter | `supply` |
/// | `attache_transfers_total` | counter | `result` |
/// | `attache_repairs_total` | counter | `kind`, `outcome` |
/// | `attache_transferred_bytes_total` | counter | |
/// | `attache_uploads_total` | counter | `result` |
/// | `attache_uploaded_bytes_total` | counter | |
/// | `attache_upload_duration_seconds` | timer | |
/// | `attache_stage_duration_seconds` | timer | `stage` |
///
/// Timers receive nanoseconds, as swift-metrics requires; the names contain the unit of backends such as Prometheus.
public final class MetricsObserver: AttacheObserver, @unchecked Sendable {
    private let items: [Outcome: Counter]
    private let itemTimes: [Outcome: Timer]
    private let itemsInFlight: Meter
    private let reasons: [ReasonKey: Counter]
    private let fallbacks: [ReasonCode: Counter]
    private let media: [MediaSupply: Counter]
    private let transfers: [TransferResult: Counter]
    private let transferredBytes: Counter
    private let repairs: [RepairKey: Counter]
    private let uploads: [MediaUploaded.Result: Counter]
    private let uploadedBytes: Counter
    private let uploadTimes: Timer
    private let stageTimes: [StageTimes.Stage: Timer]

    /// Creates the metrics.
    ///
    /// - Parameter factory: The factory of the metrics; global state is not used.
    public init(factory: any MetricsFactory) {
        func counters<Value: Hashable>(
            _ name: String,
            _ values: [Value],
            _ labels: (Value) -> [(String, String)]
        ) -> [Value: Counter] {
            Dictionary(
                uniqueKeysWithValues: values.map {
                    ($0, Counter(label: name, dimensions: labels($0), factory: factory))
                }
            )
        }
        items = counters(MetricName.items, Outcome.allCases) { [(MetricName.outcome, $0.rawValue)] }
        media = counters(MetricName.media, MediaSupply.allCases) { [(MetricName.supply, $0.rawValue)] }
        transfers = counters(MetricName.transfers, TransferResult.allCases) { [(MetricName.result, $0.rawValue)] }
        repairs = counters(MetricName.repairs, RepairKey.all) { key in
            [(MetricName.kind, key.kind.rawValue), (MetricName.outcome, key.outcome.rawValue)]
        }
        reasons = counters(MetricName.reasons, ReasonCode.allCases.map(ReasonKey.init)) { key in
            [(MetricName.code, key.code.rawValue), (MetricName.severity, key.severity.rawValue)]
        }
        let deciding = ReasonCode.allCases.filter { $0.severity == .block || $0 == .gateMediaUnread }
        fallbacks = counters(MetricName.fallbacks, deciding) { [(MetricName.code, $0.rawValue)] }
        itemsInFlight = Meter(label: MetricName.itemsInFlight, factory: factory)
        transferredBytes = Counter(label: MetricName.transferredBytes, factory: factory)
        uploads = counters(MetricName.uploads, MediaUploaded.Result.allCases) { [(MetricName.result, $0.rawValue)] }
        uploadedBytes = Counter(label: MetricName.uploadedBytes, factory: factory)
        uploadTimes = Timer(label: MetricName.uploadDuration, factory: factory)
        itemTimes = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                let labels = [(MetricName.outcome, outcome.rawValue)]
                return (outcome, Timer(label: MetricName.itemDuration, dimensions: labels, factory: factory))
            }
        )
        stageTimes = Dictionary(
            uniqueKeysWithValues: StageTimes.Stage.allCases.map { stage in
                let labels = [(MetricName.stage, stage.rawValue)]
                return (stage, Timer(label: MetricName.stageDuration, dimensions: labels, factory: factory))
            }
        )
        itemsInFlight.set(0)
    }

    /// Counts a payload as in progress.
    public func itemBegan(_ event: ItemBegan) {
        itemsInFlight.increment()
    }

    /// Counts a transfer and records its stages.
    public func mediaTransferred(_ event: MediaTransferred) {
        transfers[TransferResult(event)]?.increment()
        transferredBytes.increment(by: event.byteCount)
        if let repair = event.repair {
            repairs[RepairKey(kind: repair.kind, outcome: repair.outcome)]?.increment()
        }
        // A transfer that never got a connection has no times.
        guard event.times.hasTransfer else { return }
        for stage in StageTimes.Stage.allCases {
            stageTimes[stage]?.recordNanoseconds(Nanoseconds.count(event.times[stage]))
        }
    }

    /// Counts an upload and its bytes, and records its duration.
    public func mediaUploaded(_ event: MediaUploaded) {
        uploads[event.result]?.increment()
        uploadedBytes.increment(by: event.byteCount)
        uploadTimes.recordNanoseconds(Nanoseconds.count(event.duration))
    }

    /// Counts a payload's outcome, findings and media, and records its duration.
    public func itemFinished(_ event: ItemFinished) {
        let result = event.result
        itemsInFlight.decrement()
        items[result.outcome]?.increment()
        itemTimes[result.outcome]?.recordNanoseconds(Nanoseconds.count(result.times.total))
        for supply in event.supplies { media[supply]?.increment() }
        // Joined with each read.
        let found = result.reasons
        if result.isFallback, let reason = found.headline { fallbacks[reason.code]?.increment() }
        for reason in found { reasons[ReasonKey(code: reason.code)]?.increment() }
    }
}

/// The names of the metrics and their labels; they are an API.
enum MetricName {
    /// Payloads by `outcome`.
    static let items = "attache_items_total"
    /// Findings by `code` and `severity`, the headline's and all others.
    static let reasons = "attache_reasons_total"
    /// Pushes that lose their media, by the `code` of the reason that decided.
    static let fallbacks = "attache_fallbacks_total"
    /// Payloads in progress.
    static let itemsInFlight = "attache_items_in_flight"
    /// Seconds from a payload's arrival to its result, by `outcome`.
    static let itemDuration = "attache_item_duration_seconds"
    /// Media references by `supply`: the source of the verdict.
    static let media = "attache_media_total"
    /// Transfers by `result`: `attached`, `unchanged` or `refused`.
    static let transfers = "attache_transfers_total"
    /// Files that needed a repair, by `kind` and `outcome`.
    static let repairs = "attache_repairs_total"
    /// Received bytes of bodies.
    static let transferredBytes = "attache_transferred_bytes_total"
    /// Uploads to the object store by `result`: `sent`, `present` or `failed`.
    static let uploads = "attache_uploads_total"
    /// Sent bytes of files.
    static let uploadedBytes = "attache_uploaded_bytes_total"
    /// Seconds of each upload.
    static let uploadDuration = "attache_upload_duration_seconds"
    /// Seconds of each transfer by `stage`.
    static let stageDuration = "attache_stage_duration_seconds"

    /// Labels.
    static let outcome = "outcome"
    static let kind = "kind"
    static let code = "code"
    static let severity = "severity"
    static let supply = "supply"
    static let result = "result"
    static let stage = "stage"
}

/// A reason code and its default severity, as labels.
struct ReasonKey: Hashable {
    let code: ReasonCode

    /// The code's default severity: a reason with another severity belongs to the same series.
    var severity: Severity { code.severity }
}

/// The work of a repair and how it ended, as labels.
struct RepairKey: Hashable {
    static let all = RepairRecord.Kind.allCases.flatMap { kind in
        RepairRecord.Outcome.allCases.map { RepairKey(kind: kind, outcome: $0) }
    }

    let kind: RepairRecord.Kind
    let outcome: RepairRecord.Outcome
}

/// The result of a transfer, as a label.
enum TransferResult: String, CaseIterable {
    /// The file was verified and stored.
    case attached
    /// The origin confirmed the cached file.
    case unchanged
    /// The transfer failed, or its file is not attached.
    case refused

    init(_ event: MediaTransferred) {
        self = event.failure != nil ? .refused : event.supply == .revalidated ? .unchanged : .attached
    }
}

enum Nanoseconds {
    /// Returns the nanoseconds of a duration; saturates beyond three centuries.
    static func count(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || sumOverflows ? .max : sum
    }
}
