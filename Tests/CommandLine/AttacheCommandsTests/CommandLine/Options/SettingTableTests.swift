import ArgumentParser
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCommandLine
@testable import AttacheCommands
@testable import AttachedCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The table of settings", .inProcess, .timeLimit(.minutes(1)))
struct SettingTableTests {
    struct Program: Sendable, CustomTestStringConvertible {
        let root: any ParsableCommand.Type
        /// The settings, each with its default as written in the file.
        let settings: [(definition: SettingDefinition, defaults: [String])]
        /// Options of single commands, which have neither a variable nor a key.
        let commandOptions: Set<String>

        var testDescription: String { "\(root)" }
    }

    static let programs = [
        Program(
            root: RootCommand.self,
            settings: RunSettings.all.map { ($0.definition, $0.read(RunSettings())) },
            commandOptions: [
                "-o", "-q", "-v", "--action", "--allow-empty", "--app", "--appearance", "--attache-package",
                "--authorization", "--banner-buttons", "--banner-lines", "--button", "--categories", "--class",
                "--collapse-id", "--config", "--container", "--content-extension", "--cut-off", "--dismiss",
                "--dry-run",
                "--emit", "--exit-zero", "--expanded-buttons",
                "--expiry", "--explain", "--extends", "--fail-on", "--fail-on-fallback", "--fetch", "--filters",
                "--fix", "--format", "--fresh", "--fresh-process", "--grant", "--group", "--hide-thumbnail", "--html",
                "--id-from", "--json", "--key", "--language", "--list", "--list-lines", "--locale", "--module",
                "--ndjson",
                "--not", "--older-than", "--only", "--order", "--out", "--output", "--payload", "--pending", "--port",
                "--portable", "--preview", "--progress", "--quiet", "--report", "--resolve", "--resume",
                "--sent", "--serve", "--service-extension", "--sheet", "--show-queries", "--size",
                "--socket", "--stage", "--strings", "--summary-format", "--text", "--thumbnail-clip",
                "--thumbnail-time", "--time", "--timeout", "--unordered", "--url", "--verdict-lifetime", "--watch",
                "--write",
            ]
        ),
        Program(
            root: AttachedCommand.self,
            settings: ServiceSettings.all.map { ($0.definition, $0.read(ServiceSettings())) }
                + workers.map { ($0.definition, $0.read(WorkSettings())) },
            commandOptions: ["--config", "--dev", "--origin", "--socket", "--timeout", "--to", "--url", "--wait"]
        ),
    ]

    /// The settings of workers that the service does not have.
    private static var workers: [Setting<WorkSettings>] {
        let names = Set(ServiceSettings.all.map(\.definition.name))
        return (WorkSettings.all + SetupSettings.settings).filter { !names.contains($0.definition.name) }
    }

    @Test("Every option of every command is in the table, and every setting is an option", arguments: programs)
    func options(_ program: Program) throws {
        let description = try CommandDescription(parsing: program.root._dumpHelp())
        let options = description.allCommands.flatMap(\.command.arguments).filter {
            $0.kind != .positional && !$0.isCommon
        }
        let names = Set(options.flatMap(\.names))
        let table = program.settings.map(\.definition).flatMap { definition in
            ["--\(definition.name)"] + (definition.form == .toggle ? ["--no-\(definition.name)"] : [])
        }
        #expect(Set(table).count == table.count)
        #expect(names == program.commandOptions.union(table))
    }

    @Test("The help text of every option comes from the table", arguments: programs)
    func help(_ program: Program) throws {
        let description = try CommandDescription(parsing: program.root._dumpHelp())
        for (name, command) in description.allCommands {
            for (definition, defaults) in program.settings {
                // Five commands give one option another meaning.
                let others = [
                    ("attache ats", "deadline"), ("attache center play", "center"), ("attache check", "jobs"),
                    ("attache policy new", "media"),
                    ("attached work run", "drain"),
                ]
                if others.contains(where: { $0 == (name, definition.name) }) { continue }
                guard let option = command.arguments.first(where: { $0.names.contains("--\(definition.name)") }) else {
                    continue
                }
                #expect(option.abstract == definition.argumentHelp.abstract)
                #expect(option.discussion == definition.discussion ?? "")
                #expect(option.valueName == definition.valueName || definition.form == .toggle)
                guard let text = defaults.first else { continue }
                // Two defaults differ between the programs; the help of both shows both.
                let written = definition.form == .toggle ? ["(default: no)"] : ["(default: \(text)", "; \(text) for "]
                #expect(written.contains { option.abstract.contains($0) }, "\(option.abstract)")
            }
        }
    }

    @Test("The service's documentation page lists every setting with its default")
    func page() throws {
        let path = Checkout.root.appending(path: "Sources/Pipeline/Attache/Attache.docc/ConfigureTheService.md")
        let page = try String(contentsOf: path, encoding: .utf8)
        let rows = page.matches(of: /(?m)^\| `([a-z-]+)` \| `([^`]+)` \|/).map { ("\($0.1)", "\($0.2)") }
        let defaults = Dictionary(rows) { $1 }
        #expect(defaults.count > 20)
        for setting in ServiceSettings.all {
            let name = setting.definition.name
            #expect(page.contains("`\(name)`"), "\(name)")
            guard let text = defaults[name] else { continue }
            #expect(setting.read(ServiceSettings()).first == text, "\(name)")
        }
    }

    @Test("The service accepts the variables of both programs")
    func variables() {
        let known = Self.programs.flatMap(\.settings).flatMap(\.definition.names) + [ConfigurationFile.name]
        let environment = Dictionary(known.map { (SettingDefinition.variable($0), "x") }) { $1 }
        #expect(ServiceSettings.unknownVariables(in: environment).isEmpty)
        let command = RunSettings.all.map(\.definition)
        #expect(EnvironmentCheck.warnings(environment, settings: command).isEmpty)
    }

    @Test("All unknown variables are reported, with the nearest name; those of Kubernetes are not")
    func unknownVariables() {
        let environment = [
            "ATTACHE_LISEN": "x", "ATTACHE_QUEU": "x", "ATTACHE_TIMEOUT": "x", "ATTACHE_SERVICE_HOST": "10.0.0.1",
            "ATTACHE_PORT_8420_TCP": "tcp://10.0.0.1:8420", "PATH": "/",
        ]
        for settings in [RunSettings.all.map(\.definition), ServiceSettings.all.map(\.definition)] {
            let warnings = EnvironmentCheck.warnings(environment, settings: settings)
            #expect(warnings.count == 3)
            #expect(warnings.first?.contains("ATTACHE_LISTEN") == true)
            #expect(warnings.dropFirst().first?.contains("ATTACHE_QUEUE") == true)
            #expect(
                warnings.last?.contains("ATTACHE_TIMEOUT") == true && warnings.last?.contains("did you mean") == false
            )
        }
    }
}
