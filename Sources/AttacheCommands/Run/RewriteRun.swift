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
            // Two, since reading may wait for ever while a result is to be written.
            let streams = try WorkerPool(threadCount: 2)
            defer { streams.shutDown() }
            return await run(stop: try StopSignal(), streams: streams)
        } catch {
            settings.diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
            return .runtimeFault
        }
    }

    private func run(stop: StopSignal, streams: WorkerPool) async -> CommandStatus {
        let items = Locked(
            SourceSequence(sources, readsLines: readsLines, stopDescriptor: stop.descriptor, time: attache.time)
        )
        let formatter = ResultFormatter(form: form, isLabelled: !keepsOrder)
        let diagnostics = settings.diagnostics
        var tally = RunTally(failsOnFallback: failsOnFallback)
        await ItemRunner(jobs: settings.jobs, keepsOrder: keepsOrder).run(
            next: { await streams.run { items.withLock { stop.isRequested ? $0.abandon() : $0.next() } } ?? nil },
            process: { await attache.process($0) },
            emit: { result in
                tally.count(result)
                formatter.explain(result, to: diagnostics)
                let line = formatter.line(result)
                let written = await streams.run { StandardOutput.write(line) } ?? .closed
                if case .failed(let code) = written {
                    diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
                    tally.hasFault = true
                }
                guard written == .written else {
                    // Nobody takes results any more, so no input is awaited either.
                    stop.endReading()
                    return false
                }
                return true
            }
        )
        tally.isInterrupted = stop.isRequested && items.withLock { $0.wasStopped }
        return tally.status
    }
}
