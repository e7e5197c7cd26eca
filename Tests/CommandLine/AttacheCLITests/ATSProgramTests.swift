import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The diagnostics of the built program for ATS dictionaries, and the exit status of `ats`.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ATSProgramTests {
    private let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSAppTransportSecurity</key>
        <dict><key>NSExceptionAllowsLocalNetworking</key><true/></dict></dict></plist>
        """

    private func withFile(_ text: String, _ name: String, _ body: (String) async throws -> Void) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let file = directory.appending(path: name)
        try Data(text.utf8).write(to: file)
        try await body(file.path(percentEncoded: false))
    }

    @Test("An unknown key of the Info.plist is reported once", arguments: ["rewrite", "explain"])
    func warns(command: String) async throws {
        try await withFile(plist, "Info.plist") { file in
            let program = try PipedProgram([command, "--info-plist", file])
            program.write(#"{"aps":{"alert":"A","mutable-content":1}}"#)
            program.closeInput()
            #expect(await program.wait() == .exited(0))
            let standardError = await program.standardError
            let start = "attache: warning: \(file):3:12: NSAppTransportSecurity.NSExceptionAllowsLocalNetworking: "
            #expect(standardError.hasPrefix(start), "\(standardError)")
            #expect(standardError.split(separator: "\n").count == 1)
        }
    }

    @Test("`ats` warns too, and exits with 4 when the default connection fails")
    func diagnosis() async throws {
        try await withFile(plist, "Info.plist") { file in
            let program = try PipedProgram(["ats", "http://127.0.0.1:1/a.png", "--info-plist", file, "--json"])
            program.closeInput()
            let line = await program.readLine()
            #expect(line.hasPrefix(#"{"schema":"attache-ats/1","url":"http://127.0.0.1:1/a.png","host":"127.0.0.1","#))
            #expect(await program.wait() == .exited(4))
            #expect(await program.standardError.contains("NSExceptionAllowsLocalNetworking"))
        }
    }

    @Test("An invalid URL is a usage error")
    func usage() async throws {
        let program = try PipedProgram(["ats", "media.example.com"])
        #expect(await program.wait() == .exited(2))
    }

    @Test("`policy check` reports warnings and exits with 0, or with 4 on errors", arguments: [true, false])
    func policyCheck(isBroken: Bool) async throws {
        let policy = """
            schema: attache-policy/1
            name: mine
            extends: apple
            ats: { NSMadeUp: true }
            \(isBroken ? "colour: red" : "")
            """
        try await withFile(policy, "mine.yaml") { file in
            let program = try PipedProgram(["policy", "check", file])
            #expect(await program.wait() == .exited(isBroken ? 4 : 0))
            let standardError = await program.standardError
            #expect(standardError.contains("attache: warning: \(file):4:8: ats.NSMadeUp: "), "\(standardError)")
            #expect(standardError.contains("colour") == isBroken)
        }
    }
}
