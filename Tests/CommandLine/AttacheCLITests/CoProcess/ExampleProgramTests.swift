import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// The example programs of the documentation, run unchanged against the built program and a real origin.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ExampleProgramTests {
    private static let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Examples")

    @Test(arguments: [("python3", "attache_process.py"), ("node", "attache_process.mjs")])
    func exampleKeepsAttacheRunning(_ interpreter: String, file: String) async throws {
        let origin = try LoopbackOrigin.start { request in
            request.path.hasPrefix("/missing")
                ? .status(404) : .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }
        defer { origin.stop() }
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let scratch = directory.url
        func path(_ name: String) -> String { scratch.appending(path: name).path(percentEncoded: false) }

        // Numbers that a JSON library would change; one line that is not JSON.
        let start = #"{"aps":{"alert":"Hi","mutable-content":1},"n":[9223372036854775809,0.10]"#
        var payloads: [String] = []
        var expected: [String] = []
        for number in 0..<300 {
            switch number % 3 {
            case 0:
                payloads.append(start + #","media_url":"\#(origin.url("/\(number).png"))"}"#)
                expected.append("attached \(payloads[number])")
            case 1:
                payloads.append(start + #","media_url":"\#(origin.url("/missing\(number).png"))"}"#)
                expected.append("plain \(start)}")
            default:
                payloads.append("{")
                expected.append("rejected {")
            }
        }
        try Data((payloads.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path("in")))
        let store = path("store")
        let program = try ChildProcess(
            "/usr/bin/env",
            [interpreter, Self.examples.appending(path: file).path(percentEncoded: false), PipedProgram.path]
                + ["--policy", "hive", "--store", store, "--allow-address", "127.0.0.0/8:\(origin.port)"],
            input: path("in"),
            output: path("out"),
            errors: path("err")
        )
        let status = await program.wait()
        let output = try String(contentsOf: URL(filePath: path("out")), encoding: .utf8)
        let errors = try String(contentsOf: URL(filePath: path("err")), encoding: .utf8)
        // Rejected lines are reported on standard error and in the exit status.
        #expect(status == 3, "\(errors.prefix(500))")
        #expect(output.split(separator: "\n").map(String.init) == expected)
        #expect(origin.requestCount == 200)
    }

    /// Line breaks inside a payload do not take the program out of step, and what is no push comes back as it was.
    @Test(
        arguments: [("python3", "pretty.py", ["rejected True", "rejected"]), ("node", "pretty.mjs", [])]
            as [(String, String, [String])]
    )
    func lineBreaksAreWhiteSpace(_ interpreter: String, file: String, more: [String]) async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let driver = Self.examples.deletingLastPathComponent().appending(path: "Drivers/\(file)")
        let program = try ChildProcess(
            "/usr/bin/env",
            [
                interpreter, driver.path(percentEncoded: false), Self.examples.path(percentEncoded: false),
                PipedProgram.path, "--store", directory.path("store"),
            ],
            output: directory.path("out"),
            errors: directory.path("err")
        )
        let status = await program.wait()
        #expect(status == 0, "\(directory.text("err").prefix(500))")
        let push = #"untouched ['{"aps":{"alert":"Hello"}}']"#
        let lines = directory.text("out").split(separator: "\n").map(String.init)
        #expect(lines == [push, "rejected ['{']", "rejected ['[1,', '2]']", push] + more + ["3"])
    }

    @Test(arguments: [("python3", "restart.py"), ("node", "restart.mjs")])
    func aProcessThatDiesIsReplaced(_ interpreter: String, file: String) async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let scratch = directory.url
        func path(_ name: String) -> String { scratch.appending(path: name).path(percentEncoded: false) }
        let wrapper = "#!/bin/sh\necho $$ >> '\(path("pids"))'\nexec '\(PipedProgram.path)' \"$@\"\n"
        try Data(wrapper.utf8).write(to: URL(filePath: path("program")))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("program"))
        let driver = Self.examples.deletingLastPathComponent().appending(path: "Drivers/\(file)")
        let program = try ChildProcess(
            "/usr/bin/env",
            [
                interpreter, driver.path(percentEncoded: false), Self.examples.path(percentEncoded: false),
                path("pids"),
                path("program"),
            ],
            output: path("out"),
            errors: path("err")
        )
        let status = await program.wait()
        let output = try String(contentsOf: URL(filePath: path("out")), encoding: .utf8)
        let errors = try String(contentsOf: URL(filePath: path("err")), encoding: .utf8)
        #expect(status == 0, "\(errors.prefix(500))")
        // The first run answers, is killed, and the second answers; what came in between was sent unchanged.
        let answer = #"untouched {"aps":{"alert":"Hello"},"n":0.10}"#
        #expect(output == "\(answer)\n\(answer)\n2 0\n")
    }
}
