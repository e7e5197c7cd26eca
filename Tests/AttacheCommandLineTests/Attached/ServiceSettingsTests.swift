import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import Foundation
import Testing

@testable import AttachedCommands

@Suite("What the service's options mean", .timeLimit(.minutes(5)))
struct ServiceSettingsTests {
    private static let home = ["HOME": "/nowhere"]

    private func settings(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        file: String? = nil
    ) throws -> ServiceSettings {
        var arguments = arguments
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let file {
            try file.write(toFile: path, atomically: false, encoding: .utf8)
            arguments += ["--config", path]
        }
        let all = Self.home.merging(environment) { $1 }
        do {
            return try ServeOptions.parse(arguments).resolve(environment: all)
        } catch let error as ConfigurationError {
            throw ConfigurationError(problems: error.problems.map { $0.replacing(path, with: "FILE") })
        }
    }

    private func problems(_ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil)
        -> [String]
    {
        do {
            _ = try settings(arguments, environment: environment, file: file)
            return []
        } catch {
            return (error as? ConfigurationError)?.problems ?? ["\(error)"]
        }
    }

    private func origin(_ name: String, _ settings: ServiceSettings) -> String? {
        settings.shown.first { $0.name == name }?.origin
    }

    @Test("A flag wins over a variable, and a variable over the file; each is told")
    func precedence() throws {
        let file = "queue: 1\nqueue-per-client: 1\nconnections: 1\nallow-host: [a.example, b.example]\n"
        let environment = ["ATTACHE_QUEUE": "2", "ATTACHE_QUEUE_PER_CLIENT": "2", "ATTACHE_CONNECTIONS": ""]
        let found = try settings(["--queue", "3"], environment: environment, file: file)
        #expect(found.configuration.queue.waiting == 3)
        #expect(found.configuration.queue.waitingPerClient == 2)
        #expect(found.configuration.connectionLimit == 1)
        #expect(found.configuration.attache.allowedHosts == ["a.example", "b.example"])
        #expect(origin("queue", found) == "--queue")
        #expect(origin("queue-per-client", found) == "ATTACHE_QUEUE_PER_CLIENT")
        #expect(origin("connections", found)?.hasSuffix(".yaml:3") == true)
        #expect(origin("allow-host", found)?.hasSuffix(".yaml:4") == true)
        #expect(origin("drain", found) == "default")
    }

    @Test("A variable that names several has commas between them; flags are repeated")
    func repeated() throws {
        let environment = ["ATTACHE_DENY_HOST": "a.example, b.example,", "ATTACHE_ALLOW_PORT": "8443"]
        let found = try settings(["--allow-port", "1", "--allow-port", "2"], environment: environment)
        #expect(found.configuration.attache.deniedHosts == ["a.example", "b.example"])
        #expect(found.configuration.attache.allowedPorts == ["1", "2"])
        #expect(origin("deny-host", found) == "ATTACHE_DENY_HOST")
    }

    @Test("What the table says of defaults is what holds")
    func defaults() throws {
        let said = ServiceSettings.all.flatMap { setting in
            setting.read(ServiceSettings()).map { "\(setting.definition.name): \($0)" }
        }
        #expect(said.count > 25)
        let (usual, told) = (try settings(), try settings(file: said.joined(separator: "\n")))
        #expect("\(usual.configuration)" == "\(told.configuration)")
        #expect(usual.logLevel == told.logLevel && usual.logFormat == told.logFormat)
        #expect(usual.configuration.attache.cache == .disk)
        #expect(usual.configuration.attache.typeCheck == .isolated(program: "/proc/self/exe"))
        let fresh = ServiceConfiguration()
        #expect(usual.configuration.requestLimit == fresh.requestLimit && usual.configuration.queue == fresh.queue)
        #expect(usual.configuration.listen == fresh.listen && usual.configuration.drainTimeout == fresh.drainTimeout)
    }

    @Test("State is where systemd says, and media below it unless somebody says otherwise")
    func state() throws {
        let found = try settings(environment: ["STATE_DIRECTORY": "/s"])
        #expect(found.configuration.attache.storeDirectory == "/s/media")
        #expect(found.configuration.idempotencyFile == "/s/idempotency.sqlite")
        #expect(origin("state", found) == "STATE_DIRECTORY")
        let told = try settings(["--state", "/t", "--store", "/u"], environment: ["STATE_DIRECTORY": "/s"])
        #expect(told.configuration.attache.storeDirectory == "/u")
        #expect(told.configuration.idempotencyFile == "/t/idempotency.sqlite")
        #expect(try settings(["--idempotency-lifetime", "0s"]).configuration.idempotencyFile == nil)
    }

    @Test("Every mistake is told at once, with its place")
    func mistakes() {
        let file = "lisen: 127.0.0.1:1\nqueue: many\n"
        #expect(problems(file: file) == problems(file: "lisen: 127.0.0.1:1\n"))
        #expect(problems(file: file).first?.hasPrefix("FILE:1") == true, "\(problems(file: file))")
        #expect(problems(file: file).first?.contains("listen") == true)
        let found = problems(
            ["--listen", "8420", "--tls-key", "k"],
            environment: ["ATTACHE_ALLOW_EVERYBODY": "maybe", "ATTACHE_DRAIN": "30"],
            file: "queue: many\nlog-level: loud\n"
        )
        for start in [
            "--listen: \"8420\"", "--tls-key: \"k\"", "ATTACHE_ALLOW_EVERYBODY: \"maybe\"", "ATTACHE_DRAIN: \"30\"",
            "FILE:1: \"many\"", "FILE:2: \"loud\"",
        ] {
            #expect(found.contains { $0.hasPrefix(start) }, "\(start) in \(found)")
        }
        #expect(found.count == 6)
    }

    @Test("What is shown can be read again, and means the same")
    func shown() throws {
        let arguments = [
            "--queue", "7", "--deny-host", "a.example", "--deny-host", ".b.example", "--info-plist", "a b#c",
        ]
        let first = try settings(arguments)
        let text = ResolvedSetting.lines(first.shown, withOrigin: true)
        #expect(text.split(separator: "\n").allSatisfy { $0.contains("  # ") })
        let second = try settings(file: text)
        #expect("\(first.configuration)" == "\(second.configuration)")
    }

    @Test("A proxy's user and password are never shown")
    func secrets() throws {
        let found = try settings(["--proxy", "http://me:s3cret@proxy.example:3128"])
        let text = ResolvedSetting.lines(found.shown, withOrigin: true)
        #expect(text.contains(#"proxy: "http://***@proxy.example:3128""#))
        #expect(!text.contains("s3cret"))
        #expect(found.configuration.attache.proxy == "http://me:s3cret@proxy.example:3128")
    }
}
