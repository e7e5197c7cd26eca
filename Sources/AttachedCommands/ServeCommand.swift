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
        try await CommandRunner.finish(.attached) { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current)
            let log = ServiceLog(format: settings.log.format, level: settings.log.level)
            let logger = log.logger("attached")
            do {
                let end = try await AttacheService(settings.configuration, log: log).run { address in
                    logger.notice("Listening on \(address).")
                }
                await log.flush(within: .seconds(1))
                if end.exitStatus != 0 { throw ExitCode(end.exitStatus) }
                return .success
            } catch let error as IOError {
                diagnostics.error("\(settings.configuration.listen) cannot be listened on: \(error).")
                return .runtimeFault
            }
        }
    }
}

/// The options of the service: what `attache` takes too, and its own.
struct ServeOptions: ParsableArguments {
    @OptionGroup(title: "Service") var listen: ListenOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Memory") var retention: RetentionOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Device") var device: DeviceOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Transfer") var transfer: TransferOptions
    @OptionGroup(title: "Log") var log: LogOptions

    /// What the options mean.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: The settings after environment, file and defaults.
    /// - Throws: `ConfigurationError` with every problem.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> ServiceSettings {
        let variable = environment["ATTACHE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let file = try ConfigurationFile.read(log.config ?? variable, names: SettingDefinition.names)
        let groups: [any FlagGroup] = [listen, limits, retention, policy, device, egress, transfer, log]
        let lookup = ConfiguredSettings(flags: FlagValues(groups), environment: environment, file: file)
        return try ServiceSettings(lookup, environment: environment)
    }
}

/// How the service tells of its life, on standard error.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to log, and all that is worse: trace, debug, info, notice, warning, error or critical (default: info).",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "How lines on standard error are written: json or text (default: json).",
            valueName: "format"
        )
    )
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "A YAML file of option names and values; flags and ATTACHE_… variables win over it.",
            valueName: "file"
        )
    )
    var config: String?
}

extension LogOptions: FlagGroup {
    var flags: FlagValues { FlagValues(single: ["log-level": logLevel, "log-format": logFormat]) }
}
