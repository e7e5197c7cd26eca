import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem
import CommandSupport

/// `attache check`: judgement of URLs without a download.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check URLs without fetching them: form, types, network, App Transport Security, egress.",
        discussion: """
            Without a URL, or with -, it reads URLs from standard input, one per line; line N of the output has the \
            verdict on line N. It opens no connection, and looks up no name without --resolve. The status is 4 when a \
            URL is denied.

            EXAMPLES
              attache check https://img.example.com/a.png http://img.example.com/a.png  check two URLs
              attache check --resolve < urls.txt  also look up the hosts
            """
    )

    @Argument(help: ArgumentHelp("URLs; - for standard input.", valueName: "url"))
    var urls: [String] = []

    @Flag(help: "Print one line of JSON per URL.")
    var json = false

    @Flag(help: "Look up the hosts of URLs that are otherwise allowed, and check every address.")
    var resolve = false

    /// What is always so; accepted for the sake of scripts that are older than the rule.
    @Flag(help: ArgumentHelp("Exit with 4 when a URL is denied, as without it.", visibility: .hidden))
    var failOnFallback = false

    @OptionGroup var judgement: JudgementOptions

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
                form: json ? .json : .text(TerminalText(settings.environment)),
                failsOnDenial: !judgement.exitZero,
                diagnostics: diagnostics
            )
            return try await run.run()
        }
    }
}

struct CheckOptions: ParsableArguments {
    @OptionGroup(title: "Policy") var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Device") var device: SettingOptions<DeviceSettings>
    @OptionGroup(title: "Egress") var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Media") var media: SettingOptions<RepairSettings>
    @OptionGroup(title: "Lookups") var lookups: SettingOptions<LookupSettings>
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> RunSettings {
        try RunSettings([policy, device, egress, media, lookups], output, environment: environment)
    }
}

/// Whether the name of a file decides, or its bytes after a download.
enum RepairSettings: SettingGroup {
    static let settings = [TransferSettings.repair]
}

/// The settings of name lookups with `--resolve`; `--deadline` bounds each lookup.
enum LookupSettings: SettingGroup {
    static let settings = [
        TransferSettings.dnsServers, TransferSettings.jobs.describing("The maximum number of concurrent lookups."),
    ]
}
