package import AttacheCore
package import AttacheSystem
import MediaStore

/// Repairs files with libvips and ffmpeg, once for all payloads with the same file.
package final class MediaRepairer: MediaRepairing {
    /// The version of the repairs; another one repairs the same files again.
    package static let version = "1"
    /// How long a client waits for another's repair of the same file: longer than for a download, since a video that each
    /// client converts costs all of them the processors.
    private static let patience = Duration.seconds(10)

    private let tools: RepairWork
    private let store: any MediaStoring
    private let inspect: MediaExaminer
    private let attach: Attacher
    private let turns: RepairTurns
    private let time: any TimeSource
    private let rules = RepairRules()
    private let flights: SingleFlight

    /// Creates the repairer.
    ///
    /// - Parameters:
    ///   - helper: A program that calls `RepairHelper.run(ifAskedBy:)` first; `/proc/self/exe` is this one.
    ///   - tools: The programs that repair.
    ///   - directory: The directory of temporary files.
    ///   - store: The store of the results.
    ///   - inspect: The inspection of the results.
    ///   - workers: Threads that wait for programs, and that clients take in turns: as many repairs run at once.
    ///   - time: The clock of the deadlines.
    ///   - lifetime: The lifetime of a known result; `nil` for no expiry.
    package init(
        helper: String,
        tools: RepairTools = RepairTools(),
        directory: String,
        store: any MediaStoring,
        inspect: MediaExaminer,
        workers: WorkerPool,
        time: any TimeSource,
        lifetime: VerdictLifetime? = nil
    ) {
        self.tools = RepairWork(
            runner: ToolRunner(helper: helper, tools: tools),
            directory: directory,
            encoders: RepairEncoders()
        )
        self.store = store
        self.inspect = inspect
        self.attach = Attacher(store: store)
        turns = RepairTurns(workers, time: time)
        self.time = time
        flights = SingleFlight(time: time, capacity: 1_000, lifetime: lifetime, patience: Self.patience)
    }

    package func repair(
        _ body: ReceivedBody,
        refused refusal: Reason,
        for request: DownloadRequest
    ) async -> MediaVerdict {
        let job = Job(body: body, refusal: refusal, request: request)
        let result: MediaVerdict
        if let renamed = await rename(job) {
            result = renamed
        } else {
            defer { body.spool.discard() }
            result = await converted(job)
        }
        return complete(result, job)
    }

    private struct Job: Sendable {
        let body: ReceivedBody
        let refusal: Reason
        let request: DownloadRequest

        var policy: Policy { request.context.policy }
        var limit: Int { body.format.kind.flatMap { policy.types[$0] }?.limit ?? 0 }
        var client: Int { request.context.clientID }
        var deadline: Deadline { request.context.deadline }
    }

    /// Attaches a file that only needs another name; `nil` for one that needs more.
    private func rename(_ job: Job) async -> MediaVerdict? {
        guard job.body.byteCount <= job.limit,
            let type = try? TypeJudge(policy: job.policy).rule(job.body.format, description: "", claimed: nil)
        else { return nil }
        var body = job.body
        body.fileExtension = type.fileExtension
        body.claimedExtension = nil
        let record = RepairRecord(.rename, .repaired, from: body.format.mimeType, bytesBefore: body.byteCount)
        return await attached(body, record, job)
    }

    /// The verdict on the converted file, shared by all payloads with the same file under the same policy.
    private func converted(_ job: Job) async -> MediaVerdict {
        let directory = tools.directory
        let copy: Result<(ScratchFile, digest: String), SystemCallError>
        do throws(RepairTurns.Missed) {
            copy = try await turns.run(.copy, of: job.client, until: job.deadline) {
                Self.copy(job.body, to: directory)
            }
        } catch {
            return late(job, error)
        }
        guard case .success((let input, let digest)) = copy else {
            return MediaVerdict(reasons: [ReceivedBody.unreadable])
        }
        let key = SingleFlight.Key(
            text: "\(Self.version) \(job.body.format.name) \(digest)",
            policy: job.policy.name,
            network: ""
        )
        let verdict = await flights.verdict(for: key, client: job.client, until: job.deadline) { [self] in
            await convert(input, job)
        }
        if let known = await kept(verdict, for: job.client) { return known }
        // A known result may be evicted by now: it is made once more for all that find that out.
        flights.forget(key)
        return await flights.verdict(for: key, client: job.client, until: job.deadline) { [self] in
            if let known = await kept(verdict, for: job.client) { return known }
            return await convert(input, job)
        }
    }

    /// The verdict with its file marked as used; `nil` when the store has lost the file.
    private func kept(_ verdict: MediaVerdict, for client: Int) async -> MediaVerdict? {
        guard let attachment = verdict.attachment else { return verdict }
        let fileExtension = attachment.fileExtension
        guard let file = await store.reuse(attachment.file, fileExtension: fileExtension, for: client) else {
            return nil
        }
        var verdict = verdict
        verdict.attachment?.file = file
        return verdict
    }

    private func convert(_ input: ScratchFile, _ job: Job) async -> MediaVerdict {
        let began = time.now
        guard let left = job.deadline.remaining(at: began), let stop = try? RepairStop() else {
            return MediaVerdict(reasons: [Self.tooLate])
        }
        let (format, head, limit) = (job.body.format, job.body.prefix, job.limit)
        let types = TypeJudge(policy: job.policy)
        let targets = format.kind.map { rules.targets(of: $0, under: types) } ?? []
        let (tools, store) = (tools, store)
        // The time of the programs is the machine's, also where a test drives the clock of the deadline.
        let deadline = ContinuousClock.now.advanced(by: left)
        typealias Made = Result<(RepairWork.Result, copy: Result<StoredCopy, SystemCallError>), RepairPlan.Refusal>
        let result: Made
        do throws(RepairTurns.Missed) {
            result = try await turns.run(.conversion, of: job.client, until: job.deadline, unless: stop) { () -> Made in
                Result { () throws(RepairPlan.Refusal) in
                    let made = try tools.run(
                        input,
                        head: head,
                        format: format,
                        targets: targets,
                        limit: limit,
                        until: deadline,
                        unless: stop
                    )
                    return (
                        made,
                        Result { () throws(SystemCallError) in try StoredCopy(made.file, in: store, for: job.client) }
                    )
                }
            }
        } catch {
            return late(job, error)
        }
        switch result {
        case .success((let made, .success(let copy))):
            var record = RepairRecord(
                made.attempt.kind,
                .repaired,
                from: format.mimeType,
                bytesBefore: job.body.byteCount,
                time: made.time
            )
            record.losses = made.attempt.losses
            return await attached(copy, of: made.attempt.target, record, job)
        case .success((_, .failure(let error))): return MediaVerdict(reasons: [error.reason])
        case .failure(let refusal): return failed(refusal, job, since: began)
        }
    }

    /// Inspects a result like a download, and attaches it.
    private func attached(
        _ copy: StoredCopy,
        of target: MediaFormat,
        _ record: RepairRecord,
        _ job: Job
    ) async -> MediaVerdict {
        guard FormatDetector.detect(prefix: copy.head) == target,
            let type = try? TypeJudge(policy: job.policy).rule(target, description: "", claimed: nil)
        else {
            copy.spool.discard()
            let cause = "the result is not \(target.mimeType)"
            return failed(.init(kind: record.kind, outcome: .failed, cause: cause), job, time: record.time)
        }
        let body = ReceivedBody(
            spool: copy.spool,
            prefix: copy.head,
            byteCount: copy.spool.byteCount,
            format: target,
            claimedExtension: nil,
            fileExtension: type.fileExtension,
            warnings: []
        )
        return await attached(body, record, job)
    }

    private func attached(_ body: ReceivedBody, _ record: RepairRecord, _ job: Job) async -> MediaVerdict {
        do throws(Reason) {
            let media = try await inspect.examine(body, under: job.policy)
            let attachment = try await attach.attach(media, source: job.request.reference.text, under: job.policy)
            var verdict = MediaVerdict(attachment: attachment, reasons: media.warnings)
            verdict.repair = record
            verdict.repair?.to = attachment.mimeType
            verdict.repair?.fileExtension = attachment.fileExtension
            verdict.repair?.bytesAfter = attachment.byteCount
            return verdict
        } catch {
            // A fault of this machine is no finding about the file.
            if ReasonCode.localFailures.contains(error.code) { return MediaVerdict(reasons: [error]) }
            let cause = "the result does not pass the inspection (\(error.code))"
            return failed(.init(kind: record.kind, outcome: .failed, cause: cause), job, time: record.time)
        }
    }
}

