import ArgumentParser
import Attache
import AttacheOptions
import AttacheServer
import AttacheThreads
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
                    ["\(settings.configuration.listen) cannot be listened on: \(error)."],
                    .runtimeFault
                )
            }
        }
    }
}
