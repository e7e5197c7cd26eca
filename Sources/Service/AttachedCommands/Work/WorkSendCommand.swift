import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import FleetWorker

/// `attached work send`: sends payloads to a fleet.
struct WorkSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send payloads to a fleet, one per line of a file or of standard input.",
        discussion: """
            EXAMPLES
              attached work send campaign.ndjson --to acme  send payloads of the tenant acme
              attached work send --wait < campaign.ndjson > results.ndjson  wait for their results

            EXIT STATUS
              0  all were sent; with --wait, each has a result
              1  a payload was not sent, or with --wait has no result
              2  wrong usage or configuration
            """
    )

    @Argument(help: ArgumentHelp("A file of NDJSON; - for standard input.", valueName: "file"), completion: .file())
    var file = "-"

    @Option(help: ArgumentHelp("The tenant of the payloads.", valueName: "tenant"))
    var to = "default"

    @Flag(help: "Print each result as soon as it is published, and end when all payloads have one.")
    var wait = false

    @OptionGroup(title: "Fleet") var fleet: SettingOptions<FleetSettings>
    @OptionGroup(title: "Log") var configurationFile: ConfigurationFile

    func run() async throws {
        try await CommandRunner.finish(.attached) { diagnostics in
            guard FleetNames.isToken(to) else {
                diagnostics.error("--to: invalid tenant \"\(to)\"; use letters, digits, - and _, at most 64.")
                return .usage
            }
            let environment = ProcessEnvironment.current
            let known = WorkSettings.all + SetupSettings.settings
            let content = try configurationFile.read(known.map(\.definition), environment: environment)
            let settings = try WorkSettings(
                FleetSettings.settings,
                SettingLookup([fleet], environment: environment, file: content.values),
                environment: environment,
                problems: content.problems
            )
            let source = Locked(try PayloadLines(file))
            let sender = FleetSender(settings.worker.nats, names: settings.worker.names, tenant: to)
            do {
                let failure = Locked<SurroundingsError?>(nil)
                let totals = try await sender.send(
                    { failure.withLock { $0 == nil } ? source.withLock { $0.next() } : nil },
                    waits: wait
                ) { result in
                    do throws(SurroundingsError) {
                        try StandardOutput.write(result + [UInt8(ascii: "\n")])
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
                if let failure = failure.withLock({ $0 }) { throw failure }
                if let problem = source.withLock({ $0.problem }) { diagnostics.error(problem) }
                return try report(totals, isComplete: source.withLock { $0.problem == nil }, diagnostics)
            } catch let error as NATSError {
                diagnostics.error(error.sentence)
                return .runtimeFault
            }
        }
    }

    private func report(_ totals: FleetSender.Totals, isComplete: Bool, _ diagnostics: Diagnostics) throws
        -> CommandStatus
    {
        guard wait else {
            try StandardOutput.write("Sent \(totals.sent) payloads of the tenant \(to).\n")
            return isComplete ? .success : .runtimeFault
        }
        let missing = totals.sent - totals.results
        guard missing > 0 else { return isComplete ? .success : .runtimeFault }
        diagnostics.error(
            "\(missing) of \(totals.sent) payloads have no result; \(totals.deadLetters) of them are dead letters."
        )
        return .runtimeFault
    }
}

/// The lines of a file or of standard input.
private struct PayloadLines {
    private let stream: ByteStream
    private var lines = LineSplitter(limit: 1 << 20)
    private var isAtEnd = false
    /// A sentence, when the input could not be read to its end.
    private(set) var problem: String?

    init(_ path: String) throws(ConfigurationError) {
        do throws(InputError) {
            stream = try ByteStream(InputSource(argument: path))
        } catch {
            throw ConfigurationError(problems: [error.sentence])
        }
    }

    mutating func next() -> [UInt8]? {
        while true {
            if let line = lines.next() {
                guard !line.isTooLong else {
                    problem = "line \(line.number) is longer than a payload can be; use payloads of at most 64 KiB."
                    return nil
                }
                return Array(line.bytes)
            }
            if isAtEnd { return nil }
            do throws(InputError) {
                let piece = try stream.next()
                if piece.isEmpty {
                    isAtEnd = true
                    lines.finish()
                } else {
                    lines.append(piece)
                }
            } catch {
                problem = error.sentence
                return nil
            }
        }
    }
}
