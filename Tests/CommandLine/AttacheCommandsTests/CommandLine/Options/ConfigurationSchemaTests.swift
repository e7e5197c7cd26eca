import AttacheCommandLine
import Foundation
import TestWidth
import Testing

@testable import AttacheCommands
@testable import AttachedCommands
@testable import CommandSupport
@testable import DeviceCommands

/// The schema of the configuration file has exactly the settings of both programs.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ConfigurationSchemaTests {
    private func properties() throws -> [String: [String: Any]] {
        let schema = try JSONSerialization.jsonObject(with: Data(SchemaCommand.Name.configuration.bytes))
        return try #require((schema as? [String: Any])?["properties"] as? [String: [String: Any]])
    }

    private static let definitions =
        ServiceSettings.all.map(\.definition) + RunSettings.all.map(\.definition)
        + (WorkSettings.all + SetupSettings.settings).map(\.definition)

    @Test func everySettingIsInTheSchema() throws {
        #expect(try Set(properties().keys) == Set(Self.definitions.flatMap(\.names)))
    }

    @Test func formsAreThoseOfTheSettings() throws {
        let properties = try properties()
        for definition in Self.definitions {
            let reference = properties[definition.name]?["$ref"] as? String
            #expect((definition.form == .list) == (reference == "#/$defs/list"), "\(definition.name)")
            #expect((definition.form == .toggle) == (reference == "#/$defs/flag"), "\(definition.name)")
        }
    }

    /// Settings with a fixed set of values: each value is accepted by the setting, and no other.
    @Test func choicesAreThoseOfTheSettings() throws {
        var found: [String] = []
        for (name, property) in try properties() {
            guard let choices = property["enum"] as? [String] else { continue }
            found.append(name)
            for setting in ServiceSettings.all where setting.definition.name == name {
                for choice in choices {
                    var target = ServiceSettings()
                    var resolver = SettingsResolver(
                        SettingLookup(environment: ["ATTACHE_\(Self.variable(name))": choice])
                    )
                    resolver.resolve([setting], into: &target)
                    #expect(resolver.problems.isEmpty, "\(name): \(choice)")
                }
                var target = ServiceSettings()
                let other = SettingLookup(environment: ["ATTACHE_\(Self.variable(name))": "other"])
                var resolver = SettingsResolver(other)
                resolver.resolve([setting], into: &target)
                for choice in choices {
                    #expect(resolver.problems.first?.contains(choice) == true, "\(name): \(choice)")
                }
                let listed = resolver.problems.first?.components(separatedBy: " one of ").last ?? ""
                #expect(listed.split(separator: ",").count == choices.count, "\(resolver.problems)")
            }
        }
        #expect(found.sorted() == ["cache", "color", "emit", "link", "log-format", "log-level", "type-check"])
    }

    private static func variable(_ name: String) -> String { name.uppercased().replacing("-", with: "_") }
}
