import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc
import LoopbackOrigin

/// `attache extension try`: runs extensions in five situations.
struct ExtensionTryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Run extensions with good and bad media from a local server, and print a table of what happens.",
        discussion: """
            Each path is an extension: a folder, or one file. Each extension gets five pushes: a good JPEG, the same \
            again, a URL with a 404, no URL, and a server that does not answer. The URL is under the keys of all \
            policies, or where the push of --payload has one. "not asked" means that the extension did not load the \
            URL. Each push has 3 s.

            The status is 4 when an extension does not compile, and 1 when one cannot be started.

            EXAMPLES
              attache extension try NotificationService/  try one extension
              attache extension try NotificationService/ --payload push.json  try it with your own push
              attache extension try */NotificationService/  try the extensions of several apps
              attache extension try NotificationService/ --module Shared=Shared/  try it with a library that it imports
              attache extension try samples/*.swift --json  print one line of JSON per extension
            """
    )

    @Argument(help: ArgumentHelp("Folders or files, one per extension.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(help: ArgumentHelp("Another key for the media URL, as a JSON Pointer. Repeatable.", valueName: "path"))
    var key: [String] = []

    @Option(
        help: ArgumentHelp("Your own push; the trial replaces its media URL.", valueName: "file"),
        completion: .file()
    )
    var payload: String?

    @Flag(help: "Print one line of JSON per extension.")
    var json = false

    @OptionGroup var libraries: ModuleOptions
    @OptionGroup var source: AttachePackageOptions
    @OptionGroup var network: ExtensionNetworkOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try network.resolve(environment: ProcessEnvironment.current)
            diagnostics = settings.diagnostics
            if let payload { try InputPaths.check([payload]) }
            let base = try payload.map { try PayloadInput.read($0, for: "extension try", time: SystemTime()) }
            let payloads = try TrialPayloads(keys: key, base: base)
            var trials: [ExtensionTrial] = []
            var names: Set<String> = []
            let modules = try libraries.read(besides: paths)
            for path in paths {
                let check = try ExtensionCheck(try ExtensionPaths.read([path], with: modules))
                let module = check.sources.moduleName(for: check.principalClass?.name, besides: names)
                names.insert(module)
                trials.append(ExtensionTrial(path: path, number: trials.count, module: module, check: check))
            }
            let stop = try InterruptSignal()
            let build = try ExtensionBuild(try source.package(), diagnostics, until: stop)
            do {
                let program = try await compile(&trials, build)
                if let program {
                    let variables = settings.configuration.extensionVariables
                    try await run(&trials, program, payloads, variables, until: stop)
                }
            } catch is CancellationError {
                return .interrupted
            }
            try StandardOutput.write(json ? trials.flatMap(\.line) : Array(TrialTable.text(trials).utf8))
            for trial in trials where !json {
                if let messages = trial.messages {
                    let hasMore = !trial.check.findings.isEmpty
                    diagnostics.error(
                        "\(trial.path) does not compile\(hasMore ? "; attache extension check lists more" : "")."
                    )
                    _ = FileDescriptor.writeAll(Array(messages.escapedForTerminalLines.utf8), to: STDERR_FILENO)
                }
                if let failure = trial.failure { diagnostics.error("\(trial.path): \(failure)") }
            }
            return CommandStatus.worst(
                of: trials.map { trial in
                    trial.failure != nil ? .runtimeFault : trial.messages != nil ? .fallback : .success
                }
            )
        }
    }

    /// Compiles all in one package; where that fails, one by one, and then those that compile.
    private func compile(_ trials: inout [ExtensionTrial], _ build: ExtensionBuild) async throws -> String? {
        let all = trials.compactMap(\.item)
        if !all.isEmpty, case .program(let program) = try await build.compile(all) { return program }
        for index in trials.indices {
            guard let item = trials[index].item else { continue }
            if case .failed(let messages) = try await build.compile([item], target: item.module) {
                trials[index].messages = messages
            }
        }
        let rest = trials.filter { $0.messages == nil }.compactMap(\.item)
        guard !rest.isEmpty else { return nil }
        switch try await build.compile(rest) {
        case .program(let program): return program
        case .failed(let messages):
            throw SurroundingsError(sentence: "The program of the extensions does not compile: \(messages)")
        }
    }

    private func run(
        _ trials: inout [ExtensionTrial],
        _ program: String,
        _ payloads: TrialPayloads,
        _ variables: [String: String],
        until stop: InterruptSignal
    ) async throws {
        let origin: LoopbackOrigin
        do {
            origin = try LoopbackOrigin.start { request in
                if request.path.hasPrefix("/photo") { return .file(SampleMedia.photoJPEG.bytes, type: "image/jpeg") }
                if request.path.hasPrefix("/slow") { return .silent }
                return .response(404, headers: ["Content-Type: text/html"], body: SampleMedia.pageHTML.bytes)
            }
        } catch {
            throw SurroundingsError(sentence: "The local server cannot listen: \(error.message).")
        }
        defer { origin.stop() }
        let port = origin.port
        // Besides what the user permits.
        let own = ["ATTACHE_ALLOW_ADDRESS": "127.0.0.0/8", "ATTACHE_ALLOW_PORT": "\(port)"]
        let variables = variables.merging(own) { "\($0),\($1)" }
        typealias Ended = (index: Int, result: Result<[ExtensionDelivery], SurroundingsError>)
        let ends = try await withThrowingTaskGroup(of: Ended.self) { group in
            var results: [Ended] = []
            for (index, trial) in trials.enumerated() where trial.messages == nil && trial.item != nil {
                // Most of the time is that of hanging servers and missing answers.
                if index >= 4, let result = try await group.next() { results.append(result) }
                group.addTask {
                    let runner = ExtensionRunner(
                        program: program,
                        options: trial.options,
                        variables: variables,
                        stop: stop
                    )
                    do {
                        let texts = payloads.texts(port: port, number: trial.number)
                        return (
                            index, .success(try await runner.deliver(texts.map { ExtensionRunner.Payload(bytes: $0) }))
                        )
                    } catch let error as SurroundingsError {
                        // The others have results.
                        return (index, .failure(error))
                    }
                }
            }
            for try await result in group { results.append(result) }
            return results
        }
        let paths = Set(origin.requests.map(\.path))
        for (index, result) in ends { trials[index].take(result, requested: paths) }
    }
}
