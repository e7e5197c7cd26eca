import ArgumentParser
import Attache
import AttacheCore

/// `attache rewrite`: payloads in, results out.
struct RewriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrite",
        abstract: "Take payloads, give back rewritten content or plain text and the reason.",
        discussion: """
            Without a file, or with -, the payload comes from standard input. A .json or .apns file is exactly one \
            JSON value; .ndjson, .jsonl or --ndjson is one value per line. Results come in input order, one JSON \
            object per line.
            """
    )

    @Argument(help: ArgumentHelp("Payload files; - for standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: "What to emit: the whole report, the content shown, or the payload to send.")
    var emit: EmitForm = .report

    @Flag(help: "Read one value per line, whatever the name says.")
    var ndjson = false

    @Flag(help: "Emit results as they finish instead of in input order.")
    var unordered = false

    @Flag(help: "Exit with 4 when a push lost the media it names.")
    var failOnFallback = false

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        if StandardInput.isMissing(for: files) {
            throw CleanExit.helpRequest(self)
        }
        try await CommandRun.finish(pipeline) { settings, attache in
            await RewriteRun(
                sources: InputSource.sources(files),
                form: emit,
                readsLines: ndjson,
                keepsOrder: !unordered,
                failsOnFallback: failOnFallback,
                settings: settings,
                attache: attache
            ).run()
        }
    }
}
