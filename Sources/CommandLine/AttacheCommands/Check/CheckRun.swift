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
        try await LineRun.status(failsOnFallback: failsOnDenial, diagnostics) { run throws(SystemCallError) in
            guard let lookupLimit else { return await check(run, lookups: nil, jobs: 1) }
            let lookups = try NameLookupThread(stopDescriptor: run.stop.descriptor) { [checker] in
                checker.lookups(limit: lookupLimit)
            }
            defer { lookups.shutDown() }
            // Enough URLs to use every lookup slot while one lookup is slow.
            await check(run, lookups: lookups, jobs: lookupLimit * 4)
        }
    }

    private func check(_ run: LineRun, lookups: NameLookupThread?, jobs: Int) async {
        _ = await run.process(
            URLSource(urls, stopDescriptor: run.stop.descriptor),
            with: URLProcessor(checker: checker, lookups: lookups),
            jobs: jobs,
            time: SystemTime(),
            report: .none,
            into: VerdictBatch(form: form, failsOnDenial: failsOnDenial),
            emit: { batch in
                let isOpen = await run.write([batch.bytes], batch.tally)
                return isOpen && !batch.tally.isInterrupted ? 0 : nil
            }
        )
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
