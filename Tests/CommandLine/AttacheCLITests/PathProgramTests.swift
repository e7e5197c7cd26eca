import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// Paths, URLs and codes on the command line of the built program.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PathProgramTests {
    private func run(_ arguments: [String], input: String? = nil) async throws -> (
        end: ProgramEnd, out: String, error: String
    ) {
        let program = try PipedProgram(arguments)
        if let input { program.write(input) }
        program.closeInput()
        let out = String(decoding: await program.readRest(), as: UTF8.self)
        let error = await program.standardError
        return (await program.wait(), out, error)
    }

    @Test(
        "A path without a file is a usage error, and nothing is created or printed",
        arguments: ["rewrite", "explain", "inspect", "batch"]
    )
    func missing(_ command: String) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let output = scratch.path("out")
        let options = command == "batch" ? ["--out", output] : []
        let result = try await run([command, "no-such-file.json"] + options)
        #expect(result.end == .exited(2))
        #expect(result.out.isEmpty)
        #expect(result.error.contains("no-such-file.json"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test(
        "A payload in place of a path is a usage error that says how to give it",
        arguments: [#"{"aps":{"alert":"x"}}"#, #"aps = { alert = x; "mutable-content" = 1; };"#]
    )
    func payload(_ text: String) async throws {
        let result = try await run(["explain", text])
        #expect(result.end == .exited(2) && result.error.contains("| attache explain"), "\(result)")
        let name = try await run(["explain", "push-{1..3}.json"])
        #expect(name.end == .exited(2) && name.error.contains("push-{1..3}.json"), "\(name)")
    }

    @Test("A URL is judged as a medium by explain, and named as a URL by rewrite")
    func url() async throws {
        let origin = try LoopbackOrigin.start(routes: ["/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")])
        defer { origin.stop() }
        let url = "http://127.0.0.1:\(origin.port)/a.png"
        let allowed = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
        let explained = try await run(["explain", url, "--json"] + allowed)
        #expect(explained.end == .exited(0))
        #expect(explained.out.contains(#""outcome":"attached""#), "\(explained.out)")
        #expect(origin.requests.count == 1)
        #expect(try await run(["rewrite", url]).end == .exited(2))

        // The path of a policy file says nothing about its name.
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.path("hive.yaml")
        let policy = "schema: attache-policy/1\nname: my-app\nextends: apple\npayload: {media: [{url: $.att.img}]}\n"
        try policy.write(toFile: file, atomically: false, encoding: .utf8)
        let own = try await run(["explain", url, "--json", "--policy", file] + allowed)
        #expect(own.out.contains(#""policy":"my-app""#), "\(own.out)")
    }

    @Test("What explain cannot explain is a usage error that names another command")
    func otherInputs() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        let whole = try await run(["explain", directory])
        #expect(whole.end == .exited(2) && whole.error.contains("attache batch \(directory)"), "\(whole)")
        let lines = "\(directory)/users.ndjson"
        try "{\"aps\":{}}\n{\"aps\":{}}\n".write(toFile: lines, atomically: false, encoding: .utf8)
        let several = try await run(["explain", lines])
        #expect(several.end == .exited(2) && several.error.contains("attache rewrite --ndjson \(lines)"), "\(several)")
        // A comma or a comment after a value makes it no list of values.
        for (end, status) in [("\n,\n", Int32(3)), ("\n// sent\n", 0)] {
            let file = "\(directory)/end.json"
            try "{\"aps\":{\"alert\":\"x\"}}\(end)".write(toFile: file, atomically: false, encoding: .utf8)
            let result = try await run(["explain", file])
            #expect(result.end == .exited(status), "\(result)")
        }
        let many = "\(directory)/many.ndjson"
        try String(repeating: "{\"aps\":{}}\n", count: 20_000).write(toFile: many, atomically: false, encoding: .utf8)
        let picture = "\(directory)/a.png"
        try Data(SampleMedia.photoPNG.bytes).write(to: URL(filePath: picture))
        for command in ["explain", "preview", "matrix"] {
            let long = try await run([command, many])
            #expect(
                long.end == .exited(2) && long.error.contains("sed -n 1p \(many) | attache \(command) -"),
                "\(long)"
            )
            let media = try await run([command, picture])
            #expect(media.end == .exited(2) && media.error.contains("attache inspect \(picture)"), "\(media)")
        }
        // One payload with something behind it is not several.
        #expect(try await run(["explain", "-"], input: "{\"aps\":{}} x").end == .exited(3))
        let other = try await run(["explain", "ftp://x/y.png"])
        #expect(other.end == .exited(0) && other.out.contains("url.scheme"), "\(other)")
        #expect(!other.out.contains("attachment-url") && !other.out.contains("of 4096"), "\(other.out)")
    }

    @Test("inspect needs no store, and takes no option of transfers")
    func inspectAlone() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.path("inspect.svg")
        try "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".write(toFile: file, atomically: false, encoding: .utf8)
        let result = try await run(["inspect", "--json", "-v", file])
        #expect(result.end == .exited(4))
        #expect(result.out.contains("type.extension-unsupported") && !result.out.contains("type.mismatch"))
        #expect(result.error.contains("SHA-256"))
        for option in ["--proxy", "--dns-server", "--deadline", "--store"] {
            #expect(try await run(["inspect", option, "1", file]).end == .exited(2), "\(option)")
        }
    }

    @Test(
        "Errors of the argument parser have the program's prefix, and name the nearest option",
        arguments: [
            (["rewrite", "--out", "x"], "Did you mean '--output'?"),
            (["inspect", "--polcy", "x", "a.png"], "Did you mean '--policy'?"),
            (["explain", "--netwrk", "3g"], "Did you mean '--network'?"), (["explain", "--xyzzy"], "--xyzzy"),
            (["rewrite", "--json"], "Did you mean '--emit'?"), (["explain", "--no-color"], "Did you mean '--color'?"),
        ]
    )
    func unknownOptions(_ arguments: [String], words: String) async throws {
        let result = try await run(arguments)
        #expect(result.end == .exited(2))
        #expect(result.error.hasPrefix("attache: Unknown option '") && result.error.contains(words), "\(result.error)")
    }

    @Test(
        "A value that is none of a few words has the form of a setting's, and the nearest word",
        arguments: [
            (
                ["rewrite", "--emit", "paylod", "x"],
                #"--emit: invalid value "paylod" (did you mean payload?); use one of report, "#
            ),
            (
                ["schema", "reslt"],
                #"<name>: invalid value "reslt" (did you mean result?); use one of result, policy, "#
            ),
            (["completions", "tcsh"], #"<shell>: invalid value "tcsh"; use one of bash, zsh, fish."#),
            (
                ["rewrite", "--network", "4g", "-"],
                #"--network: invalid value "4g" (did you mean lte?); use one of wifi, "#
            ),
        ]
    )
    func choices(_ arguments: [String], words: String) async throws {
        let result = try await run(arguments, input: "")
        #expect(result.end == .exited(2) && result.error.contains("attache: \(words)"), "\(result.error)")
    }

    @Test("A file's mistakes are reported in one run, each with line and key")
    func configurationFile() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.path("config.yaml")
        try "network: 9g\ndeadline: x\nfoo: 1\ndns-server: [1.1.1.1, bar]\nproxy: a b\n"
            .write(toFile: file, atomically: false, encoding: .utf8)
        let result = try await run(["explain", "-", "--config", file], input: "{}")
        #expect(result.end == .exited(2))
        for words in ["1: network: ", "2: deadline: ", "3:1: error: foo: ", "4: dns-server: ", "5: proxy: "] {
            #expect(result.error.contains("attache: \(file):\(words)"), "\(words)\n\(result.error)")
        }
    }

    @Test("A reason's code is explained with its facts and what to do")
    func code() async throws {
        let result = try await run(["explain", "gate.mutable-content-missing"])
        #expect(result.end == .exited(0))
        #expect(result.out.hasPrefix("gate.mutable-content-missing  "))
        #expect(result.out.contains("What to do:"))
        #expect(try await run(["explain", "gate.no-such-code"]).end == .exited(2))
    }

    @Test("explain shows the place of an error in the text")
    func excerpt() async throws {
        let result = try await run(["explain", "-"], input: #"{"aps":}"#)
        #expect(result.end == .exited(3))
        #expect(result.out.hasSuffix("  {\"aps\":}\n         ^\n"), "\(result.out)")
    }

    @Test(
        "explain repeats nothing of a text that is no JSON from its first bytes on",
        arguments: [
            "sudo curl -u key:SECRET https://h", "/usr/bin/curl -u key:SECRET https://h", "TOKEN=SECRET\ncurl h",
            "{ curl -u key:SECRET https://h; }", "[ -n SECRET ]",
        ]
    )
    func secrets(text: String) async throws {
        let result = try await run(["explain", "-"], input: text)
        #expect(result.end == .exited(3))
        #expect(!(result.out + result.error).contains("SECRET"), "\(result.out)")
    }

    @Test("-o writes the results to a file, and never over its input")
    func output() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        let (push, results) = ("\(directory)/push.json", "\(directory)/results.json")
        try #"{"aps":{"alert":"Hello"}}"#.write(toFile: push, atomically: false, encoding: .utf8)
        let written = try await run(["rewrite", "-q", "-o", results, push])
        #expect(written.end == .exited(0) && written.out.isEmpty && written.error.isEmpty, "\(written)")
        #expect(try String(contentsOfFile: results, encoding: .utf8).contains(#""outcome":"untouched""#))
        #expect(try await run(["rewrite", "-o", push, push]).end == .exited(2))
        #expect(try String(contentsOfFile: push, encoding: .utf8) == #"{"aps":{"alert":"Hello"}}"#)
        #expect(try await run(["rewrite", "-o", "/proc/x/y", push]).end == .exited(2))
    }

    @Test("A dry run names what it would process, and creates nothing")
    func dryRun() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path("dry")
        try FileManager.default.createDirectory(atPath: "\(directory)/in", withIntermediateDirectories: true)
        let arguments = ["batch", "\(directory)/in", "-o", "\(directory)/out", "--dry-run"]
        #expect(try await run(arguments).end == .exited(3))
        for name in ["a.json", "b.json", "c.ndjson", "d.png"] {
            try "{}".write(toFile: "\(directory)/in/\(name)", atomically: false, encoding: .utf8)
        }
        let result = try await run(arguments)
        #expect(result.end == .exited(0))
        #expect(result.out.contains("3 files") && result.out.contains("1 with one payload per line"), "\(result.out)")
        #expect(!FileManager.default.fileExists(atPath: "\(directory)/out"))
    }

    @Test(
        "Configuration that cannot work is refused before any work",
        arguments: [
            ["--cacert", "no-such-file.pem"], ["--cacert", "/dev/null"], ["--cacert", "/etc/hostname"],
            ["--store", "/proc/x"],
        ]
    )
    func configuration(_ options: [String]) async throws {
        let result = try await run(["rewrite", "-"] + options, input: #"{"aps":{"alert":"Hello"}}"#)
        #expect(result.end == .exited(2))
        #expect(result.out.isEmpty && result.error.contains(options[1]), "\(result.error)")
    }

    @Test("A report into a directory that does not exist is refused before the run")
    func report() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let output = scratch.path("out")
        let result = try await run(
            ["batch", "-", "--out", output, "--report", "html=/no-such-directory/a.html"],
            input: ""
        )
        #expect(result.end == .exited(2) && result.error.contains("/no-such-directory"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }
}
