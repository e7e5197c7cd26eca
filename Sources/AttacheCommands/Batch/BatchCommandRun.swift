import Attache
import AttacheBatch
import AttacheCore
import AttacheOptions
import AttacheReports
import AttacheThreads
import Glibc
import Ledger

/// One run of `batch`: from the options to the exit status.
struct BatchCommandRun {
    let paths: [String]
    let output: String
    let startsOver: Bool
    let form: OutputFormat
    let failsOnFallback: Bool
    let reports: [ReportRequest]
    let progress: ProgressChoice
    let settings: RunSettings

    func run() async throws -> CommandStatus {
        let stop: InterruptSignal
        do {
            stop = try InterruptSignal()
        } catch {
            settings.diagnostics.error("No descriptor is to be had: \(SystemError.text(error.code)).")
            return .runtimeFault
        }
        let began = ContinuousClock.now
        let style = Style(isColored: settings.color.isOn(for: STDERR_FILENO, environment: settings.environment))
        let display = progress.display(environment: settings.environment, style: style)
        var diagnostics = settings.diagnostics
        diagnostics.suspendDrawing = { display.suspendDrawing(to: $0) }
        let identity = try RunIdentity(settings.configuration, form: form)
        let formatter = ResultFormatter(form: form, isLabelled: false)
        let state = BatchProgress()
        do {
            let batch = try BatchRun(
                BatchConfiguration(
                    paths: paths,
                    output: output,
                    startsOver: startsOver,
                    identity: identity,
                    jobs: settings.jobs,
                    jobsPerHost: settings.configuration.connectionsPerHost,
                    stopDescriptor: stop.descriptor,
                    isStopRequested: { stop.isRequested },
                    endReading: { stop.endReading() },
                    format: { formatter.line($0) }
                ),
                progress: state
            )
            let ticking = Task { await tick(display, state, since: began) }
            let end: Result<BatchResult, any Error>
            do {
                end = .success(try await run(batch, diagnostics))
            } catch {
                end = .failure(error)
            }
            // Nothing is drawn over what is said from here on.
            ticking.cancel()
            await ticking.value
            display.suspendDrawing {}
            return try finish(try end.get(), display, diagnostics, since: began)
        } catch let fault as BatchError {
            diagnostics.error(fault.sentence)
            return fault.kind == .usage ? .usage : .runtimeFault
        }
    }

    private func run(_ batch: BatchRun, _ diagnostics: Diagnostics) async throws -> BatchResult {
        try await withAttache(configuration: settings.configuration) { attache in
            for warning in attache.warnings { diagnostics.warning(warning) }
            let end = try await batch.run(with: attache)
            if let problem = attache.cacheIndexProblem { diagnostics.warning(problem) }
            return end
        }
    }

    /// Shows ten times a second how far the run is.
    private func tick(_ display: any ProgressDisplay, _ state: BatchProgress, since began: ContinuousClock.Instant)
        async
    {
        while !Task.isCancelled {
            display.update(ProgressSnapshot(state.snapshot, elapsed: began.duration(to: .now)))
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Adds the run up, reports on it, and says the status.
    private func finish(
        _ end: BatchResult,
        _ display: any ProgressDisplay,
        _ diagnostics: Diagnostics,
        since began: ContinuousClock.Instant
    ) throws -> CommandStatus {
        var tally = RunTally(failsOnFallback: failsOnFallback)
        var totals = RunTotals()
        try end.eachItem { record, _, isEarlier in
            tally.count(record)
            totals.add(record, isResumed: isEarlier)
        }
        for problem in end.faults + end.problems {
            diagnostics.error(problem)
            tally.hasFault = true
        }
        tally.isInterrupted = end.isInterrupted
        let summary = totals.summary(wallTime: began.duration(to: .now), isInterrupted: end.isInterrupted)
        let items = ItemFeed { visit in
            try end.eachItem { record, output, _ in try visit(ReportedItem(record: record, output: output)) }
        }
        for failure in ReportFiles(requests: reports).write(summary, items: items) {
            diagnostics.error(failure.sentence)
            tally.hasFault = true
        }
        display.end(summary)
        return tally.status
    }
}

extension ProgressSnapshot {
    /// The numbers of a batch at one moment.
    fileprivate init(_ snapshot: BatchProgress.Snapshot, elapsed: Duration) {
        self.init(
            itemCount: snapshot.outcomes.total,
            inputByteCount: snapshot.readCount,
            resumedByteCount: snapshot.earlierCount,
            totalInputByteCount: snapshot.totalCount,
            outcomes: snapshot.outcomes,
            slowestHost: snapshot.slowest.map { SlowHost(name: $0.host, duration: $0.transfers.percentile95) },
            elapsed: elapsed
        )
    }
}
