import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The commands for authors of policies: `policy new`, `test` and `schema`.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PolicyProgramTests {
    private let scratch: ScratchDirectory
    private var directory: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let file = directory.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    private func run(_ arguments: String...) async throws -> (output: String, end: ProgramEnd) {
        let program = try PipedProgram(arguments)
        program.closeInput()
        let output = String(decoding: await program.readRest(), as: UTF8.self)
        return (output, await program.wait())
    }

    @Test(
        "A new policy is a valid file, which attaches the medium under its key",
        arguments: [
            (["acme"], #""acme":{"image":"https://h.example/a.png"}"#),
            (["acme", "--media", "/own/x'y", "--extends", "community"], #""own":{"x'y":"https://h.example/a.png"}"#),
            (["acme", "--media", "$.a[0]", "--media", "/b"], #""a":["https://h.example/a.png"]"#),
        ]
    )
    func newPolicy(_ arguments: [String], member: String) async throws {
        let program = try PipedProgram(["policy", "new"] + arguments)
        program.closeInput()
        let text = String(decoding: await program.readRest(), as: UTF8.self)
        #expect(await program.wait() == .exited(0))
        let policy = try file("acme.yaml", text)
        #expect(try await run("policy", "check", policy).end == .exited(0))
        let payload = #"{"aps":{"alert":"x","mutable-content":1},\#(member)}"#
        let cases = try file(
            "cases.ndjson",
            #"{"payload":\#(payload),"expect":{"outcome":"attached","extension":"png","policy":"acme","reason":null}}"#
        )
        #expect(try await run("policy", "test", policy, cases).end == .exited(0))
    }

    @Test("The device section of a new policy is valid once it is no comment, and a case can expect its prediction")
    func device() async throws {
        let text = try await run("policy", "new", "acme", "--media", "/image").output
        let parts = text.split(separator: "# device:\n", maxSplits: 1)
        let section = try #require(parts.last).split(separator: "\n").map { $0.dropFirst(2) }.joined(separator: "\n")
        let policy = try file("acme.yaml", "\(parts[0])device:\n\(section)\n")
        #expect(try await run("policy", "check", policy).end == .exited(0))
        let cases = try file(
            "cases.yaml",
            """
            - name: a picture without a name
              payload: {"aps": {"alert": "x", "mutable-content": 1}, "image": "https://h.example/picture"}
              response: { body: photo.jpg }
              expect: { outcome: attached, device: { dialect: acme, shown: media, accepted: true } }
            - name: an extension that iOS does not know
              payload: {"aps": {"alert": "x", "mutable-content": 1}, "image": "https://h.example/picture.svg"}
              response: { body: photo.jpg }
              expect: { device: { shown: plain, accepted: false, error: { code: 101 } } }
            """
        )
        let (output, end) = try await run("policy", "test", policy, cases)
        #expect(end == .exited(0), "\(output)")
    }

    @Test(
        "Wrong names, parents and paths are usage errors",
        arguments: [["Acme"], ["auto"], ["-a"], ["a", "--extends", "aple"], ["a", "--media", "x"]]
    )
    func mistakes(_ arguments: [String]) async throws {
        let program = try PipedProgram(["policy", "new"] + arguments)
        #expect(await program.wait() == .exited(2))
    }

    @Test("A case that differs is named with what was found, and the status is 4")
    func differences() async throws {
        let policy = try file(
            "acme.yaml",
            "schema: attache-policy/1\nname: acme\nextends: apple\npayload: { media: [{ url: $.acme.image }] }\n"
        )
        let payload = #"{"aps": {"alert": "x", "mutable-content": 1}, "acme": {"image": "https://h.example/a.png"}}"#
        let cases = try file(
            "cases.yaml",
            """
            - name: a page in place of a picture
              payload: \(payload)
              response: { body: page.html, content-type: image/png }
              expect: { outcome: plain, reason: type.mismatch }
            - name: an origin that is down
              payload: \(payload)
              response: { fails: fetch.connect }
              expect: { outcome: plain, reason: fetch.connect }
            - name: a redirect
              payload: \(payload)
              response: [{ location: "https://h.example/b.png" }, {}]
              expect: { outcome: attached, attachments: 1 }
            - name: a request to FCM
              payload: {"message": {"token": "t", "apns": {"payload": \(payload)}}}
              expect: { outcome: attached, shape: fcm-v1 }
            - name: wrong
              payload: \(payload)
              response: { status: 404 }
              expect: { outcome: attached, extension: gif, reason: null }
            """
        )
        let (output, end) = try await run("policy", "test", policy, cases)
        #expect(end == .exited(4))
        #expect(
            output == """
                ok      a page in place of a picture
                ok      an origin that is down
                ok      a redirect
                ok      a request to FCM
                FAILED  wrong
                        outcome is "plain", expected "attached"
                        extension is none, expected "gif"
                        reason is fetch.status, expected null
                5 cases, 1 failed

                """
        )
        let lines = try await run("policy", "test", "--json", policy, cases).output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first == #"{"name":"a page in place of a picture","passed":true}"#)
        #expect(lines.last?.contains(#""passed":false,"differences":["outcome is"#) == true)
    }

    @Test("Files without cases, or with mistakes, are usage errors", arguments: ["", "[]", "a: 1", "- payload: {}"])
    func unusable(_ text: String) async throws {
        let policy = try file("p.yaml", "schema: attache-policy/1\nname: p\nextends: apple\n")
        #expect(try await run("policy", "test", policy, try file("c.yaml", text)).end == .exited(2))
    }

    @Test("`policy schema` prints what `schema policy` prints")
    func schema() async throws {
        let first = try await run("policy", "schema")
        #expect(first.end == .exited(0))
        #expect(first.output == (try await run("schema", "policy")).output)
    }
}
