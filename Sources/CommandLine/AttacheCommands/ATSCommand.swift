import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import Glibc

/// `attache ats`: which App Transport Security exceptions a host needs.
struct ATSCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ats",
        abstract: "Find the ATS exceptions that a URL needs: load it sixteen times, as nscurl's diagnostics do.",
        discussion: """
            Each load is a real connection under one dictionary of exceptions, with the TLS versions and cipher suites \
            that a device would offer under it. A load passes when the resource loads, with any HTTP status. The \
            output ends with the smallest dictionary that makes the URL load, ready to paste, and with the changes to \
            the server that make it unnecessary.

            EXAMPLES
              attache ats https://img.example.com/a.png  find the exceptions that the host needs

            EXIT STATUS
              0  the default connection passes
              2  wrong usage or configuration
              4  the default connection fails: a push would fall back to plain text; 0 with --exit-zero
              5  interrupted
            """
    )

    @Argument(help: "The URL to load.")
    var url: String

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var judgement: JudgementOptions
    @OptionGroup var load: SettingOptions<LoadSettings>
    @OptionGroup(title: "Policy") var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Egress") var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            var settings = try settings()
            let loading = LoadingDisplay(settings)
            defer { loading?.end() }
            loading?.observe(&settings)
            diagnostics = settings.diagnostics
            let stop = try InterruptSignal()
            let report = try await ATSDiagnostics.run(
                url,
                configuration: settings.configuration,
                mayContinue: { !stop.isRequested }
            )
            for warning in report.warnings { diagnostics.warning(warning) }
            for row in report.diagnosis.rows { diagnostics.info(ATSTable.details(row)) }
            let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
            let diagnosis = report.diagnosis
            if json {
                try StandardOutput.write(ATSDiagnosisEncoder.encode(diagnosis) + [UInt8(ascii: "\n")])
            } else {
                try StandardOutput.write(wrapping: ATSTable(style: Style(isColored: color)).render(diagnosis))
            }
            guard diagnosis.isComplete else { return .interrupted }
            return judgement.status(hasFound: !diagnosis.passes)
        }
    }

    /// Resolves the options as every other command does: flag, environment, file, default.
    private func settings() throws -> RunSettings {
        var settings = try RunSettings([load, policy, egress], output, environment: ProcessEnvironment.current)
        settings.fitDescriptors(.current, reports: false)
        return settings
    }
}

/// The settings of the loads.
enum LoadSettings: SettingGroup {
    static let settings = [
        DeviceSettings.deadline.describing(
            "The time limit of all loads together, in seconds or with a unit, such as 500ms.",
            defaultText: ATSDiagnostics.standardTimeout.settingText
        ),
        TransferSettings.certificateAuthorities, TransferSettings.dnsServers,
    ]
}
