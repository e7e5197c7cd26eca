import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import Logging
import NIOCore

/// `attached serve`: runs the service.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service until SIGTERM, then finish requests in progress.",
        discussion: """
            Every option can also be set by an ATTACHE_… variable or in the file of --config; a flag wins over \
            a variable, and a variable over the file. attached config show --origin shows where each value comes from.
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        MallocSettings.set()
        try await CommandRunner.finish {
            let settings = try options.resolve(environment: ProcessEnvironment.current)
            let log = ServiceLog(format: settings.log.format, level: settings.log.level)
            let logger = log.logger("attached")
            do {
                let end = try await AttacheService(settings.configuration, log: log).run { address in
                    logger.notice("Listening on \(address).")
                }
                await log.flush(within: .seconds(1))
                if end.exitStatus != 0 { throw ExitCode(end.exitStatus) }
            } catch let error as IOError {
                throw CommandRunner.end(
                    ["cannot listen on \(settings.configuration.listen): \(error)."],
                    .runtimeFault
                )
            }
        }
    }
}

/// The options of the service, including those shared with `attache`.
struct ServeOptions: ParsableArguments {
    @OptionGroup(title: "Service") var listen: ListenOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Memory") var retention: RetentionOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Device") var device: DeviceOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Transfer") var transfer: TransferOptions
    @OptionGroup(title: "Log") var log: LogOptions

    /// Resolves the settings from options, environment, file and defaults.
    func resolve(environment: [String: String]) throws(UsageError) -> ServiceSettings {
        let variable = environment["ATTACHE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let file = try ConfigurationFile.read(log.config ?? variable, names: SettingDefinition.names)
        let groups: [any FlagGroup] = [listen, limits, retention, policy, device, egress, transfer, log]
        let lookup = ConfiguredSettings(flags: FlagValues(groups), environment: environment, file: file)
        return try ServiceSettings(lookup, environment: environment)
    }
}

/// The options of the log on standard error.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Minimum log level: trace, debug, info, notice, warning, error or critical (default: info).",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "Format of log lines on standard error: json or text (default: json).",
            valueName: "format"
        )
    )
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "YAML file of option names and values; flags and ATTACHE_… variables win over it.",
            valueName: "file"
        )
    )
    var config: String?
}

extension LogOptions: FlagGroup {
    var flags: FlagValues { FlagValues(single: ["log-level": logLevel, "log-format": logFormat]) }
}
