import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport

/// One run of `check`, from the URLs to standard output.
struct CheckRun: Sendable {
    let urls: [String]
    let checker: URLChecker
    /// The limit of concurrent lookups, or `nil` for no lookups.
    let lookupLimit: Int?
    let form: VerdictFormat
    let failsOnDenial: Bool
    let diagnostics: Diagnostics

    func run() async throws(SystemCallError) -> CommandStatus {
        // Two, since reading may block while a verdict must be written.
        let streams = try WorkerPool(threadCount: 2)
        defer { streams.shutDown() }
        let stop = try InterruptSignal()
        guard let lookupLimit else { return await run(stop, streams, lookups: nil, jobs: 1) }
        let lookups = try NameLookupThread(stopDescriptor: stop.descriptor) { [checker] in
            checker.lookups(limit: lookupLimit)
        }
        defer { lookups.shutDown() }
        // Enough URLs to use every lookup slot behind a slow lookup.
        return await run(stop, streams, lookups: lookups, jobs: lookupLimit * 4)
    }

    private func run(
        _ stop: InterruptSignal,
        _ streams: WorkerPool,
        lookups: NameLookupThread?,
        jobs: Int
    ) async -> CommandStatus {
        let source = Locked(URLSource(urls, stopDescriptor: stop.descriptor))
        let tally = Locked(RunTally(failsOnFallback: failsOnDenial))
        let output = OutputStream(threads: streams, stop: stop, diagnostics: diagnostics)
        let runner = ItemRunner(
            limits: RunnerLimits(jobs: jobs),
            keepsOrder: true,
            processor: URLProcessor(checker: checker, lookups: lookups),
            time: SystemTime(),
            makeBatch: { [form, failsOnDenial] in VerdictBatch(form: form, failsOnDenial: failsOnDenial) }
        )
        let hasLeftURLs = await runner.run(
            next: { [diagnostics] in
                let chunk = await streams.run {
                    source.withLock { source in
                        Result { () throws(InputError) in
                            stop.isRequested ? source.abandon() : try source.next()
                        }
                    }
                }
                guard case .failure(let failure) = chunk else { return try? chunk?.get() }
                diagnostics.error(failure.sentence)
                tally.withLock { $0.note(.runtimeFault) }
                return nil
            },
            isStopping: { stop.isRequested },
            emit: { batch in
                let isOpen = await output.write([batch.bytes], batch.tally, to: tally)
                return isOpen && !batch.tally.isInterrupted
            }
        )
        if stop.isRequested, hasLeftURLs || source.withLock({ $0.wasStopped }) {
            tally.withLock { $0.note(.interrupted) }
        }
        return tally.withLock { $0.status }
    }
}

struct JudgedURL: Sendable {
    let line: URLLine
    var verdict: URLVerdict
}

/// Judges URLs by their text, and by the addresses of their hosts if these are resolved.
struct URLProcessor: ItemProcessing {
    typealias Chunk = URLChunk

    let checker: URLChecker
    /// `nil` for no lookups.
    let lookups: NameLookupThread?

    func begin(_ line: URLLine) -> BeginResult<JudgedURL, JudgedURL?> {
        let judged = JudgedURL(line: line, verdict: checker.check(line.bytes, byteCount: line.byteCount))
        let isFinal = lookups == nil || judged.verdict.nameToResolve == nil
        return isFinal ? .finished(judged) : .needsMedia(judged)
    }

    /// Returns `nil` when a stop was requested before the name was resolved.
    func finish(_ judged: JudgedURL) async -> JudgedURL? {
        guard let name = judged.verdict.nameToResolve, let answer = await lookups?.resolve(name) else { return nil }
        return JudgedURL(line: judged.line, verdict: checker.check(judged.verdict, resolved: answer))
    }

    /// Names are looked up on a thread of their own.
    var executors: PayloadExecutors { PayloadExecutors() }

    func executor(of judged: JudgedURL) -> (any TaskExecutor)? { nil }
}
