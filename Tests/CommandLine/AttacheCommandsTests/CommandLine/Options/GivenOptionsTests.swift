import ArgumentParser
import TestWidth
import Testing

@testable import AttacheCommandLine
@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("Options that a command line names", .inProcess, .timeLimit(.minutes(1)))
struct GivenOptionsTests {
    static let rows: [[String]] = [
        [], ["--deadline", "5"], ["--deadline=5", "--network=3g"], ["--no-follow-redirects"],
        ["--policy", "hive", "--policy", "fcm"], ["--allow-host", "a.example", "--allow-host=b.example", "-vv"],
        ["--network", "--deadline"], ["--", "--network", "3g"], ["--no-such-option"], ["--deadline"], ["---"], ["--="],
        ["--color=always", "--log-format", "json", "--quiet"],
    ]

    /// The options by name, or `nil` for arguments that the parser rejects.
    private func flags(_ arguments: [String]) -> [[String: [String]]]? {
        guard let options = try? PipelineOptions.parse(arguments) else { return nil }
        let groups: [any SettingFlags] = [
            options.policy, options.device, options.egress, options.transfer, options.output.settings,
        ]
        return groups.map(\.flags)
    }

    @Test("The parser gives the same values with the named options only", arguments: rows)
    func sameValues(_ arguments: [String]) async {
        let all = flags(arguments)
        let named = await GivenOptions.parse(arguments) { flags(arguments) }
        #expect(named == all)
    }

    @Test("Only named options are built")
    func count() async {
        let count = { Mirror(reflecting: SettingOptions<OutputSettings>()).children.count }
        #expect(count() == OutputSettings.settings.count)
        #expect(await GivenOptions.parse([]) { count() } == 0)
        #expect(await GivenOptions.parse(["--color=never", "--deadline", "5"]) { count() } == 1)
    }
}
