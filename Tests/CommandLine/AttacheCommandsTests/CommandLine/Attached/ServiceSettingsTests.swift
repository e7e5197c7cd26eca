import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import Foundation
import TestWidth
import Testing

@testable import AttachedCommands

@Suite("Service settings", .inProcess, .timeLimit(.minutes(1)))
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
            var found = try ServeOptions.parse(arguments).resolve(environment: all)
            #expect(found.configuration.configurationFile == (file == nil ? nil : path))
            // Each call has a file of its own, which is no setting.
            found.configuration.configurationFile = nil
            return found
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

    @Test("A flag overrides a variable, and a variable overrides the file; each origin is reported")
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

    @Test("A variable lists several values separated by commas; flags are repeated")
    func repeated() throws {
        let environment = ["ATTACHE_DENY_HOST": "a.example, b.example,", "ATTACHE_ALLOW_PORT": "8443"]
        let found = try settings(["--allow-port", "1", "--allow-port", "2"], environment: environment)
        #expect(found.configuration.attache.deniedHosts == ["a.example", "b.example"])
        #expect(found.configuration.attache.allowedPorts == ["1", "2"])
        #expect(origin("deny-host", found) == "ATTACHE_DENY_HOST")
    }

    @Test("The defaults in the table are the defaults in effect")
    func defaults() throws {
        let lines = ServiceSettings.all.flatMap { setting in
            setting.read(ServiceSettings()).map { "\(setting.definition.name): \($0)" }
        }
        #expect(lines.count > 25)
        let (found, configured) = (try settings(), try settings(file: lines.joined(separator: "\n")))
        #expect("\(found.configuration)" == "\(configured.configuration)")
        #expect(found.logLevel == configured.logLevel && found.logFormat == configured.logFormat)
        #expect(found.configuration.attache.cache == .disk)
        #expect(found.configuration.attache.typeCheck == .isolated(program: "/proc/self/exe"))
        let fresh = ServiceConfiguration()
        #expect(found.configuration.requestLimit == fresh.requestLimit && found.configuration.queue == fresh.queue)
        #expect(found.configuration.listen == fresh.listen && found.configuration.drainTimeout == fresh.drainTimeout)
    }

    @Test("State is in systemd's directory and media below it, unless configured otherwise")
    func state() throws {
        let found = try settings(environment: ["STATE_DIRECTORY": "/s"])
        #expect(found.configuration.attache.storeDirectory == "/s/media")
        #expect(found.configuration.idempotencyFile == "/s/idempotency.sqlite")
        #expect(origin("state", found) == "STATE_DIRECTORY")
        let configured = try settings(["--state", "/t", "--store", "/u"], environment: ["STATE_DIRECTORY": "/s"])
        #expect(configured.configuration.attache.storeDirectory == "/u")
        #expect(configured.configuration.idempotencyFile == "/t/idempotency.sqlite")
        #expect(try settings(["--idempotency-lifetime", "0s"]).configuration.idempotencyFile == nil)
    }

    @Test("All mistakes are reported at once, with their origins")
    func mistakes() {
        let misspelt = problems(file: "lisen: 127.0.0.1:1\nqueue: many\nstte: x\n")
        #expect(misspelt.count == 3, "\(misspelt)")
        #expect(misspelt.first?.hasPrefix("FILE:1") == true && misspelt.first?.contains("listen") == true)
        #expect(misspelt.last?.hasPrefix("FILE:2: queue: \"many\"") == true)
        let found = problems(
            ["--listen", "8420x", "--tls-key", "k"],
            environment: ["ATTACHE_ALLOW_EVERYBODY": "maybe", "ATTACHE_DRAIN": "30x"],
            file: "queue: many\nlog-level: loud\n"
        )
        for start in [
            "--listen: \"8420x\"", "--tls-key: \"k\"", "ATTACHE_ALLOW_EVERYBODY: \"maybe\"", "ATTACHE_DRAIN: \"30x\"",
            "FILE:1: queue: \"many\"", "FILE:2: log-level: \"loud\"",
        ] {
            #expect(found.contains { $0.hasPrefix(start) }, "\(start) in \(found)")
        }
        #expect(found.count == 6)
        // What only the check finds is in the same list.
        let checked = problems(file: "queue: many\nnetwork: 9g\ndns-server: [1.1.1.1, foo]\n")
        #expect(checked.count == 3, "\(checked)")
        #expect(
            checked.contains { $0.hasPrefix("FILE:2: network: ") }
                && checked.contains { $0.hasPrefix("FILE:3: dns-server: ") }
        )
    }

    @Test("Relative paths in a file are relative to the file; others are not")
    func paths() throws {
        let file = """
            token-file: tokens
            cacert: /etc/ca.pem
            policy: mine.yaml
            network: lte
            policies: policies
            listen: unix:a.sock
            """
        let found = try settings(["--info-plist", "Info.plist"], file: file)
        let directory = FileManager.default.temporaryDirectory.path + "/"
        #expect(found.configuration.tokenFile == directory + "tokens")
        #expect(found.configuration.attache.certificateAuthorityFile == "/etc/ca.pem")
        #expect(found.configuration.attache.policy == directory + "mine.yaml")
        #expect(found.configuration.attache.network == "lte")
        #expect(found.configuration.attache.policyDirectories == [directory + "policies"])
        #expect(found.configuration.listen == .unix(path: directory + "a.sock"))
        #expect(found.configuration.attache.infoPlist == "Info.plist")
    }

    @Test("A number without a unit is a time in seconds", arguments: [("5", 5.0), ("0.5", 0.5), ("5s", 5)])
    func seconds(_ text: String, seconds: Double) throws {
        #expect(try settings(["--drain", text]).configuration.drainTimeout == .seconds(seconds))
    }

    @Test("The output of `config show` can be read again with the same meaning")
    func shown() throws {
        let arguments = [
            "--queue", "7", "--deny-host", "a.example", "--deny-host", ".b.example", "--info-plist", "/a b#c",
        ]
        let first = try settings(arguments)
        let text = ResolvedSetting.lines(first.shown, withOrigin: true)
        #expect(text.split(separator: "\n").allSatisfy { $0.contains("  # ") })
        let second = try settings(file: text)
        #expect("\(first.configuration)" == "\(second.configuration)")
    }

    @Test("The user and password of a proxy are never shown")
    func secrets() throws {
        let found = try settings(["--proxy", "http://me:s3cret@proxy.example:3128"])
        let text = ResolvedSetting.lines(found.shown, withOrigin: true)
        #expect(text.contains(#"proxy: "http://***@proxy.example:3128""#))
        #expect(!text.contains("s3cret"))
        #expect(found.configuration.attache.proxy == "http://me:s3cret@proxy.example:3128")
    }
}
