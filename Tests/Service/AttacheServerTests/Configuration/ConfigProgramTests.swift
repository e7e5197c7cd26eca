import AttacheTesting
import Foundation
import Glibc
import TestWidth
import Testing

@Suite("`attached config` and `attached serve`, as programs", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ConfigProgramTests {
    struct End {
        let status: Int32
        let output: String
        let standardError: String
    }

    private func run(
        _ arguments: [String],
        files: [String: String] = [:],
        environment: [String: String] = [:]
    ) async throws -> End {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        for (name, text) in files {
            let path = "\(directory)/\(name)"
            let parent = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        let variables = ["STATE_DIRECTORY": "\(directory)/state"].merging(environment) { $1 }
        let process = try AttachedProcess(arguments, in: directory, environment: variables)
        let status = await process.wait()
        return End(status: status, output: process.output, standardError: process.standardError)
    }

    @Test("A valid configuration is reported as valid, and no file is created")
    func right() async throws {
        let end = try await run(["config", "check", "--config", "c.yaml"], files: ["c.yaml": "listen: 127.0.0.1:1\n"])
        #expect(end.status == 0, "\(end.standardError)")
        #expect(end.output.contains("127.0.0.1:1"))
        #expect(end.standardError.isEmpty)
    }

    @Test("Each mistake is reported with its origin, and the exit status is 2", arguments: ["serve", "check"])
    func wrong(_ command: String) async throws {
        let words = command == "serve" ? ["serve"] : ["config", "check"]
        let misspelt = try await run(words + ["--config", "c.yaml"], files: ["c.yaml": "\nlisen: 127.0.0.1:1\n"])
        #expect(misspelt.status == 2)
        #expect(misspelt.standardError.contains("c.yaml:2:"), "\(misspelt.standardError)")
        let missing = try await run(words + ["--config", "c.yaml"])
        #expect(missing.status == 2 && missing.standardError.contains("c.yaml"))
        let open = try await run(words + ["--listen", "0.0.0.0:0"])
        #expect(open.status == 2 && open.standardError.contains("--token-file"))
        let policy = try await run(words + ["--policy", "nobody"])
        #expect(policy.status == 2 && policy.standardError.contains("nobody"))
        let certificate = try await run(words + ["--tls-certificate", "a.pem", "--tls-key", "b.pem"])
        #expect(certificate.status == 2 && certificate.standardError.contains("a.pem"))
        let option = try await run(words + ["--nonsense"])
        #expect(option.status == 2)
    }

    private static let pairs: [([String], Int32)] = [
        (["--drain", "2s", "--drain-delay", "2s"], 2), (["--drain", "2s", "--drain-delay", "1999ms"], 0),
        (["--drain", "0s"], 0), (["--drain", "0s", "--drain-delay", "0s"], 0), (["--drain-delay", "50s"], 2),
        (["--host-name", "a_b/c"], 2), (["--host-name", "a:80"], 2), (["--host-name", ""], 2),
        (["--host-name", "push.example.com"], 0), (["--host-name", "[::1]"], 0),
    ]

    @Test("Values that contradict each other are refused; the values beside them are not", arguments: pairs)
    func contradictions(_ options: [String], status: Int32) async throws {
        let end = try await run(["config", "check"] + options)
        #expect(end.status == status, "\(end.standardError)")
        if status == 2 { #expect(end.standardError.contains(options[options.count - 2].dropFirst(2))) }
    }

    @Test("Files that cannot work are refused, without the names of a library's errors", arguments: ["serve", "check"])
    func unusableFiles(_ command: String) async throws {
        let words = command == "serve" ? ["serve", "--listen", "127.0.0.1:0"] : ["config", "check"]
        let peer = try await TLSPeer()
        defer { peer.directory.remove() }
        var files = ["empty": "", "text": "text\n"]
        files["a.pem"] = peer.directory.text("chain.pem")
        files["a.key"] = peer.directory.text("key.pem")
        try await peer.makeCertificate("second")
        files["b.key"] = peer.directory.text("key.pem")
        let rows: [([String], String)] = [
            (["--tls-certificate", "a.pem", "--tls-key", "b.key"], "b.key"),
            (["--tls-certificate", "text", "--tls-key", "a.key"], "text"),
            (["--tls-certificate", "a.pem", "--tls-key", "text"], "text"),
            (["--tls-certificate", "a.pem", "--tls-key", "none"], "none"),
            (["--cacert", "none"], "none"), (["--cacert", "empty"], "empty"), (["--cacert", "text"], "text"),
            (["--state", "/proc/x"], "/proc/x"), (["--store", "/proc/x"], "/proc/x"),
        ]
        for (options, name) in rows {
            let end = try await run(words + options, files: files)
            #expect(end.status == 2, "\(options)")
            #expect(end.standardError.contains(name), "\(end.standardError)")
            #expect(
                !end.standardError.contains("failedTo") && !end.standardError.contains("errno"),
                "\(end.standardError)"
            )
        }
    }

    @Test("A secret that every user can read is a warning")
    func worldReadable() async throws {
        let end = try await run(
            ["config", "check", "--token-file", "tokens"],
            files: ["tokens": "1111111111111111\n"],
            environment: ["ATTACHE_LISEN": "x"]
        )
        #expect(end.status == 0)
        #expect(end.standardError.contains("tokens") && end.standardError.contains("chmod"), "\(end.standardError)")
        #expect(end.standardError.contains("ATTACHE_LISTEN"))
    }

    @Test("Several mistakes are reported together")
    func together() async throws {
        let arguments = ["config", "check", "--policy", "nobody", "--listen", "0.0.0.0:1", "--token-file", "none"]
        let end = try await run(arguments, environment: ["ATTACHE_QUEU": "1"])
        #expect(end.status == 2)
        #expect(end.standardError.contains("nobody") && end.standardError.contains("none"))
    }

    @Test("`config show` prints each value with its origin, without tokens")
    func show() async throws {
        let end = try await run(
            ["config", "show", "--origin", "--drain", "5s", "--config", "c.yaml"],
            files: ["c.yaml": "token-file: tokens\n", "tokens": "1111111111111111\n"],
            environment: ["ATTACHE_JOBS": "8"]
        )
        #expect(end.status == 0, "\(end.standardError)")
        let lines = end.output.split(separator: "\n").map { $0.replacing(#/ +# /#, with: " # ") }
        #expect(lines.first == "# Configuration file: c.yaml (--config)")
        #expect(lines.contains("drain: 5s # --drain"))
        #expect(lines.contains("jobs: 8 # ATTACHE_JOBS"))
        #expect(lines.contains("token-file: tokens # c.yaml:1"))
        #expect(lines.contains("listen: 127.0.0.1:8420 # default"))
        #expect(!end.output.contains("1111111111111111"))
    }

    @Test("An address in use is a machine fault")
    func taken() async throws {
        try await ProgramScene.with { scene in
            let end = try await run(["serve", "--listen", "127.0.0.1:\(scene.port)"])
            #expect(end.status == 1)
            #expect(end.standardError.contains("127.0.0.1:\(scene.port)"), "\(end.standardError)")
            #expect(!end.standardError.contains("errno") && !end.standardError.contains("("), "\(end.standardError)")
        }
    }

    @Test("SIGTERM exits with 0")
    func end() async throws {
        try await ProgramScene.with { scene in #expect(await scene.end(by: SIGTERM) == 0) }
    }

    @Test("`attached health` reports a running service, and a stopped one")
    func health() async throws {
        try await ProgramScene.with { scene in
            let well = try await run(["health", "--url", "http://127.0.0.1:\(scene.port)"])
            #expect(well.status == 0 && well.output == "healthy\n", "\(well)")
            let same = try await run(["health"], environment: ["ATTACHE_LISTEN": "127.0.0.1:\(scene.port)"])
            #expect(same.status == 0)
            await scene.end(by: SIGTERM)
            let gone = try await run(["health", "--url", "http://127.0.0.1:\(scene.port)"])
            #expect(gone.status == 1 && gone.output.hasPrefix("unreachable"))
        }
        #expect(try await run(["health", "--url", "nonsense"]).status == 2)
    }

    @Test("`--version` prints the platform and the versions of the libraries")
    func version() async throws {
        let end = try await run(["--version"])
        #expect(end.status == 0)
        let lines = end.output.split(separator: "\n")
        #expect(lines.count == 3)
        let version = /[0-9.]+ \(commit ([0-9a-f]+(-dirty)?|unknown: source build)\)/
        #expect(lines.first?.wholeMatch(of: version) != nil, "\(end.output)")
        #expect(lines.dropFirst().first?.wholeMatch(of: /platform: Linux [a-z0-9_]+/) != nil, "\(end.output)")
        let names = ["libcurl", "OpenSSL", "c-ares", "libidn2", "libmagic", "libyaml", "SQLite"]
        let libraries = lines.last?.dropFirst("libraries: ".count).components(separatedBy: ", ") ?? []
        #expect(libraries.map { $0.prefix { $0 != " " } } == names.map { $0[...] })
        #expect(libraries.allSatisfy { $0.contains(#/ [0-9][0-9a-z.]*$/#) }, "\(end.output)")
    }

    @Test("The user's own configuration file is found without an option, and `config show --origin` names it")
    func found() async throws {
        let files = ["attache/config.yaml": "queue: 7\ncolor: never\n"]
        let end = try await run(["config", "show", "--origin"], files: files, environment: ["XDG_CONFIG_HOME": "."])
        #expect(end.output.contains("No configuration file"), "a relative path is ignored: \(end.output)")
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path("attached")
        try FileManager.default.createDirectory(atPath: "\(directory)/attache", withIntermediateDirectories: true)
        let path = "\(directory)/attache/config.yaml"
        try "queue: 7\ncolor: never\n".write(toFile: path, atomically: false, encoding: .utf8)
        let found = try await run(["config", "show", "--origin"], environment: ["XDG_CONFIG_HOME": directory])
        #expect(found.status == 0, "\(found.standardError)")
        #expect(found.output.hasPrefix("# Configuration file: \(path) (default)\n"), "\(found.output)")
        #expect(found.output.contains(/queue: 7 +# [^ ]*config\.yaml:1\n/))
        let other = try await run(
            ["config", "show", "--origin", "--config", "/dev/null"],
            environment: ["XDG_CONFIG_HOME": directory]
        )
        #expect(other.output.hasPrefix("# Configuration file: /dev/null (--config)\n"), "\(other)")
        #expect(other.output.contains(/queue: 4096 +# default\n/), "\(other.output)")
    }
}
