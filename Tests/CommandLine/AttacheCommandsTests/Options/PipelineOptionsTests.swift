import ArgumentParser
import Attache
import AttacheCommandLine
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PipelineOptionsTests {
    private func problems(_ arguments: [String], environment: [String: String] = [:]) -> [String] {
        do {
            _ = try PipelineOptions.parse(arguments).resolve(environment: environment)
            return []
        } catch let error as ConfigurationError {
            return error.problems
        } catch {
            return ["\(error)"]
        }
    }

    @Test func allMistakesAreReportedWithTheirOrigins() {
        let problems = problems(
            ["--deadline", "0", "--store-limit", "10", "--jobs", "0"],
            environment: ["ATTACHE_LINK": "fast"]
        )
        #expect(problems.count == 4)
        #expect(problems.contains { $0.hasPrefix("ATTACHE_LINK: \"fast\"") })
        #expect(problems.contains { $0.hasPrefix("--deadline: \"0\"") })
    }

    @Test(
        arguments: [
            ("1GiB", .bytes(1 << 30)), ("0B", .bytes(0)), ("0%", .percent(0)), ("99%", .percent(99)), ("100%", nil),
            ("-1%", nil), ("2.5%", nil), ("%", nil), ("5", nil), ("-1B", nil), ("", nil),
        ] as [(String, DiskReserve?)]
    )
    func aReserveIsASizeOrAPercentage(_ text: String, reserve: DiskReserve?) throws {
        guard let reserve else { return #expect(problems(["--disk-reserve=\(text)"]).count == 1) }
        let settings = try PipelineOptions.parse(["--disk-reserve", text]).resolve(environment: [:])
        #expect(settings.configuration.diskReserve == reserve)
    }

    @Test(arguments: [("10MB", 10_000_000), ("10MiB", 10_485_760)])
    func sizesHaveExplicitUnits(_ text: String, byteCount: Int) throws {
        let settings = try PipelineOptions.parse(["--store-limit", text]).resolve(environment: [:])
        #expect(settings.configuration.storeLimit == byteCount)
    }

    @Test func environmentAppliesWithoutFlag() throws {
        let settings = try PipelineOptions.parse(["--network", "3g"])
            .resolve(environment: ["ATTACHE_NETWORK": "lte", "ATTACHE_DEADLINE": "500ms"])
        #expect(settings.configuration.network == "3g")
        #expect(settings.configuration.deadline == .milliseconds(500))
    }
}
