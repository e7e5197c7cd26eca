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

    private let work: RepairWork
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
        work = RepairWork(runner: ToolRunner(helper: helper, tools: tools), directory: directory)
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
        let job = RepairJob(body: body, refusal: refusal, request: request)
        if let renamed = await rename(job) { return job.complete(renamed) }
        defer { body.spool.discard() }
        return job.complete(await converted(job))
    }

    /// Attaches a file that only needs another name; `nil` for one that needs more.
    private func rename(_ job: RepairJob) async -> MediaVerdict? {
        guard job.body.byteCount <= job.limit,
            let type = try? TypeJudge(policy: job.policy).rule(job.body.format, description: "", claimed: nil)
        else { return nil }
        var body = job.body
        body.fileExtension = type.fileExtension
        body.claimedExtension = nil
        return await attached(body, job.record(.rename, .repaired), job)
    }

    /// The verdict on the converted file, shared by all payloads with the same file under the same policy.
    private func converted(_ job: RepairJob) async -> MediaVerdict {
        let directory = work.directory
        let copy: Result<(ScratchFile, digest: String), SystemCallError>
        do throws(RepairTurns.Missed) {
            copy = try await turns.run(.copy, of: job.client, until: job.deadline) {
                Result { () throws(SystemCallError) in try job.copy(to: directory) }
            }
        } catch {
            return job.failed(error)
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
        // The store has lost the file of a known result: those that find that out share another conversion.
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

    private func convert(_ input: ScratchFile, _ job: RepairJob) async -> MediaVerdict {
        let began = time.now
        guard let left = job.deadline.remaining(at: began), let stop = try? StopSignal() else {
            return MediaVerdict(reasons: [RepairJob.tooLate])
        }
        let types = TypeJudge(policy: job.policy)
        let task = RepairTask(
            input: input,
            head: job.body.prefix,
            format: job.body.format,
            targets: job.body.format.kind.map { rules.targets(of: $0, under: types) } ?? [],
            limit: job.limit,
            // The time of the programs is the machine's, also where a test drives the clock of the deadline.
            deadline: ContinuousClock.now.advanced(by: left),
            stop: stop
        )
        let (work, store) = (work, store)
        let conversion: Conversion
        do throws(RepairTurns.Missed) {
            conversion = try await turns.run(.conversion, of: job.client, until: job.deadline, unless: stop) {
                Conversion(of: task, by: work, in: store, for: job.client)
            }
        } catch {
            return job.failed(error)
        }
        switch conversion {
        case .refused(let refusal): return job.failed(refusal, time: began.duration(to: time.now))
        case .notStored(let error): return MediaVerdict(reasons: [error.reason])
        case .stored(let spool, let head, let result): return await attached(spool, head, result, job)
        }
    }

    /// Inspects a result like a download, and attaches it.
    private func attached(
        _ spool: any MediaSpool,
        _ head: [UInt8],
        _ result: RepairResult,
        _ job: RepairJob
    ) async -> MediaVerdict {
        let target = result.attempt.target
        var record = job.record(result.attempt.kind, .repaired, time: result.time)
        record.losses = result.attempt.losses
        guard FormatDetector.detect(prefix: head) == target,
            let type = try? TypeJudge(policy: job.policy).rule(target, description: "", claimed: nil)
        else {
            spool.discard()
            return job.failed(record, "the result is not \(target.mimeType)")
        }
        let body = ReceivedBody(
            spool: spool,
            prefix: head,
            byteCount: spool.byteCount,
            format: target,
            claimedExtension: nil,
            fileExtension: type.fileExtension,
            warnings: []
        )
        return await attached(body, record, job)
    }

    private func attached(_ body: ReceivedBody, _ record: RepairRecord, _ job: RepairJob) async -> MediaVerdict {
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
            return job.failed(record, "the result does not pass the inspection (\(error.code))")
        }
    }
}

/// The end of a conversion on a thread that may block.
private enum Conversion: Sendable {
    /// A copy of the result in the store, not inspected yet, and its first bytes.
    case stored(any MediaSpool, head: [UInt8], RepairResult)
    case refused(RepairPlan.Refusal)
    case notStored(SystemCallError)

    init(of task: RepairTask, by work: RepairWork, in store: any MediaStoring, for client: Int) {
        let result: RepairResult
        do throws(RepairPlan.Refusal) {
            result = try work.run(task)
        } catch {
            self = .refused(error)
            return
        }
        do throws(SystemCallError) {
            let spool = try store.openSpool(for: client)
            let head = try result.file.read(at: 0, count: FormatDetector.neededPrefix)
            try result.file.forEachPiece { piece throws(SystemCallError) in try spool.append(piece.span) }
            self = .stored(spool, head: head, result)
        } catch {
            self = .notStored(error)
        }
    }
}
