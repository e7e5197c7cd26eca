import ArgumentParser
import Attache
import AttacheOptions
import AttacheThreads

/// `attache check`: URLs judged without fetching them.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge URLs without fetching them: form, types, network, App Transport Security, egress.",
        discussion: """
            Without a URL, or with -, URLs come from standard input, one a line; line N of the output judges line N. \
            Nothing is connected, and no name is looked up unless --resolve is given. A denied URL is a verdict, not \
            an error: the status is 0 unless --fail-on-fallback is given.

            EXAMPLE
              $ attache check https://img.example.com/a.png http://img.example.com/a.png
              allow  https://img.example.com/a.png
              deny   http://img.example.com/a.png  ats.insecure-http: App Transport Security blocks http to \
            img.example.com.
            """
    )

    @Argument(help: ArgumentHelp("URLs; - for standard input.", valueName: "url"))
    var urls: [String] = []

    @Flag(help: "Print one JSON object per URL and line.")
    var json = false

    @Flag(help: "Look up the names of URLs that nothing else stands against, and judge every address they have.")
    var resolve = false

    @Flag(help: "Exit with 4 when a URL is denied.")
    var failOnFallback = false

    @OptionGroup var options: CheckOptions

    func run() async throws {
        if StandardInput.isInteractive(for: urls) { throw CleanExit.helpRequest(self) }
        try await CommandRunner.finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current)
            diagnostics = settings.diagnostics
            let checker = try URLChecker(settings.configuration)
            for warning in checker.warnings { diagnostics.warning(warning) }
            let run = CheckRun(
                urls: urls,
                checker: checker,
                lookupLimit: resolve ? settings.jobs : nil,
                form: json ? .json : .text,
                failsOnDenial: failOnFallback,
                diagnostics: diagnostics
            )
            do throws(ThreadError) {
                let thread = try WorkerPool(threadCount: 1)
                defer { thread.shutDown() }
                let stop = try InterruptSignal()
                return await thread.run { run.run(stop: stop) } ?? .runtimeFault
            } catch {
                diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
                return .runtimeFault
            }
        }
    }
}
