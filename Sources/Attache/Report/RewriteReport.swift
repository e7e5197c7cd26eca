public import AttacheCore

/// A result as another process wrote it: one line of `attache rewrite`, or the answer of the service.
///
/// Read with Attache's own lossless parser, so that `payload` and `userInfo` stay the exact text that was sent. There is no
/// `Decodable` conformance on purpose: a `Decoder` gives neither member order nor number text, so 0.10 would become 0.1.
public struct RewriteReport: Sendable, Equatable {
    /// The sender's own name for the item: a string or a number, as it was given.
    public let id: JSONText?
    /// Where the item came from, such as `stdin#3`.
    public let source: String
    /// What became of it.
    public let outcome: Outcome
    /// The policy's name; `nil` when the item was rejected.
    public let policy: String?
    /// The network's name; `nil` when the item was rejected.
    public let network: String?
    /// What the device shows; `nil` when the item was rejected.
    public let content: Content?
    /// What to send; `nil` when the item was rejected.
    public let payload: JSONText?
    /// The findings, the headline first.
    public let reasons: [Finding]
    /// Where the time went.
    public let timing: Timing

    /// The finding that decided the outcome: the first that blocks.
    public var headline: Finding? { reasons.first { $0.severity == .block } }

    /// Reads a report.
    ///
    /// Members that this version does not know are passed over.
    ///
    /// - Parameter json: One JSON object of the schema `attache/1`; white space around it is allowed.
    /// - Throws: `RewriteReportError` with the first thing that is wrong.
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
        timing = try Timing(report.required("timing", report.object("timing")))
    }
}

/// A text is no report of the schema `attache/1`.
public struct RewriteReportError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and where, as one sentence.
    public let description: String
}

extension RewriteReport {
    /// Why the payload ended as it did: one finding of one stage.
    public struct Finding: Sendable, Equatable {
        /// The error that a device would log.
        public struct DeviceError: Sendable, Equatable {
            /// Such as `NSURLErrorDomain`.
            public let domain: String
            /// Such as -1022.
            public let code: Int
        }

        /// The stable code, such as `ats.insecure-http`; a later version may write some that this one does not know.
        public let code: String
        /// How much it weighs.
        public let severity: Severity
        /// Whether trying again later cannot help.
        public let isPermanent: Bool
        /// One plain sentence for a person.
        public let message: String
        /// What to change, where something can be changed.
        public let fix: String?
        /// The error that a device would log, where there is one.
        public let apple: DeviceError?

        init(_ object: ReportObject) throws(RewriteReportError) {
            code = try object.required("code", object.string("code"))
            severity = try object.required("severity", object.word("severity", of: Severity.self))
            isPermanent = try object.required("permanent", object.boolean("permanent"))
            message = try object.required("message", object.string("message"))
            fix = try object.string("fix")
            apple = try object.object("apple").map { apple throws(RewriteReportError) in
                DeviceError(
                    domain: try apple.required("domain", apple.string("domain")),
                    code: try apple.required("code", apple.integer("code"))
                )
            }
        }
    }
}

extension RewriteReport {
    /// Where the time went, to the microsecond.
    public struct Timing: Sendable, Equatable {
        /// From the item's arrival to its result.
        public let total: Duration
        /// What the receiving device would need, where the link model tells.
        public let device: Duration?
        private let stages: [StageTimes.Stage: Duration]

        /// The time of one stage.
        ///
        /// - Parameter stage: The stage.
        /// - Returns: How long it took, or `nil` when nobody was asked.
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