extension MediaRepairer {
    private static let tooLate = Reason(.fetchDeadline, "The time of the payload ended before the repair did.")

    /// The verdict on a file whose payload's time ends while its repair waits for a thread.
    private func late(_ job: Job, _ missed: RepairTurns.Missed) -> MediaVerdict {
        let kind = RepairPlan.kind(of: job.body.format, byteCount: job.body.byteCount, limit: job.limit)
        let cause =
            switch missed {
            case .late: "the time was over"
            case .refused: "the time is too short for the repairs of the same client before it"
            }
        return failed(.init(kind: kind, outcome: .tooLate, cause: cause), job, time: .zero)
    }

    private func failed(
        _ refusal: RepairPlan.Refusal,
        _ job: Job,
        since began: ContinuousClock.Instant
    ) -> MediaVerdict {
        failed(refusal, job, time: began.duration(to: time.now))
    }

    /// The verdict on a file without a result; lack of time is not remembered, since it is the payload's.
    private func failed(_ refusal: RepairPlan.Refusal, _ job: Job, time: Duration) -> MediaVerdict {
        var record = RepairRecord(
            refusal.kind,
            refusal.outcome,
            from: job.body.format.mimeType,
            bytesBefore: job.body.byteCount,
            time: time
        )
        record.package = refusal.tool?.package
        let fix = refusal.tool.map { "Install the package \($0.package)." }
        let note = Reason(
            .typeRepairFailed,
            "The file could not be repaired: \(refusal.cause).",
            fix: fix,
            isPermanent: refusal.isMomentary ? false : nil
        )
        var verdict = MediaVerdict(reasons: refusal.outcome == .tooLate ? [Self.tooLate, note] : [note])
        verdict.repair = record
        return verdict
    }

