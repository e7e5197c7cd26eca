import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@testable import Attache

/// Names of networks and policies that people write in place of those that exist.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NearNamesTests {
    private func problems(_ change: (inout AttacheConfiguration) -> Void) async throws -> String {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = scratch.path("store")
        change(&configuration)
        do {
            try await withAttache(configuration: configuration) { _ in }
            return ""
        } catch let error as ConfigurationError {
            return error.problems.joined()
        }
    }

    @Test(arguments: [
        ("LTE", "lte"), ("4g", "lte"), ("5G", "lte"), ("wi-fi", "wifi"), ("wfi", "wifi"),
    ])
    func network(_ written: String, meant: String) async throws {
        let text = try await problems { $0.network = written }
        #expect(text.contains("(did you mean \(meant)?)"), "\(text)")
    }

    @Test(arguments: [("fmc", "fcm"), ("one-signal", "onesignal"), ("hvie", "hive")])
    func policy(_ written: String, meant: String) async throws {
        let text = try await problems { $0.policy = written }
        #expect(text.contains("(did you mean \(meant)?)"), "\(text)")
    }

    @Test func farName() async throws {
        let text = try await problems { $0.policy = "something-else" }
        #expect(text.contains("policy: invalid value \"something-else\"; use auto"), "\(text)")
    }
}
