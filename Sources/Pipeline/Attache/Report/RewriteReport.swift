public import AttacheCore

/// A result written by another process: one line of `attache rewrite`, or a response of the service.
///
/// Attache's own lossless parser reads it, so that `payload` and `userInfo` keep the exact text of the sender. There is
/// deliberately no `Decodable` conformance: a `Decoder` preserves neither member order nor number text, so 0.10 would
/// become 0.1.
public struct RewriteReport: Sendable, Equatable {
    /// The sender's identifier of the item: a string or a number, as given.
    public let id: JSONText?
    /// The origin of the item, such as `stdin#3`.
    public let source: String
    /// The outcome.
    public let outcome: Outcome
    /// The policy's name; `nil` when the item was rejected.
    public let policy: String?
    /// The network's name; `nil` when the item was rejected.
    public let network: String?
    /// The notification on the device; `nil` when the item was rejected.
    public let content: Content?
    /// The payload to send; `nil` when the item was rejected.
    public let payload: JSONText?
    /// The findings, the headline first.
    public let reasons: [Finding]
    /// What the phone does under the vendor's extension, as JSON; `nil` for a policy without device rules.
    public let device: JSONText?
    /// The time of each stage.
    public let timing: Timing

    /// The finding that decided the outcome: the first blocking one, otherwise a media URL that no policy in use reads.
    public var headline: Finding? {
        reasons.first { $0.severity == .block } ?? reasons.first { $0.code == ReasonCode.gateMediaUnread.rawValue }
    }

    /// Reads a report.
    ///
    /// Unknown members are ignored.
    ///
    /// - Parameter json: One JSON object of the schema `attache/1`; white space around it is allowed.
    /// - Throws: `RewriteReportError` with the first problem.
    public init(json: [UInt8]) throws(RewriteReportError) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: json)
        } catch {
            throw RewriteReportError(description: "\(error)")
        }
        guard document.root.kind == .object else { throw RewriteReportError(description: "A report is an object.") }
        let report = ReportObject(value: document.root, path: "$")
        let schema = try report.required("schema", report.string("schema"))
        guard schema == ResultEncoder.schema else {
            throw RewriteReportError(description: "The schema \"\(schema)\" is not \(ResultEncoder.schema).")
        }
        id = report.text("id")
        source = try report.required("source", report.string("source"))
        outcome = try report.required("outcome", report.word("outcome", of: Outcome.self))
        policy = try report.string("policy")
        network = try report.string("network")
        content = try report.object("content").map { object throws(RewriteReportError) in try Content(object) }
        payload = report.text("payload")
        reasons = try report.objects("reasons").map { object throws(RewriteReportError) in try Finding(object) }
        device = report.text("device")
        timing = try Timing(report.required("timing", report.object("timing")))
    }
}

/// A text that is not a report of the schema `attache/1`.
public struct RewriteReportError: Error, Equatable, CustomStringConvertible {
    /// The problem and its position, as one sentence.
    public let description: String
}

extension RewriteReport {
    /// One finding of one stage: a reason for the outcome.
    public struct Finding: Sendable, Equatable {
        /// The error in a device's log.
        public struct DeviceError: Sendable, Equatable {
            /// The error domain, such as `NSURLErrorDomain`.
            public let domain: String
            /// The error code, such as -1022.
            public let code: Int
        }

        /// The stable code, such as `ats.insecure-http`; later versions may add codes.
        public let code: String
        /// The severity.
        public let severity: Severity
        /// Whether a retry cannot help.
        public let isPermanent: Bool
        /// One plain sentence.
        public let message: String
        /// The change that helps, if there is one.
        public let fix: String?
        /// The error in a device's log, if there is one.
        public let apple: DeviceError?
        /// The stage that found it, such as `fetch`; `nil` in reports of older versions.
        public let stage: String?
        /// The HTTP status of the origin's answer, if that is the reason.
        public let status: Int?
        /// The media URL that it is about, if any.
        public let url: String?
        /// The JSON Pointer (RFC 6901) of the value in the payload that it is about, if any.
        public let pointer: String?

        init(_ object: ReportObject) throws(RewriteReportError) {
            code = try object.required("code", object.string("code"))
            severity = try object.required("severity", object.word("severity", of: Severity.self))
            isPermanent = try object.required("permanent", object.boolean("permanent"))
            message = try object.required("message", object.string("message"))
            fix = try object.string("fix")
            stage = try object.string("stage")
            status = try object.integer("status")
            url = try object.string("url")
            pointer = try object.string("pointer")
            apple = try object.object("apple").map { apple throws(RewriteReportError) in
                DeviceError(
                    domain: try apple.required("domain", apple.string("domain")),
                    code: try apple.required("code", apple.integer("code"))
                )
            }
        }
    }

    /// The time of each stage, to the microsecond.
    public struct Timing: Sendable, Equatable {
        /// From the item's arrival to its result.
        public let total: Duration
        /// The estimated time on the receiving device, with the link model `model`.
        public let device: Duration?
        private let stages: [StageTimes.Stage: Duration]

        /// The time of one stage.
        ///
        /// - Parameter stage: The stage.
        /// - Returns: The duration, or `nil` when no request was sent.
        public subscript(_ stage: StageTimes.Stage) -> Duration? { stages[stage] }

        init(_ object: ReportObject) throws(RewriteReportError) {
            total = try object.required("total_ms", object.duration("total_ms"))
            device = try object.duration("device_ms")
            var stages: [StageTimes.Stage: Duration] = [:]
            for stage in StageTimes.Stage.allCases { stages[stage] = try object.duration("\(stage.rawValue)_ms") }
            self.stages = stages
        }
    }
}
