import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// `attache ats`: which App Transport Security exceptions a host needs.
struct ATSCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ats",
        abstract: "Load a URL sixteen times, as nscurl's ATS diagnostics do, and report which exceptions it needs.",
        discussion: """
            Every load is a real connection with the TLS versions and cipher suites that a device would offer under \
            that dictionary. A load passes when the resource loads, with any HTTP status. The output ends with the \
            smallest dictionary that makes the URL load, ready to paste, and the server changes that make it \
            unnecessary.

            EXIT STATUS
              0  the default connection passes
              2  wrong usage or configuration
              4  the default connection fails: a push would fall back to plain text
              5  interrupted
            """
    )

    @Argument(help: "The URL to load.")
    var url: String

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp("Time limit for all loads together, such as 30s or 500ms (default: 60s).", valueName: "time")
    )
    var deadline: String?

    @Option(help: ArgumentHelp("Trust these certificate authorities instead of the system's (PEM).", valueName: "file"))
    var cacert: String?

    @Option(
        help: ArgumentHelp("Use this DNS server instead of the system's. Repeatable.", valueName: "address:port")
    )
    var dnsServer: [String] = []

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let status = await ATSRun(url: url, printsJSON: json).run { try settings() }
        if status != .success { throw ExitCode(status.rawValue) }
    }

    /// Resolves the options as every other command does: flag, environment, file, default.
    private func settings() throws -> RunSettings {
        var options = try PipelineOptions.parse([])
        options.policy = policy
        options.egress = egress
        options.output = output
        options.device.deadline = deadline
        options.transfer.cacert = cacert
        options.transfer.dnsServer = dnsServer
        return try options.resolve(environment: ProcessEnvironment.current)
    }
}

/// One run of `ats`, up to standard output.
struct ATSRun {
    let url: String
    let printsJSON: Bool

    func run(settings: () throws -> RunSettings) async -> CommandStatus {
        var diagnostics = Diagnostics()
        do {
            let settings = try settings()
            diagnostics = settings.diagnostics
            let stop = try InterruptSignal()
            let report = try await ATSDiagnostics.run(
                url,
                configuration: settings.configuration,
                mayContinue: { !stop.isRequested }
            )
            for warning in report.warnings { diagnostics.warning(warning) }
            let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
            return emit(report.diagnosis, style: Style(isColored: color), to: diagnostics)
        } catch let error as UsageError {
            for problem in error.problems { diagnostics.error(problem) }
        } catch let error as ConfigurationError {
            for problem in error.problems { diagnostics.error(problem) }
        } catch let error as ThreadError {
            diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
            return .runtimeFault
        } catch {
            diagnostics.error("\(error)")
        }
        return .usage
    }

    private func emit(_ diagnosis: ATSDiagnosis, style: Style, to diagnostics: Diagnostics) -> CommandStatus {
        let text =
            printsJSON
            ? ATSDiagnosisEncoder.encode(diagnosis) + [UInt8(ascii: "\n")]
            : Array(ATSTable(style: style).render(diagnosis).utf8)
        if case .failed(let code) = StandardOutput.write(text) {
            diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
            return .runtimeFault
        }
        guard diagnosis.isComplete else { return .interrupted }
        return diagnosis.passes ? .success : .fallback
    }
}
