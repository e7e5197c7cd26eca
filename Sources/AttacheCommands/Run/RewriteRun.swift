import Attache
import AttacheCore
import AttacheOptions
import AttacheThreads

/// One run of `rewrite`: from the sources to standard output.
struct RewriteRun {
    let sources: [InputSource]
    let form: OutputFormat
    let readsLines: Bool
    let keepsOrder: Bool
    /// Whether lines carry what it takes to match them to their input.
    let isLabelled: Bool
    let failsOnFallback: Bool
    let settings: RunSettings
    let attache: Attache

    func run() async -> CommandStatus {
        do {
            // Two, since reading may wait for ever while a result is to be written.
            let streams = try WorkerPool(threadCount: 2)
            defer { streams.shutDown() }
            return await run(stop: try InterruptSignal(), streams: streams)
        } catch {
            settings.diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
            return .runtimeFault
        }
    }

    private func run(stop: InterruptSignal, streams: WorkerPool) async -> CommandStatus {
        let items = Locked(
            SourceSequence(sources, readsLines: readsLines, stopDescriptor: stop.descriptor, time: attache.time)
        )
        let formatter = ResultFormatter(form: form, isLabelled: isLabelled)
        let diagnostics = settings.diagnostics
        let itemDiagnostics = ItemDiagnostics(diagnostics)
        let empty = RewriteBatch(formatter: formatter, itemDiagnostics: itemDiagnostics, failsOnFallback: failsOnFallback)
        let total = Locked(RunTally(failsOnFallback: failsOnFallback))
        let runner = ItemRunner(
            jobs: settings.jobs,
            workers: ProcessorCount.count,
            keepsOrder: keepsOrder,
            processor: attache.pipeline,
            time: attache.time,
            makeBatch: { empty }
        )
        let hasLeftItems = await runner.run(
            next: { await streams.run { items.withLock { stop.isRequested ? $0.abandon() : $0.next() } } ?? nil },
            isStopping: { stop.isRequested },
            emit: { batch in
                for record in batch.records { itemDiagnostics.report(record) }
                let written = await streams.run { StandardOutput.write(batch.lines) } ?? .closed
                total.withLock { tally in
                    tally.add(batch.tally)
                    if case .failed = written { tally.hasFault = true }
                }
                if case .failed(let code) = written {
                    diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
                }
                // When nobody takes results any more, no input is awaited either.
                if written != .written { stop.endReading() }
                return written == .written
            }
        )
        var tally = total.withLock { $0 }
        tally.isInterrupted = stop.isRequested && (hasLeftItems || items.withLock { $0.wasStopped })
        return tally.status
    }
}
