import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// `attache rewrite`: payloads in, results out.
struct RewriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrite",
        abstract: "Take payloads, give back rewritten content or plain text and the reason.",
        discussion: """
            Without a file, or with -, the payload comes from standard input. A .json or .apns file is exactly one \
            JSON value; .ndjson, .jsonl or --ndjson is one value per line. Results come in input order, one JSON \
            object per line.

            It may stay up: with --ndjson --unordered each line of standard input is answered as soon as its result is \
            there, and --id-from says by which name. An envelope's deadline_ms runs from when its line was read.
            """
    )

    @Argument(help: ArgumentHelp("Payload files; - for standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: "What to emit: the whole report, the content shown, or the payload to send.")
    var emit: OutputFormat = .report

    @Flag(help: "Read one value per line, whatever the name says.")
    var ndjson = false

    @Flag(help: "Emit results as they finish instead of in input order.")
    var unordered = false

    @Option(
        help: ArgumentHelp(
            "Where a payload or its envelope names itself, such as $.id; the name comes back as id.",
            valueName: "jsonpath"
        )
    )
    var idFrom: String?

    @Option(
        help: ArgumentHelp(
            """
            How long verdicts are cached: run, or a time (default: \(Self.usualLifetime) for --ndjson from standard \
            input, else run).
            """,
            valueName: "time"
        )
    )
    var verdictLifetime: VerdictCacheLifetime?

    @Flag(help: "Exit with 4 when a push lost the media it names.")
    var failOnFallback = false

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        if StandardInput.isInteractive(for: files) {
            throw CleanExit.helpRequest(self)
        }
        try await CommandRunner.finish(pipeline, defaults: defaults) { settings, attache in
            await RewriteRun(
                sources: InputSource.sources(files),
                form: emit,
                readsLines: ndjson,
                keepsOrder: !unordered,
                isLabelled: unordered || idFrom != nil,
                failsOnFallback: failOnFallback,
                settings: settings,
                attache: attache
            ).run()
        }
    }

    /// The default of a run over standard input, as text.
    private static var usualLifetime: String { AttacheConfiguration().verdictLifetime?.settingText ?? "run" }

    /// A run over files ends, and asks for each URL once; lines of standard input may come for months.
    var defaults: AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.identifierPath = idFrom
        let mayStayUp = ndjson && InputSource.sources(files).contains(.standardInput)
        configuration.verdictLifetime =
            switch verdictLifetime {
            case .time(let duration): duration
            case .run: nil
            case nil: mayStayUp ? configuration.verdictLifetime : nil
            }
        return configuration
    }
}

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
        let empty = RewriteBatch(
            formatter: formatter,
            itemDiagnostics: itemDiagnostics,
            failsOnFallback: failsOnFallback
        )
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

/// What `rewrite` makes of consecutive results: the lines of standard output, what is to be said, and the counts.
struct RewriteBatch: ResultBatch {
    private let formatter: ResultFormatter
    private let itemDiagnostics: ItemDiagnostics
    private var writer = JSONWriter()
    /// The items of which there is something to say, in their order.
    private(set) var records: [ItemRecord] = []
    /// What happened.
    private(set) var tally: RunTally

    init(formatter: ResultFormatter, itemDiagnostics: ItemDiagnostics, failsOnFallback: Bool) {
        self.formatter = formatter
        self.itemDiagnostics = itemDiagnostics
        tally = RunTally(failsOnFallback: failsOnFallback)
    }

    /// The lines, their ends included.
    var lines: [UInt8] { writer.bytes }

    var isEmpty: Bool { writer.bytes.isEmpty }

    mutating func append(_ result: RewriteResult) {
        tally.count(result)
        if itemDiagnostics.shouldReport(result) { records.append(ItemRecord(result)) }
        formatter.write(result, to: &writer)
    }

    mutating func append(_ next: consuming RewriteBatch) {
        tally.add(next.tally)
        records += next.records
        writer.appendLines(next.lines)
    }
}

/// How long a run remembers verdicts.
enum VerdictCacheLifetime: ExpressibleByArgument, Equatable {
    /// To its end.
    case run
    /// For a while, zero or longer.
    case time(Duration)

    init?(argument: String) {
        if argument == "run" {
            self = .run
        } else if let amount = try? TimeAmount(parsing: argument) {
            self = .time(amount.duration)
        } else {
            return nil
        }
    }
}
