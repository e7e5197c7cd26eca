import ArgumentParser
import Attache
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct VerdictCacheLifetimeTests {
    @Test(
        arguments: [
            ("run", VerdictCacheLifetime.run), ("0s", .time(.zero)), ("1.5s", .time(.milliseconds(1500))),
            ("60", .time(.seconds(60))),
            ("for ever", nil),
        ] as [(String, VerdictCacheLifetime?)]
    )
    func lifetimeIsParsed(_ text: String, expected: VerdictCacheLifetime?) {
        #expect(VerdictCacheLifetime(argument: text) == expected)
    }

    @Test(
        arguments: [
            ([], nil), (["--ndjson", "a.ndjson"], nil), (["--ndjson"], .seconds(60)),
            (["--ndjson", "-"], .seconds(60)),
            (["--ndjson", "--verdict-lifetime", "run"], nil), (["--verdict-lifetime", "5s"], .seconds(5)),
        ] as [([String], Duration?)]
    )
    func onlyLongRunningCommandsExpireVerdicts(_ arguments: [String], expected: Duration?) throws {
        let command = try RewriteCommand.parse(arguments)
        #expect(command.defaults.verdictLifetime == expected)
    }
}
