import ArgumentParser
import Attache
import AttacheCore
import AttacheOptions
import AttacheThreads
import Glibc
import LoopbackOrigin

/// `attache demo`: sample payloads against a loopback origin with sample media, good and broken.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Start a loopback origin with sample media and show what becomes of sample payloads.",
        discussion: "It needs no network, keeps nothing and ends within seconds."
    )

    @Option(help: ArgumentHelp("The origin's port on 127.0.0.1 (default: any free one).", valueName: "port"))
    var port: UInt16 = 0

    @OptionGroup(title: "Talk") var output: OutputOptions

    func run() async throws {
        let lookup = SettingLookup(flags: FlagValues([output]), environment: ProcessEnvironment.current)
        var resolver = SettingsResolver(lookup: lookup)
        let diagnostics = resolver.diagnostics(output)
        let color = resolver.color()
        guard resolver.problems.isEmpty else {
            for problem in resolver.problems { diagnostics.error(problem) }
            throw ExitCode(CommandStatus.usage.rawValue)
        }
        let style = Style(isColored: color.isOn(for: STDOUT_FILENO, environment: ProcessEnvironment.current))
        do {
            try await show(style)
        } catch let error as SystemCallError {
            let cause = SystemError.text(error.code)
            diagnostics.error("The demo's origin cannot listen on port \(port): \(cause). Choose another with --port.")
            throw ExitCode(CommandStatus.runtimeFault.rawValue)
        } catch let error as ConfigurationError {
            for problem in error.problems { diagnostics.error(problem) }
            throw ExitCode(CommandStatus.usage.rawValue)
        } catch let error as SurroundingsError {
            diagnostics.error(error.sentence)
            throw ExitCode(CommandStatus.runtimeFault.rawValue)
        }
    }

    private func show(_ style: Style) async throws {
        let origin = try DemoOrigin.start(port: Int(port))
        defer { origin.stop() }
        let store = try TemporaryDirectory()
        defer { store.remove() }
        var configuration = AttacheConfiguration()
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.storeDirectory = store.path
        let results = try await withAttache(configuration: configuration) { attache in
            await Self.results(attache, origin: origin)
        }
        var text = "A loopback origin serves sample media on port \(origin.port). What a phone would show:\n\n"
        text += DemoTable(style: style).render(results)
        text += "\nEach row was really downloaded and judged; the deadline of the slow one is 2 s instead of 30 s.\n"
        _ = StandardOutput.write(Array(text.utf8))
    }

    /// Runs every case at the same time, and gives the results in their order.
    private static func results(_ attache: Attache, origin: LoopbackOrigin) async -> [(DemoCase, RewriteResult)] {
        await withTaskGroup(of: (Int, RewriteResult).self) { group in
            for (index, sample) in DemoCase.all.enumerated() {
                group.addTask { (index, await attache.rewrite(sample.input(port: origin.port))) }
            }
            var results: [Int: RewriteResult] = [:]
            for await (index, result) in group { results[index] = result }
            return DemoCase.all.enumerated().compactMap { index, sample in results[index].map { (sample, $0) } }
        }
    }
}
