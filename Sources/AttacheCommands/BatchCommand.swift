import ArgumentParser
import Attache
import AttacheBatch
import AttacheCore
import AttacheOptions
import AttacheReports
import MediaStore

/// `attache batch`: the same as `rewrite` over directories and large files, resumable.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Take directories and large files of payloads, leave a result for each in a directory.",
        discussion: """
            Directories are searched for .json, .apns, .ndjson and .jsonl files, packed ones (.ndjson.gz, .ndjson.zst) \
            too; links in them are not followed. - is NDJSON from standard input. Each result stands under the same \
            name below --out: one object for one payload, NDJSON for NDJSON.

            A run that was interrupted, even killed, goes on where it ended when the same command is given again: \
            what is finished is not done again, what has changed since is. --fresh starts over.

            Other defaults than those of rewrite: --cache disk, so that media are remembered from run to run, and \
            --type-check isolated.
            """
    )

    @Argument(help: ArgumentHelp("Directories and files of payloads; - for standard input.", valueName: "path"))
    var paths: [String]

    @Option(help: ArgumentHelp("The directory for results; new, empty, or of the same run.", valueName: "dir"))
    var out: String

    @Flag var start = BatchStart.resume

    @Option(help: "What to emit: the whole report, the content shown, or the payload to send.")
    var emit: OutputFormat = .report

    @Flag(help: "Exit with 4 when a push lost the media it names.")
    var failOnFallback = false

    @Option(
        help: ArgumentHelp(
            "Write a report at the end: junit, html, json, csv or md. Repeatable.",
            valueName: "kind=file"
        )
    )
    var report: [String] = []

    @Option(
        help: ArgumentHelp(
            "How to show how far it is: auto, bar, json or off (default: auto, a bar on a terminal).",
            valueName: "form"
        )
    )
    var progress: String?

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try pipeline.resolve(environment: ProcessEnvironment.current, defaults: Self.defaults)
            diagnostics = settings.diagnostics
            let reports: [ReportRequest]
            do throws(ReportRequestError) {
                reports = try ReportRequest.parse(report)
            } catch {
                throw UsageError(problems: error.problems)
            }
            guard let choice = ProgressChoice(rawValue: progress ?? "auto") else {
                let names = ProgressChoice.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(problems: ["--progress: \"\(progress ?? "")\" is none of \(names)."])
            }
            return try await BatchCommandRun(
                paths: paths,
                output: out,
                startsOver: start == .fresh,
                form: emit,
                failsOnFallback: failOnFallback,
                reports: reports,
                progress: choice,
                settings: settings
            ).run()
        }
    }

    /// What a batch does unless it is told otherwise: strangers' bytes by the thousand are looked at elsewhere, media are
    /// remembered, and they reach the disk in groups.
    static var defaults: AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.typeCheck = .isolated(program: "/proc/self/exe")
        configuration.cache = .disk
        // It ends: what its results point at stays until then, and each URL is asked once.
        configuration.verdictLifetime = nil
        configuration.storeDurability = .grouped
        return configuration
    }
}
