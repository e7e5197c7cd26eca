import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem

/// `attache check`: judgement of URLs without a download.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge URLs without fetching them: form, types, network, App Transport Security, egress.",
        discussion: """
            Without a URL, or with -, URLs come from standard input, one a line; line N of the output judges line N. \
            No connection is opened, and no name is looked up without --resolve. A denied URL is a verdict, not an \
            error: the status is 0 unless --fail-on-fallback is given.

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

    @Flag(help: "Resolve hosts of otherwise allowed URLs and check every address.")
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
            let thread = try WorkerPool(threadCount: 1)
            defer { thread.shutDown() }
            let stop = try InterruptSignal()
            return await thread.run { run.run(stop: stop) } ?? .runtimeFault
        }
    }
}

struct CheckOptions: ParsableArguments {
    @OptionGroup(title: "Policy") var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Device") var device: SettingOptions<DeviceSettings>
    @OptionGroup(title: "Egress") var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Lookups") var lookups: SettingOptions<LookupSettings>
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> RunSettings {
        try RunSettings([policy, device, egress, lookups], output, environment: environment)
    }
}

/// The settings of name lookups with `--resolve`; `--deadline` bounds each lookup.
enum LookupSettings: SettingGroup {
    static let settings = [
        TransferSettings.dnsServers, TransferSettings.jobs.describing("The limit of concurrent lookups."),
    ]
}

/// One run of `check`, up to standard output, on one thread that may block.
struct CheckRun: Sendable {
    let urls: [String]
    let checker: URLChecker
    /// The limit of concurrent lookups, or `nil` for no lookups.
    let lookupLimit: Int?
    let form: VerdictFormat
    let failsOnDenial: Bool
    let diagnostics: Diagnostics

    func run(stop: InterruptSignal) -> CommandStatus {
        var source = URLSource(urls, stopDescriptor: stop.descriptor)
        var tally = CheckTally(output: CheckOutput(form: form), failsOnDenial: failsOnDenial)
        do throws(InputError) {
            if let lookupLimit {
                var window = LookupWindow(checker: checker, limit: lookupLimit, stop: stop)
                defer { window.shutDown() }
                try window.run(&source, &tally)
            } else {
                try judge(&source, &tally, stop)
            }
        } catch {
            diagnostics.error(error.sentence)
            tally.hasFault = true
        }
        tally.finish()
        if case .failed(let code) = tally.output.result {
            diagnostics.error("Standard output cannot be written: \(SystemCallError.message(code)).")
        }
        return tally.status
    }

    private func judge(_ source: inout URLSource, _ tally: inout CheckTally, _ stop: InterruptSignal) throws(InputError)
    {
        while tally.output.result == .written {
            while let line = try source.next() {
                tally.add(checker.check(line.bytes, byteCount: line.byteCount), of: line)
                if tally.output.result != .written { return }
            }
            guard source.descriptor != nil else { return }
            // The writer of the URLs may be waiting for the verdicts.
            tally.output.flush()
            try source.read()
            if stop.isRequested { return tally.isInterrupted = true }
        }
    }
}

/// The counts of a run, for the exit status; passes verdicts on to the output.
struct CheckTally {
    var output: CheckOutput
    let failsOnDenial: Bool
    var hasFault = false
    var isInterrupted = false
    private var hasDenial = false

    init(output: CheckOutput, failsOnDenial: Bool) {
        self.output = output
        self.failsOnDenial = failsOnDenial
    }

    mutating func add(_ verdict: URLVerdict, of line: URLLine) {
        if !verdict.isAllowed { hasDenial = true }
        output.add(verdict, of: line)
    }

    mutating func finish() {
        output.flush()
        if case .failed = output.result { hasFault = true }
    }

    var status: CommandStatus {
        var statuses: [CommandStatus] = []
        if hasFault { statuses.append(.runtimeFault) }
        if isInterrupted { statuses.append(.interrupted) }
        if hasDenial && failsOnDenial { statuses.append(.fallback) }
        return CommandStatus.worst(of: statuses)
    }
}
