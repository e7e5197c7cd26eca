import AttacheCommandLine
import TestWidth
import Testing

@testable import AttachedCommands

@Suite("Default state directory", .inProcess, .timeLimit(.minutes(1)))
struct StateDirectoryTests {
    struct Row: CustomTestStringConvertible {
        let environment: [String: String]
        var hasPackaged = false
        let expected: SettingValue?

        var testDescription: String { "\(environment.keys.sorted()) \(hasPackaged)" }
    }

    static let rows = [
        Row(
            environment: ["STATE_DIRECTORY": "/s/a:/s/b", "HOME": "/h"],
            hasPackaged: true,
            expected: SettingValue(text: "/s/a", origin: "STATE_DIRECTORY")
        ),
        Row(
            environment: ["HOME": "/h"],
            hasPackaged: true,
            expected: SettingValue(text: "/var/lib/attached", origin: "default")
        ),
        Row(
            environment: ["XDG_STATE_HOME": "/x", "HOME": "/h"],
            expected: SettingValue(text: "/x/attached", origin: "XDG_STATE_HOME")
        ),
        Row(
            environment: ["XDG_STATE_HOME": "x", "HOME": "/h"],
            expected: SettingValue(text: "/h/.local/state/attached", origin: "HOME")
        ),
        Row(environment: [:], expected: nil),
    ]

    @Test("systemd's directory comes first, then the package's, then the user's", arguments: rows)
    func order(_ row: Row) {
        #expect(StateDirectory.find(row.environment) { _ in row.hasPackaged } == row.expected)
    }
}
