import Attache
import AttacheBatch
import AttacheCore
import AttacheReports
import AttacheThreads
import Glibc
import Ledger

/// One run of `batch`: from the options to the exit status.
struct BatchCommandRun {
    let paths: [String]
    let output: String
    let startsOver: Bool
    let form: EmitForm
    let failsOnFallback: Bool
    let reports: [ReportRequest]
    let progress: ProgressChoice
    let settings: RunSettings

    func run() async throws -> CommandStatus {
        let stop: StopSignal
        do {
            stop = try StopSignal()
        } catch {
            settings.diagnostics.error("No descriptor is to be had: \(SystemError.text(error.code)).")
            return .runtimeFault
        }
        let began = ContinuousClock.now
        let style = Style(isColored: settings.color.isOn(for: STDERR_FILENO, environment: settings.environment))
        let display = progress.display(environment: settings.environment, style: style)
        let identity = try self.identity()
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
            defer { ticking.cancel() }
            let end = try await withAttache(configuration: settings.configuration) { attache in
                for warning in attache.warnings { settings.diagnostics.warning(warning) }
                return try await batch.run(with: attache)
            }
            ticking.cancel()
            await ticking.value
            return try finish(end, display, since: began)
        } catch let fault as BatchFault {
            settings.diagnostics.error(fault.sentence)
            return fault.kind == .usage ? .usage : .runtimeFault
        }
    }

    private func identity() throws(ConfigurationError) -> RunIdentity {
        let parts = try RunFingerprint(settings.configuration).components.filter { $0.name != "version" }
        let members = parts.map { RunIdentity.Member(name: $0.name, value: $0.digest) }
        return RunIdentity(members: members + [RunIdentity.Member(name: "--emit", value: form.rawValue)])
    }

    /// Shows ten times a second how far the run is.
    private func tick(_ display: any ProgressDisplaying, _ state: BatchProgress, since began: ContinuousClock.Instant)
        async
    {
        while !Task.isCancelled {
            display.update(ProgressSnapshot(state.snapshot, elapsed: began.duration(to: .now)))
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Adds the run up, reports on it, and says the status.
    private func finish(
        _ end: BatchEnd,
        _ display: any ProgressDisplaying,
        since began: ContinuousClock.Instant
    ) throws(BatchFault) -> CommandStatus {
        var tally = RunTally(failsOnFallback: failsOnFallback)
        var totals = RunTotals()
        try end.eachItem { record, _, isEarlier in
            tally.count(record)
            totals.add(record, isResumed: isEarlier)
        }
        for problem in end.faults + end.problems {
            settings.diagnostics.error(problem)
            tally.hasFault = true
        }
        tally.isInterrupted = end.isInterrupted
        let summary = totals.summary(wallTime: began.duration(to: .now), isInterrupted: end.isInterrupted)
        let items = ItemFeed { visit in
            try end.eachItem { record, output, _ in try visit(ReportedItem(record: record, output: output)) }
        }
        for failure in ReportFiles(requests: reports).write(summary, items: items) {
            settings.diagnostics.error(failure.sentence)
            tally.hasFault = true
        }
        display.end(summary)
        return tally.status
    }
}

extension ProgressSnapshot {
    /// The numbers of a batch at one moment.
    fileprivate init(_ snapshot: BatchProgress.Snapshot, elapsed: Duration) {
        var outcomes = OutcomeCounts()
        for (outcome, count) in snapshot.outcomes { outcomes[outcome] = count }
        self.init(
            itemCount: snapshot.items,
            inputByteCount: snapshot.readCount,
            totalInputByteCount: snapshot.totalCount,
            outcomes: outcomes,
            slowestHost: snapshot.slowest.map { SlowHost(name: $0.host, duration: $0.transfer) },
            elapsed: elapsed
        )
    }
}
