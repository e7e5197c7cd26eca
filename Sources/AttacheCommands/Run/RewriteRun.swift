import Attache
import AttacheCore
import AttacheThreads

/// One run of `rewrite`: from the sources to standard output.
struct RewriteRun {
    let sources: [InputSource]
    let form: EmitForm
    let readsLines: Bool
    let keepsOrder: Bool
    let failsOnFallback: Bool
    let settings: RunSettings
    let attache: Attache

    func run() async -> CommandStatus {
        do {
            let input = try WorkerPool(threadCount: 1)
            let output = try WorkerPool(threadCount: 1)
            defer {
                input.shutDown()
                output.shutDown()
            }
            let stop = StopSignal()
            return await run(stop: stop, input: input, output: output)
        } catch {
            settings.diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
            return .runtimeFault
        }
    }

    private func run(stop: StopSignal, input: WorkerPool, output: WorkerPool) async -> CommandStatus {
        let items = Locked(
            SourceSequence(sources, readsLines: readsLines, stopDescriptor: stop.descriptor, time: attache.time)
        )
        let formatter = ResultFormatter(form: form, isLabelled: !keepsOrder)
        let diagnostics = settings.diagnostics
        var tally = RunTally(failsOnFallback: failsOnFallback)
        await ItemRunner(jobs: settings.jobs, keepsOrder: keepsOrder).run(
            next: { await input.run { items.withLock { $0.next() } } ?? nil },
            process: { await attache.process($0) },
            emit: { result in
                tally.count(result)
                formatter.explain(result, to: diagnostics)
                let line = formatter.line(result)
                let written = await output.run { StandardOutput.write(line) } ?? .closed
                if case .failed(let code) = written {
                    diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
                    tally.hasFault = true
                }
                return written == .written
            }
        )
        tally.isInterrupted = stop.isRequested
        return tally.status
    }
}
