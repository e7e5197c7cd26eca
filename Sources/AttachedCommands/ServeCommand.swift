import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import Logging
import NIOCore

/// `attached serve`: the service itself.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve until SIGTERM, then finish what is under way.",
        discussion: """
            Every option may also be said as an ATTACHE_… variable or in the file that --config names; a flag wins over \
            a variable, and a variable over the file. attached config show --origin tells what holds and who said it.
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        MallocSettings.set()
        try await CommandRunner.finish {
            let settings = try options.resolve(environment: ProcessEnvironment.current)
            let log = ServiceLog(format: settings.logFormat, level: settings.logLevel)
            let logger = log.logger("attached")
            do {
                let end = try await AttacheService(settings.configuration, log: log).run { address in
                    logger.notice("Listening on \(address).")
                }
                await log.flush(within: .seconds(1))
                if end.exitStatus != 0 { throw ExitCode(end.exitStatus) }
            } catch let error as IOError {
                throw CommandRunner.end(
                    ["\(settings.configuration.listen) cannot be listened on: \(error)."],
                    .runtimeFault
                )
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
    @OptionGroup(title: "Log") var log: SettingOptions<LogSettings>
    @OptionGroup(title: "Log") var file: ConfigurationFile

    /// Resolves the settings from options, environment, file and defaults.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> ServiceSettings {
        let file = try file.read(ServiceSettings.all.map(\.definition), environment: environment)
        let groups: [any SettingFlags] = [listen, limits, retention, policy, device, egress, transfer, log]
        return try ServiceSettings(
            SettingLookup(groups, environment: environment, file: file),
            environment: environment
        )
    }
}
