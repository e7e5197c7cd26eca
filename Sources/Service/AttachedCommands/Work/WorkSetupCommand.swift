import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheSystem
import FleetWorker

/// `attached work setup`: makes the streams and consumers of a fleet, or compares them with the plan.
struct WorkSetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Make the missing streams and consumers of a fleet, and compare the others with the plan.",
        discussion: """
            It prints every limit in effect, and changes nothing that exists. When something differs from the plan, it \
            reports the difference, and the status is 1.

            EXAMPLES
              attached work setup --replicas 3  store each message on three servers
              attached work setup --tenant acme --tenant globex  make a consumer for each tenant

            EXIT STATUS
              0  everything is as planned
              1  something differs; or no server
              2  wrong usage or configuration
            """
    )

    @OptionGroup(title: "Fleet") var fleet: SettingOptions<FleetSettings>
    @OptionGroup(title: "Streams") var setup: SettingOptions<SetupSettings>
    @OptionGroup(title: "Log") var file: ConfigurationFile

    func run() async throws {
        try await CommandRunner.finish(.attached) { diagnostics in
            let environment = ProcessEnvironment.current
            // The file may have the settings of workers too.
            let known = WorkSettings.all + SetupSettings.settings
            let file = try file.read(known.map(\.definition), environment: environment)
            let settings = try WorkSettings(
                FleetSettings.settings + SetupSettings.settings,
                SettingLookup([fleet, setup], environment: environment, file: file.values),
                environment: environment,
                problems: file.problems
            )
            do {
                let findings = try await FleetSetup(settings.plan).run(settings.worker.nats)
                try StandardOutput.write(findings.map(Self.text).joined())
                var status = CommandStatus.success
                for finding in findings {
                    guard case .differs(let differences) = finding.state else { continue }
                    status = .runtimeFault
                    for difference in differences { diagnostics.error("The \(finding.title) differs: \(difference).") }
                }
                return status
            } catch let error as NATSError {
                diagnostics.error(error.sentence)
                return .runtimeFault
            }
        }
    }

    /// The title and the state, and one line for each member.
    private static func text(_ finding: FleetSetup.Finding) -> String {
        let state =
            switch finding.state {
            case .created: "created"
            case .unchanged: "unchanged"
            case .differs: "differs"
            }
        return "\(finding.title): \(state)\n"
            + finding.members.map { name, value in
                let isTime = ["max_age", "duplicate_window", "ack_wait"].contains(name)
                let shown = isTime ? Int(value).map { Duration.nanoseconds($0).settingText } ?? value : value
                return "  \(name): \(shown)\n"
            }.joined()
    }
}
