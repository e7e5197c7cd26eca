import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport

/// `attache rewrite`: rewriting of payloads to results.
struct RewriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrite",
        // The parser then skips its check for completion scripts, for which it builds options first.
        _superCommandName: "attache",
        abstract: "Rewrite payloads; fall back to plain text and say why.",
        discussion: """
            Without a file, or with -, it reads the payload from standard input. A .json or .apns file holds exactly \
            one JSON value. A .ndjson or .jsonl file holds one value per line, and so does any input under --ndjson. \
            Results come in input order, one JSON object per line.

            It can run as a co-process: with --ndjson --unordered it prints the result of each line of standard input \
            as soon as it is ready. --id-from names the identifier by which you match results to lines. The time of an \
            envelope's deadline_ms starts when its line is read.

            EXAMPLES
              attache rewrite push.json  print the result of one payload
              attache rewrite --emit payload < push.json > rewritten.json  print only the payload to send
              attache rewrite --network 3g --deadline 10 push.json  assume a slow network and 10 seconds
              attache rewrite --ndjson --fail-on-fallback -o results.ndjson pushes.ndjson  exit with 4 when a push loses its media
            """
    )

    @Argument(help: ArgumentHelp("Payload files; - for standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(help: "What to emit: the whole report, the content shown, or the payload to send.")
    var emit: OutputFormat = .report

    @Flag(help: "Read one value per line, regardless of the file name.")
    var ndjson = false

    @Flag(help: "Emit results as they finish instead of in input order.")
    var unordered = false

    @Option(
        help: ArgumentHelp(
            "Where a payload or its envelope has an identifier, such as /id; its result repeats it as id.",
            valueName: "path"
        )
    )
    var idFrom: String?

    @Option(
        help: ArgumentHelp(
            """
            How long to cache verdicts: a time, or run for the whole run (default: \(Self.usualLifetime) for --ndjson \
            from standard input, otherwise run).
            """,
            valueName: "time"
        )
    )
    var verdictLifetime: VerdictCacheLifetime?

    @Flag(help: "Exit with 4 when a push falls back and loses its media.")
    var failOnFallback = false

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Write the results to a file instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        if StandardInput.isInteractive(for: files) {
            throw CleanExit.helpRequest(self)
        }
        try await CommandRunner.finish(pipeline, defaults: defaults, paths: files, showsLoads: isOfOnePayload) {
            settings,
            attache in
            let directories = files.filter { $0 != "-" && InputPaths.isDirectory($0) }
            // Beside files a directory is an item that is rejected, so that the files are processed.
            if !directories.isEmpty, directories.count == files.count {
                for directory in directories { settings.diagnostics.error(InputPaths.sentence(ofDirectory: directory)) }
                return .usage
            }
            // Opening it would empty the input.
            let inputs = InputSource.sources(files).contains(.standardInput) ? files + ["/dev/stdin"] : files
            let output = output == "-" ? nil : output
            if let output, let file = inputs.first(where: { InputPaths.isSame($0, output) }) {
                settings.diagnostics.error("--output: \(output) is the input \(file); use another file.")
                return .usage
            }
            do throws(SystemCallError) {
                if let output { try StandardOutput.redirect(to: output) }
            } catch {
                settings.diagnostics.error("--output: \(output ?? "") cannot be written: \(error.message).")
                return .usage
            }
            return try await RewriteRun(
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

    /// Whether the input is probably one payload, whose result is printed after all loads.
    private var isOfOnePayload: Bool {
        !ndjson && files.count <= 1 && !files.contains { $0.hasSuffix(".ndjson") || $0.hasSuffix(".jsonl") }
    }

    /// The default of a run over standard input, as text.
    private static var usualLifetime: String { AttacheConfiguration().verdictLifetime?.settingText ?? "run" }

    /// The defaults: a run over files is finite and requests each URL once; standard input may stay open for months.
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

/// One run of `rewrite`, up to standard output.
struct RewriteRun {
    let sources: [InputSource]
    let form: OutputFormat
    let readsLines: Bool
    let keepsOrder: Bool
    let isLabelled: Bool
    let failsOnFallback: Bool
    let settings: RunSettings
    let attache: Attache

    func run() async throws(SystemCallError) -> CommandStatus {
        try await LineRun.status(failsOnFallback: failsOnFallback, settings.diagnostics) { run in
            let itemDiagnostics = ItemDiagnostics(settings.diagnostics)
            let losses = Locked(MediaLosses())
            let isComplete = await run.process(
                sources,
                readsLines: readsLines,
                with: attache,
                jobs: settings.jobs,
                keepsOrder: keepsOrder,
                into: RewriteBatch(
                    formatter: ResultFormatter(form: form, isLabelled: isLabelled),
                    itemDiagnostics: itemDiagnostics,
                    failsOnFallback: failsOnFallback
                ),
                emit: { batch in
                    for record in batch.records { itemDiagnostics.report(record) }
                    losses.withLock { $0.add(batch.losses) }
                    return await run.write(batch.lines, batch.tally) ? batch.count : nil
                }
            )
            // Results and contents say it themselves.
            if isComplete, form == .payload, let sentence = losses.withLock(\.sentence) {
                settings.diagnostics.warning(sentence)
            }
            // Every result is written, so no transfer is needed, and no thread has to be waited for.
            if isComplete { await attache.leave() }
        }
    }
}

/// Consecutive results of `rewrite`: the lines of standard output, the messages and the counts.
struct RewriteBatch: ResultBatch {
    /// The size in bytes from which lines are not copied to those before them.
    private static let joinLimit = 16 * 1024

    private let formatter: ResultFormatter
    private let itemDiagnostics: ItemDiagnostics
    /// The lines before those of `writer`.
    private var earlier: [[UInt8]] = []
    private var writer = JSONWriter()
    private(set) var records: [ItemRecord] = []
    /// The number of results.
    private(set) var count = 0
    private(set) var tally: RunTally
    private(set) var losses = MediaLosses()

    init(formatter: ResultFormatter, itemDiagnostics: ItemDiagnostics, failsOnFallback: Bool) {
        self.formatter = formatter
        self.itemDiagnostics = itemDiagnostics
        tally = RunTally(failsOnFallback: failsOnFallback)
    }

    /// Pieces of complete lines, in order.
    var lines: [[UInt8]] { writer.bytes.isEmpty ? earlier : earlier + [writer.bytes] }

    mutating func append(_ result: RewriteResult) {
        tally.count(result)
        if formatter.form == .payload { losses.count(result) }
        count += 1
        if itemDiagnostics.shouldReport(result) { records.append(ItemRecord(result)) }
        formatter.write(result, to: &writer)
    }

    mutating func append(contentsOf next: consuming RewriteBatch) {
        tally.add(next.tally)
        losses.add(next.losses)
        count += next.count
        records += next.records
        // A copy of a few lines costs less than a write of their own.
        if next.earlier.isEmpty, next.writer.bytes.count < Self.joinLimit {
            return writer.appendLines(next.writer.bytes)
        }
        earlier = lines + next.earlier
        writer = next.writer
    }
}

/// The value of `--verdict-lifetime`.
enum VerdictCacheLifetime: ExpressibleByArgument, Equatable {
    /// Until the end of the run.
    case run
    /// For a duration, zero or longer.
    case time(Duration)

    init?(argument: String) {
        if argument == "run" {
            self = .run
        } else if let amount = try? TimeAmount(secondsOrUnit: argument) {
            self = .time(amount.duration)
        } else {
            return nil
        }
    }
}
