import ArgumentParser
import Attache
import AttacheCore
import AttacheOptions

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
            "How long a verdict is remembered: run, or a time (default: 60s for --ndjson from standard input, else run).",
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
