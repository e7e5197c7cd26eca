import Attache
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCommandLine
@testable import AttacheCommands
@testable import AttachedCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The configuration file of both programs", .inProcess, .timeLimit(.minutes(1)))
struct ConfigurationFileTests {
    struct Row: CustomTestStringConvertible {
        let environment: [String: String]
        let existing: Set<String>
        let expected: String?

        var testDescription: String { "\(environment) \(existing.sorted())" }
    }

    static let all: Set = ["/x/attache/config.yaml", "/h/.config/attache/config.yaml", "/etc/attache/config.yaml"]

    static let rows = [
        Row(
            environment: ["ATTACHE_CONFIG": "c.yaml", "XDG_CONFIG_HOME": "/x", "HOME": "/h"],
            existing: all,
            expected: "c.yaml ATTACHE_CONFIG"
        ),
        Row(
            environment: ["ATTACHE_CONFIG": "", "XDG_CONFIG_HOME": "/x", "HOME": "/h"],
            existing: all,
            expected: "/x/attache/config.yaml default"
        ),
        Row(environment: ["HOME": "/h"], existing: all, expected: "/h/.config/attache/config.yaml default"),
        Row(
            environment: ["XDG_CONFIG_HOME": "x", "HOME": "/h"],
            existing: all,
            expected: "/h/.config/attache/config.yaml default"
        ),
        Row(
            environment: ["XDG_CONFIG_HOME": "/other", "HOME": "/h"],
            existing: all,
            expected: "/etc/attache/config.yaml default"
        ),
        Row(environment: [:], existing: all, expected: "/etc/attache/config.yaml default"),
        Row(environment: ["HOME": "/h"], existing: [], expected: nil),
    ]

    @Test("The variable wins over the user's own file, which wins over that of the machine", arguments: rows)
    func location(_ row: Row) {
        let found = ConfigurationLocation.find(row.environment) { row.existing.contains($0) }
        #expect(found.map { "\($0.path) \($0.origin)" } == row.expected)
    }

    @Test("The keys of one program alone are those of its settings that the other does not have")
    func keys() {
        let attache = Set(RunSettings.all.flatMap(\.definition.names))
        let attached = Set(ServiceSettings.all.flatMap(\.definition.names))
        #expect(Set(ProgramKeys.attache) == attache.subtracting(attached))
        #expect(Set(ProgramKeys.attached) == attached.subtracting(attache))
        let workers = Set((WorkSettings.all + SetupSettings.settings).flatMap(\.definition.names))
        #expect(Set(ProgramKeys.fleet) == workers.subtracting(attached))
        #expect(Set(ProgramKeys.all).isSubset(of: attache.union(attached).union(workers)))
    }

    @Test("Each program reads its own keys of one file and ignores the other's, but no program has a misspelt one")
    func shared() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let path = scratch.path("file.yaml")
        let text = "listen: 127.0.0.1:1\ncolor: never\nnetwork: lte\nlog-format: json\n"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let location = ConfigurationLocation(path: path, origin: "default")
        let attache = try location.read(RunSettings.all.map(\.definition)).values
        #expect(attache.keys.sorted() == ["color", "log-format", "network"])
        let attached = try location.read(ServiceSettings.all.map(\.definition)).values
        #expect(attached.keys.sorted() == ["listen", "log-format", "network"])
        #expect(attached["listen"]?.map(\.origin) == ["\(path):1"])

        try "lisen: 1\n".write(toFile: path, atomically: false, encoding: .utf8)
        for definitions in [RunSettings.all.map(\.definition), ServiceSettings.all.map(\.definition)] {
            #expect(try location.read(definitions).problems.first?.contains("listen") == true)
        }
    }
}
