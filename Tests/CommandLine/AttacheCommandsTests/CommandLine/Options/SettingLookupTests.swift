import TestWidth
import Testing

@testable import AttacheCommandLine

@Suite("Precedence of option values", .inProcess, .timeLimit(.minutes(1)))
struct SettingLookupTests {
    struct Flags: SettingFlags {
        let flags: [String: [String]]
    }

    struct Row: CustomTestStringConvertible {
        let form: SettingDefinition.Form
        var flags: [String] = []
        var variable: String?
        var file: [String] = []
        let expected: [String]

        var testDescription: String { "\(form) \(flags) \(variable ?? "-") \(file)" }
    }

    static let rows = [
        Row(form: .single, flags: ["a"], variable: "b", file: ["c"], expected: ["a --an-option"]),
        Row(form: .single, variable: "b,b", file: ["c"], expected: ["b,b ATTACHE_AN_OPTION"]),
        Row(form: .single, variable: "", file: ["c"], expected: ["c f:1"]),
        Row(form: .single, expected: []),
        Row(form: .list, flags: ["a", ""], variable: "b", expected: ["a --an-option", " --an-option"]),
        Row(form: .list, variable: "b, c ,,", file: ["d"], expected: ["b ATTACHE_AN_OPTION", "c ATTACHE_AN_OPTION"]),
        Row(form: .list, file: ["d", "e"], expected: ["d f:1", "e f:1"]),
        Row(form: .toggle, flags: ["false"], variable: "true", expected: ["false --an-option"]),
        Row(form: .toggle, variable: "yes", file: ["false"], expected: ["yes ATTACHE_AN_OPTION"]),
        Row(form: .toggle, file: ["true"], expected: ["true f:1"]),
    ]

    @Test("A flag overrides the environment, which overrides the file", arguments: rows)
    func precedence(_ row: Row) {
        let definition = SettingDefinition(name: "an-option", form: row.form, valueName: "", help: "")
        let lookup = SettingLookup(
            [Flags(flags: ["an-option": row.flags])],
            environment: row.variable.map { ["ATTACHE_AN_OPTION": $0] } ?? [:],
            file: ["an-option": row.file.map { SettingValue(text: $0, origin: "f:1") }]
        )
        #expect(lookup.values(definition).map { "\($0.text) \($0.origin)" } == row.expected)
    }

    @Test("A machine default applies when no layer sets the option")
    func machine() {
        let definition = SettingDefinition(name: "state", valueName: "", help: "")
        let value = SettingValue(text: "/s", origin: "HOME")
        var (unset, set) = (SettingLookup(environment: [:]), SettingLookup(environment: ["ATTACHE_STATE": "/t"]))
        unset.setDefault(value, of: definition)
        set.setDefault(value, of: definition)
        #expect(unset.values(definition) == [value])
        #expect(set.values(definition).map(\.text) == ["/t"])
    }

    struct Target: SettingTarget, Equatable {
        var size = 1
        var names: [String] = []
        var isOn = false
        var time: Duration?
    }

    static let settings: [Setting<Target>] = [
        Setting("size", \.size, .size, alias: "old-size") { "Size." },
        Setting(list: "name", \.names, "name") { "Names." },
        Setting("on", \.isOn, .toggle) { "On." },
        Setting("time", \.time, .time()) { "Time." },
    ]

    private func resolve(_ flags: [String: [String]], into target: inout Target) -> [String] {
        var resolver = SettingsResolver(SettingLookup([Flags(flags: flags)], environment: [:]))
        resolver.resolve(Self.settings, into: &target)
        return resolver.problems
    }

    @Test("Values are stored in their settings' members; others keep their defaults")
    func resolution() {
        var target = Target()
        #expect(resolve(["size": ["2B"], "on": ["YES"], "time": ["1s", "2s"]], into: &target).isEmpty)
        #expect(target == Target(size: 2, isOn: true, time: .seconds(2)))
        #expect(resolve(["name": ["a", "b"], "on": ["off"]], into: &target).isEmpty)
        #expect(target == Target(size: 2, names: ["a", "b"], time: .seconds(2)))
    }

    @Test("All problems are collected")
    func problems() {
        var target = Target()
        let found = resolve(["size": ["2"], "on": ["maybe"], "time": ["0s"]], into: &target)
        #expect(found.count == 3 && target == Target())
        #expect(zip(found, ["size: \"2\"", "on: \"maybe\"", "time: \"0s\""]).allSatisfy { $0.hasPrefix("--\($1) ") })
    }

    @Test("A deprecated name sets the same value, and must not conflict with the current one")
    func alias() {
        var target = Target()
        #expect(resolve(["old-size": ["5B"]], into: &target).isEmpty && target.size == 5)
        #expect(resolve(["old-size": ["1kB"], "size": ["1000B"]], into: &target).isEmpty && target.size == 1000)
        #expect(resolve(["old-size": ["1B"], "size": ["2B"]], into: &target).count == 1)
    }
}
