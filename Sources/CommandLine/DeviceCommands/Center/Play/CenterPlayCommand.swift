import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import NotificationCategories
import PolicyFiles

struct CenterPlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play a script: deliver pushes, do what a user does, and check what the user sees.",
        discussion: """
            A script is a YAML or JSON file; attache schema script prints its JSON Schema. Its steps run in a new, \
            empty centre, and its time passes without waiting. A content extension is compiled with a Swift toolchain \
            and runs in a separate process; without one the standard interface appears.

            The status is 4 when a step fails, 3 when an extension does not compile, and 2 when a file is unusable.

            EXAMPLES
              attache center play offer.yaml  play a script with the standard interface
              attache center play offer.yaml --content-extension OfferContent/  show the notification with an extension
              attache center play offer.yaml --service-extension Service/ --json  print one line of JSON per step
              attache center play offer.yaml --service-extension Service/ --allow-address 127.0.0.1:8137  load from a local server
            """
    )

    @Argument(help: ArgumentHelp("The script; - for standard input.", valueName: "script"), completion: .file())
    var script: String

    @Option(
        help: ArgumentHelp(
            "A content extension: a folder, or a file with an Info.plist in the same folder. Repeatable.",
            valueName: "path"
        ),
        completion: .file()
    )
    var contentExtension: [String] = []

    @Option(help: ArgumentHelp("The service extension: a folder, or a file.", valueName: "path"), completion: .file())
    var serviceExtension: String?

    @Option(
        help: ArgumentHelp("The category file to use instead of the script's.", valueName: "file"),
        completion: .file()
    )
    var categories: String?

    @Option(
        help: ArgumentHelp(
            "The file of a centre, which keeps its content, to use instead of an empty one.",
            valueName: "file"
        ),
        completion: .file()
    )
    var center: String?

    @Flag(help: "Print one line of JSON per step.")
    var json = false

    @OptionGroup var libraries: ModuleOptions
    @OptionGroup(title: "Extension") var source: AttachePackageOptions
    @OptionGroup var network: ExtensionNetworkOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try network.resolve(environment: ProcessEnvironment.current)
            diagnostics = settings.diagnostics
            try InputPaths.check([script] + contentExtension + [serviceExtension, categories].compactMap(\.self))
            let file = ScriptFile(reading: script)
            var problems = file.problems.map(\.sentence)
            if let path = categories ?? file.script?.categories {
                let read = CategoryFile(reading: path, as: CategoryFile.Format(ofFile: path))
                if !read.isValid { problems += read.problems.map(\.sentence) }
            }
            guard let played = file.script, problems.isEmpty else { throw ConfigurationError(problems: problems) }
            let paths = (contentExtension + [serviceExtension].compactMap(\.self)).flatMap(PlayedExtensions.paths)
            let extensions = try PlayedExtensions(
                contents: contentExtension,
                service: serviceExtension,
                modules: try libraries.read(besides: paths),
                diagnostics
            )
            let stop = try InterruptSignal()
            let run: PlayedScript
            do {
                guard let program = try await extensions.program(source, diagnostics, until: stop) else {
                    return .rejectedInput
                }
                let options = extensions.arguments + (categories.map { ["--categories", $0] } ?? [])
                let player = ScriptProgram(
                    program: program,
                    arguments: options,
                    variables: settings.configuration.extensionVariables,
                    center: center,
                    stop: stop
                )
                run = try await player.play(played)
            } catch is CancellationError {
                return .interrupted
            }
            try StandardOutput.write(json ? run.lines : Array(run.text.utf8))
            return run.isPassed ? .success : .fallback
        }
    }
}
