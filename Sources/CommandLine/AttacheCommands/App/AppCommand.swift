import AppProject
import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc

/// `attache app`: the app that receives the pushes.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Check the app that receives the pushes: its Xcode project, or the built app.",
        discussion: """
            EXAMPLES
              attache app check .  list what keeps the app from showing media
            """,
        subcommands: [AppCheckCommand.self]
    )
}

/// `attache app check`: why a correct push shows no media in this app.
struct AppCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List what keeps an app's notification extensions from running, without Xcode.",
        discussion: """
            It searches a folder for projects: give it the root of your repository, also with Flutter, React Native or \
            Cordova. It leaves out Pods, node_modules and test fixtures. It reads project files with their \
            configuration files, Info.plists, entitlements, the Podfile, the Package.swift of packages in the folder, \
            and the sources of the extensions. It builds and runs nothing.

            In an .ipa, or a folder with Payload/NAME.app, it checks what a built app has: Info.plists and \
            provisioning profiles.

            It does not guess what a repository does not hold, such as a generated file. A finding that only some \
            configurations have names them.

            EXAMPLES
              attache app check .  check all apps below this folder
              attache app check ios/Runner.xcodeproj  check one project
              attache app check News.ipa  check a built app
              attache app check . --format sarif > app.sarif  write a report for code scanning

            EXIT STATUS
              0  no finding is as severe as --fail-on, by default an error; or --exit-zero is given
              1  standard output cannot be written
              2  wrong usage: there is no such path, or no project in it
              4  at least one finding is that severe
            """
    )

    @Argument(
        help: ArgumentHelp("A folder, a project or an .ipa; by default the current folder.", valueName: "path"),
        completion: .file()
    )
    var path: String?

    @Option(help: "The output: text, json (one object), sarif, or github annotations.")
    var format: LintFormat = .text

    @Flag(help: "The same as --format json.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Exit with 4 for a finding at least this severe: error, warning or note.",
            valueName: "severity"
        )
    )
    var failOn: LintSeverity = .error

    @Flag(help: "Print all codes with their usual severity, and exit.")
    var list = false

    @OptionGroup var judgement: JudgementOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        if list {
            try StandardOutput.write(wrapping: AppCodeText.table())
            return
        }
        try await CommandRunner.finish { diagnostics in
            let settings = try RunSettings([], output, environment: ProcessEnvironment.current)
            diagnostics = settings.diagnostics
            let path = path ?? "."
            try InputPaths.check([path])
            let check = try AppCheck(path)
            let report = AppReport(check: check, path: path)
            let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
            let bytes = report.bytes(
                json ? .json : format,
                style: Style(isColored: color),
                TerminalText(settings.environment)
            )
            try StandardOutput.write(bytes)
            return judgement.status(hasFound: check.findings.contains { ReportedFinding($0).severity >= failOn })
        }
    }
}
