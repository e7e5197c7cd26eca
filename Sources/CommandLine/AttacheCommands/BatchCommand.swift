import ArgumentParser
import Attache
import AttacheBatch
import AttacheCommandLine
import AttacheCore
import AttacheDatabase
import AttacheReports
import AttacheSystem
import CommandSupport
import Glibc
import MediaStore
import NotificationPicture

/// `attache batch`: resumable `rewrite` of directories and large files.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Rewrite directories and large files of payloads into a directory of results.",
        discussion: """
            It searches directories for .json, .apns, .ndjson and .jsonl files, also compressed ones such as \
            .ndjson.gz and .ndjson.zst. It does not follow links in them. The path - is NDJSON from standard input. \
            Each file gets a result of the same name below --out: one object for one payload, NDJSON for NDJSON.

            Run the same command again to resume a run that was interrupted or killed: batch skips finished items, and \
            processes items that have changed since. --fresh starts over.

            Two defaults differ from those of rewrite: --cache disk, which keeps media across runs, and --type-check \
            isolated.

            EXAMPLES
              attache batch campaign/ -o results/  process a directory
              attache batch campaign/ -o results/ --dry-run  only show what would be processed
              attache batch users.ndjson -o results/ --report html=report.html  write a report too
              attache batch campaign/ -o results/ --fail-on-fallback --report junit=junit.xml  fail a build
            """
    )

    @Argument(
        help: ArgumentHelp("Directories and files of payloads; - for standard input.", valueName: "path"),
        completion: .file()
    )
    var paths: [String]

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The output directory: new, empty, or from an earlier run.", valueName: "dir"),
        completion: .directory
    )
    var out: String

    @Flag var start = BatchStart.resume

    @Flag(help: "Show what would be processed, and process nothing.")
    var dryRun = false

    @Option(help: "What to emit: the whole report, the content shown, or the payload to send.")
    var emit: OutputFormat = .report

    @Flag(help: "Exit with 4 when a push falls back and loses its media.")
    var failOnFallback = false

    @Flag(help: "Exit with 0 instead of 3 when the paths contain no payloads.")
    var allowEmpty = false

    @Option(
        help: ArgumentHelp(
            "Write a report at the end: junit, html, json, csv or md. Repeatable.",
            valueName: "kind=file"
        ),
        completion: ValueCompletion.assignments(ReportKind.allCases.map(\.rawValue)).kind
    )
    var report: [String] = []

    @Flag(help: "Show the queries of URLs in reports. They may identify users, or let every reader open files.")
    var showQueries = false

    @Option(
        help: ArgumentHelp(
            "How to show progress: auto, bar, json or off (default: auto, a bar on a terminal).",
            valueName: "form"
        ),
        completion: .list(ProgressChoice.allCases.map(\.rawValue))
    )
    var progress: String?

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try pipeline.resolve(environment: ProcessEnvironment.current, defaults: Self.defaults)
            diagnostics = settings.diagnostics
            try InputPaths.check(paths)
            let reports = try ReportRequest.parse(report)
            try ReportFiles.checkDirectories(of: reports, output: out)
            let usual = pipeline.output.isQuiet ? ProgressChoice.off : .auto
            guard let choice = progress.map({ ProgressChoice(rawValue: $0) }) ?? usual else {
                let names = ProgressChoice.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError(problems: ["--progress: \"\(progress ?? "")\" is not one of \(names)."])
            }
            if dryRun { return try DryRun(paths: paths, output: out, settings: settings).run() }
            try settings.checkStore()
            return try await BatchCommandRun(
                paths: paths,
                output: out,
                startsOver: start == .fresh,
                allowsEmpty: allowEmpty,
                form: emit,
                failsOnFallback: failOnFallback,
                reports: reports,
                urls: showQueries ? .withQuery : .withoutQuery,
                progress: choice,
                settings: settings
            ).run()
        }
    }

    /// The defaults of a batch: bulk untrusted bytes are checked in isolation, media are cached across runs, and they
    /// are synchronized to the disk in groups.
    static var defaults: AttacheConfiguration {
        var configuration = AttacheConfiguration.bulk
        // A batch is finite: files in its results are protected until its end, and each URL is requested once.
        configuration.verdictLifetime = nil
        configuration.storeDurability = .grouped
        return configuration
    }
}

/// The treatment of an earlier run in the output directory.
enum BatchStart: String, EnumerableFlag {
    case resume
    case fresh

    static func help(for value: BatchStart) -> ArgumentHelp? {
        switch value {
        case .resume: "Resume an earlier run of the same command (default)."
        case .fresh: "Discard an earlier run in the directory and start over."
        }
    }
}

/// One run of `batch`, up to the exit status.
struct BatchCommandRun {
    let paths: [String]
    let output: String
    let startsOver: Bool
    let allowsEmpty: Bool
    let form: OutputFormat
    let failsOnFallback: Bool
    let reports: [ReportRequest]
    let urls: URLForm
    let progress: ProgressChoice
    let settings: RunSettings