    /// The verdict on one payload's file: what was done, or the original reason to refuse it.
    private func complete(_ result: MediaVerdict, _ job: Job) -> MediaVerdict {
        var verdict = result
        verdict.isOutOfTime = verdict.repair?.outcome == .tooLate
        guard var attachment = verdict.attachment else {
            // A fault of this machine, or the payload's time, decides before the file does.
            if verdict.repair == nil, verdict.reasons.first?.severity == .block { return verdict }
            let isMomentary =
                [.tooLate, .toolMissing].contains(verdict.repair?.outcome)
                || verdict.reasons.contains { $0.code == .typeRepairFailed && !$0.isPermanent }
            let headline = isMomentary ? job.refusal.again : job.refusal
            verdict.reasons = [headline.found(at: .inspect)] + verdict.reasons.filter { $0.severity != .block }
            return verdict
        }
        attachment.source = job.request.reference.text
        verdict.attachment = attachment
        let done = verdict.repair.map { RepairSentence.text($0) } ?? ""
        verdict.reasons.insert(
            Reason(
                .typeRepaired,
                "A device would refuse the file: \(job.refusal.message) \(done)",
                fix: "Send the repaired file: the URL in the payload still names the original."
            ),
            at: 0
        )
        return verdict
    }

    /// Copies a file and hashes it; blocks.
    private static func copy(
        _ body: ReceivedBody,
        to directory: String
    ) -> Result<(ScratchFile, digest: String), SystemCallError> {
        Result { () throws(SystemCallError) in
            let file = try ScratchFile(in: directory)
            var digest = RunningDigest()
            var offset = 0
            while true {
                let piece = try body.spool.read(at: offset, count: 256 * 1024)
                if piece.isEmpty { break }
                digest.update(piece[...])
                try file.append(piece)
                offset += piece.count
            }
            return (file, HexText.of(digest.value))
        }
    }
}

/// A result in the store, not inspected yet, with its first bytes.
private struct StoredCopy: Sendable {
    let spool: any MediaSpool
    let head: [UInt8]

    /// Copies a file as one of a client's; blocks.
    init(_ file: ScratchFile, in store: any MediaStoring, for client: Int) throws(SystemCallError) {
        let spool = try store.openSpool(for: client)
        head = try file.read(at: 0, count: FormatDetector.neededPrefix)
        try file.forEachPiece { piece throws(SystemCallError) in try spool.append(piece.span) }
        self.spool = spool
    }
}

extension Reason {
    /// The same reason where a retry may succeed.
    fileprivate var again: Reason {
        Reason(code, message, fix: fix, severity: severity, isPermanent: false, apple: apple, status: status)
    }
}

/// What was done, as a sentence.
enum RepairSentence {
    static func text(_ record: RepairRecord) -> String {
        let to = record.to ?? ""
        let losses = record.losses.map { loss in
            switch loss {
            case .firstFrame: ", with its first picture only"
            case .scaled: ", with fewer pixels"
            case .flattened: ", with white for transparent"
            }
        }
        let size = ByteSize(byteCount: record.bytesAfter ?? 0).text
        return switch record.kind {
        case .rename: "It was given the extension \"\(record.fileExtension ?? "")\"."
        case .remux: "Its video and sound were put into \(to)."
        case .convert, .transcode: "It was converted to \(to)\(losses.joined())."
        case .recompress: "It was made \(size) as \(to)\(losses.joined())."
        }
    }
}
