import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// `attache explain`: one payload, explained stage by stage.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain one payload, stage by stage: decisions, reasons and fixes."
    )

    @Argument(help: ArgumentHelp("A payload file; - or nothing for standard input.", valueName: "file"))
    var file: String?

    @Flag(help: "Print the result as JSON, as rewrite does.")
    var json = false

    @Flag(help: "Exit with 4 when the push falls back and loses its media.")
    var failOnFallback = false

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        let files = file.map { [$0] } ?? []
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        try await CommandRunner.finish(pipeline) { settings, attache in
            let source = InputSource.sources(files)[0]
            let item = Self.read(source, time: attache.time)
            let result = await attache.process(item)
            if settings.diagnostics.verbosity > 0 {
                ItemDiagnostics(settings.diagnostics).report(ItemRecord(result))
            }
            var tally = RunTally(failsOnFallback: failOnFallback)
            tally.count(result)
            let text =
                json
                ? ResultFormatter(form: .report, isLabelled: false).line(result)
                : Array(
                    ExplainRenderer(
                        style: Style(
                            isColored: settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
                        )
                    ).render(result).utf8
                )
            if case .failed = StandardOutput.write(text) { tally.hasFault = true }
            return tally.status
        }
    }

    /// Reads the one item of a source; the file is one value, regardless of its name.
    private static func read(_ source: InputSource, time: any TimeSource) -> InputItem {
        do throws(InputError) {
            let reader = try ItemReader(source, framing: .oneValue, stopDescriptor: -1, time: time)
            if var unit = reader.next(), let item = unit.next(at: time.now) { return item }
            return InputItem(source: source.name, content: .bytes([]), arrival: time.now)
        } catch {
            return InputItem(source: source.name, content: .unreadable(error.sentence), arrival: time.now)
        }
    }
}