    /// What a second signal leaves on standard error; the same advice as at the end of an interrupted run.
    private var lastWords: StaticString {
        switch resumeAdvice {
        case .sameCommand:
            """
            \nattache: stopped immediately. Run the same command again to resume: finished items are not processed again.\n
            """
        case .withoutFresh:
            """
            \nattache: stopped immediately. Run the same command without --fresh to resume: finished items are not \
            processed again.\n
            """
        case .none: "\nattache: stopped immediately.\n"
        }
    }

    private var resumeAdvice: ResumeAdvice {
        if paths.contains("-") { return .none }
        return startsOver ? .withoutFresh : .sameCommand
    }

    func run() async throws -> CommandStatus {
        let stop: InterruptSignal
        do {
            stop = try InterruptSignal(lastWords: settings.showsHints ? lastWords : nil)
        } catch {
            settings.diagnostics.error("Cannot open a file descriptor: \(error.message).")
            return .runtimeFault
        }
        let began = ContinuousClock.now
        let facts = RunSummary.Fact.all(of: settings.configuration)
        let style = Style(isColored: settings.color.isOn(for: STDERR_FILENO, environment: settings.environment))
        let display = progress.display(environment: settings.environment, style: style)
        var diagnostics = settings.diagnostics
        diagnostics.suspendDrawing = { display.suspendDrawing(to: $0) }
        let identity = try RunIdentity(settings.configuration, form: form, urls: urls)
        let formatter = ResultFormatter(form: form, isLabelled: false)
        let state = BatchProgress(urls: urls)
        // Without a page nothing is remembered of a push.
        let shapes = reports.contains { $0.kind == .html } ? PushShapes() : nil
        do {
            let batch = try BatchRun(
                BatchConfiguration(
                    paths: paths,
                    output: output,
                    startsOver: startsOver,
                    allowsEmpty: allowsEmpty,
                    identity: identity,
                    jobs: settings.jobs,
                    jobsPerHost: settings.configuration.connectionsPerHost,
                    stopDescriptor: stop.descriptor,
                    isStopRequested: { stop.isRequested },
                    endReading: { stop.endReading() },
                    format: { result in
                        shapes?.add(result)
                        return formatter.line(result)
                    }
                ),
                progress: state
            )
            let notice = StopNotice(stop, diagnostics, "download", repeats: !display.showsProgress) {
                state.runningCount
            }
            let ticking = Task { await tick(display, state, stop, since: began) }
            let end: Result<BatchResult, any Error>
            do {
                end = .success(try await run(batch, diagnostics))
            } catch {
                end = .failure(error)
            }
            notice.cancel()
            // The display must not overwrite the messages below.
            ticking.cancel()
            await ticking.value
            display.suspendDrawing {}
            return try finish(try end.get(), of: batch, display, diagnostics, facts, shapes, since: began)
        } catch let fault as BatchError {
            diagnostics.error(fault.sentence)
            switch fault.kind {
            case .usage: return .usage
            case .noInput: return .rejectedInput
            case .environment, .output: return .runtimeFault
            }
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

    private func tick(
        _ display: any ProgressDisplay,
        _ state: BatchProgress,
        _ stop: InterruptSignal,
        since began: ContinuousClock.Instant
    ) async {
        while !Task.isCancelled {
            var snapshot = ProgressSnapshot(state.snapshot, elapsed: began.duration(to: .now))
            if stop.isRequested { snapshot.finishingCount = state.runningCount }
            display.update(snapshot)
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func finish(
        _ end: BatchResult,
        of batch: BatchRun,
        _ display: any ProgressDisplay,
        _ diagnostics: Diagnostics,
        _ facts: [RunSummary.Fact],
        _ shapes: PushShapes?,
        since began: ContinuousClock.Instant
    ) throws -> CommandStatus {
        var tally = RunTally(failsOnFallback: failsOnFallback)
        var totals = RunTotals(urls: urls)
        let itemDiagnostics = ItemDiagnostics(diagnostics)
        if diagnostics.verbosity <= 0, let known = end.totals {
            totals = known
            tally.count(known.summary(wallTime: .zero))
        } else {
            try end.eachItem { record, _, isEarlier in
                if diagnostics.verbosity > 0 { itemDiagnostics.report(record) }
                tally.count(record)
                totals.add(record, isResumed: isEarlier)
            }
        }
        for problem in end.faults + end.problems {
            diagnostics.error(problem)
            tally.note(.runtimeFault)
        }
        if end.isInterrupted { tally.note(.interrupted) }
        if totals.isEmpty, tally.status == .success, let error = batch.endWithoutItems() { throw error }
        var summary = totals.summary(wallTime: began.duration(to: .now), isInterrupted: end.isInterrupted)
        summary.facts = facts
        summary.resumeAdvice = resumeAdvice
        shapes?.draw(into: &summary, with: PictureProgram.find())
        let items = ItemFeed { visit in
            try end.eachItem { record, output, _ in
                try visit(ReportedItem(record: record, output: output, urls: urls))
            }
        }
        for failure in ReportFiles(requests: reports).write(summary, items: items) {
            diagnostics.error(failure.sentence)
            tally.note(.runtimeFault)
        }
        display.end(summary, status: tally.status)
        return tally.status
    }
}

extension ProgressSnapshot {
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
