import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import Logging

/// `attached serve`: runs the service.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service until SIGTERM, then finish requests in progress.",
        discussion: """
            You can also set every option by an ATTACHE_… variable or in the file of --config. A flag wins over a \
            variable, and a variable over the file. attached config show --origin shows where each value comes from.

            EXAMPLES
              attached serve --listen 8420  listen on 127.0.0.1:8420
              attached serve --listen unix:/run/attached/attached.sock  listen on a unix socket
              attached serve --config attached.yaml --log-level debug  read a file, and override one value
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        MallocSettings.set()
        try await CommandRunner.finish(.attached) { diagnostics in
            let environment = ProcessEnvironment.current
            let settings = try options.resolve(environment: environment)
            // The service logs warnings about policies itself.
            _ = try settings.check()
            let log = ServiceLog(format: settings.logFormat, level: settings.logLevel)
            let logger = log.logger("attached")
            for warning in settings.configuration.warnings() + ServiceSettings.unknownVariables(in: environment) {
                logger.warning("\(warning)")
            }
            do {
                let end = try await AttacheService(settings.configuration, log: log).run()
                await log.flush(within: .seconds(1))
                if end.exitStatus != 0 { throw ExitCode(end.exitStatus) }
                return .success
            } catch {
                await log.flush(within: .seconds(1))
                guard let problem = settings.configuration.listen.problem(error) else { throw error }
                diagnostics.error(problem)
                return .runtimeFault
            }
        }
    }
}

/// The options of the service, including those shared with `attache`.
struct ServeOptions: ParsableArguments {
    @OptionGroup(title: "Service") var listen: SettingOptions<ListenSettings>
    @OptionGroup(title: "Limits") var limits: SettingOptions<LimitSettings>
    @OptionGroup(title: "Memory") var retention: SettingOptions<RetentionSettings>
    @OptionGroup(title: "Policy") var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Device") var device: SettingOptions<DeviceSettings>
    @OptionGroup(title: "Egress") var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Transfer") var transfer: SettingOptions<TransferSettings>
    @OptionGroup(title: "Re-hosting") var rehosting: SettingOptions<RehostSettings>
    @OptionGroup(title: "Re-hosting") var mediaStore: SettingOptions<MediaStoreSettings>
    @OptionGroup(title: "Log") var log: SettingOptions<LogSettings>
    @OptionGroup(title: "Log") var file: ConfigurationFile

    /// Resolves the settings from options, environment, file and defaults.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> ServiceSettings {
        let file = try file.read(ServiceSettings.all.map(\.definition), environment: environment)
        let groups: [any SettingFlags] = [
            listen, limits, retention, policy, device, egress, transfer, rehosting, mediaStore, log,
        ]
        var settings = try ServiceSettings(
            SettingLookup(groups, environment: environment, file: file.values),
            environment: environment,
            problems: file.problems
        )
        settings.configuration.configurationFile = self.file.location(environment)?.path
        return settings
    }
}
