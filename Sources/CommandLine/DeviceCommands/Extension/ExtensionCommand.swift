import AppProject
package import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc

/// `attache extension`: the service extension of an app, on Linux.
package struct ExtensionCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "extension",
        abstract: "Check, run and test the notification service extension of an app, on Linux.",
        discussion: """
            The extension's source stays unchanged. check needs nothing else; run and try compile it with a Swift \
            toolchain.

            EXAMPLES
              attache extension check NotificationService/  list what does not compile on Linux
              attache extension run NotificationService/ --payload push.json  show what it makes of a push
              attache extension try NotificationService/  run it with good and bad media
              attache extension new NewsService  write a package with an extension and its test
            """,
        subcommands: [
            ExtensionCheckCommand.self, ExtensionRunCommand.self, ExtensionTryCommand.self, ExtensionNewCommand.self,
        ]
    )

    package init() {}
}

/// `attache extension check`: what does not compile, before compiling.
struct ExtensionCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List what in an extension's sources and Info.plist does not work on Linux, before compiling.",
        discussion: """
            Errors are code that does not compile. Warnings are code that attache extension run leaves out of the copy \
            that it compiles, or faults of the Info.plist with which iOS does not start the extension. Code under #if \
            os(iOS) is not read. It also finds the code of Xcode's template, a handler that is never called, and a \
            newer iOS than the app's. attache app check finds more in the project.

            The status is 4 for an error; --fail-on sets another severity.

            EXAMPLES
              attache extension check NotificationService/  check a folder
              attache extension check NotificationService.swift Shared/Payload.swift  check files
              attache extension check NotificationService/ --fail-on warning  exit with 4 for a warning too
              attache extension check NotificationService/ --module Shared=Shared/  check a library of the app too
            """
    )

    @Argument(help: ArgumentHelp("Folders and files of the extension.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(name: .customLong("class"), help: ArgumentHelp("The extension's principal class.", valueName: "name"))
    var principalClass: String?

    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Exit with 4 for a finding at least this severe: error, warning or note.",
            valueName: "severity"
        )
    )
    var failOn: SourceFinding.Severity = .error

    @OptionGroup var libraries: ModuleOptions
    @OptionGroup var judgement: JudgementOptions

    func run() async throws {
        try await CommandRunner.finish { _ in
            let sources = try ExtensionPaths.read(paths, with: try libraries.read(besides: paths))
            let further = ExtensionProject.findings(of: sources)
            let check = try ExtensionCheck(sources, class: principalClass, further: further)
            if json {
                try StandardOutput.write(check.json)
            } else {
                try StandardOutput.write(wrapping: check.text)
            }
            return judgement.status(hasFound: check.findings.contains { $0.severity >= failOn })
        }
    }
}

extension SourceFinding.Severity: ExpressibleByArgument {}

/// `attache extension new`: a package with an extension and its test.
struct ExtensionNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a package with a service extension and a test that swift test runs.",
        discussion: """
            The package is a folder of that name in the current one. Nothing that exists is overwritten. The extension \
            uses the product ExtensionModules and the plug-in ExtensionPrelude, so that sources of an app stay as they \
            are.

            EXAMPLES
              attache extension new  write the package NotificationService
              attache extension new NewsService --attache-package ../attache  use a checkout of attache
            """
    )

    @Argument(help: ArgumentHelp("The name: a letter, then letters, digits and _.", valueName: "name"))
    var name = "NotificationService"

    @OptionGroup var source: AttachePackageOptions

    func run() async throws {
        try await CommandRunner.finish { _ in
            if let problem = ExtensionTemplate.problem(withName: name) { throw ConfigurationError(problems: [problem]) }
            guard !InputPaths.exists(name) else {
                throw ConfigurationError(problems: ["\(name) exists already; use another name, or another folder."])
            }
            let template = ExtensionTemplate(name: name, attache: try source.package())
            do throws(SystemCallError) {
                for file in template.files {
                    try ScratchFile.write(Array(file.text.utf8), to: "\(name)/\(file.path)")
                }
            } catch {
                throw ScratchFailure.surroundings(error)
            }
            try StandardOutput.write("Wrote the package \(name). Run its test: cd \(name) && swift test\n")
            return .success
        }
    }
}

/// The paths of an extension on a command line.
enum ExtensionPaths {
    static func read(
        _ paths: [String],
        with modules: [SourceModule]
    ) throws(ConfigurationError) -> ExtensionSources {
        try InputPaths.check(paths)
        let sources: ExtensionSources
        do throws(SystemCallError) {
            sources = try ExtensionSources(paths, modules: modules)
        } catch {
            let cure = error.code == E2BIG ? "; use the extension's folder" : ""
            throw ConfigurationError(problems: ["\(error.path ?? paths[0]) cannot be read: \(error.message)\(cure)."])
        }
        guard !sources.files.isEmpty else {
            throw ConfigurationError(
                problems: [
                    "There are no Swift files in \(paths.joined(separator: ", ")); use the extension's folder. An extension "
                        + "in Objective-C does not run on Linux."
                ]
            )
        }
        return sources
    }
}

extension String {
    /// The text with what is unsafe on a terminal escaped, except ends of lines and the tabs of sources.
    var escapedForTerminalLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).escapedForTerminal }
                .joined(separator: "\t")
        }
        .joined(separator: "\n")
    }
}
