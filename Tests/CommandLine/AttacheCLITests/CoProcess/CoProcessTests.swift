import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// `attache rewrite` as a long-running co-process: one line in, one line out.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CoProcessTests {
    private static let plain = #"{"aps":{"alert":"Hello"}}"#

    private func start(_ origin: LoopbackOrigin?, _ more: String...) throws -> PipedProgram {
        let address = origin.map { ["--allow-address", "127.0.0.0/8:\($0.port)"] } ?? []
        let arguments = ["rewrite", "--ndjson", "--unordered", "--id-from", "$.id", "--emit", "payload"]
        return try PipedProgram(arguments + address + more)
    }

    private func media(_ path: String, _ origin: LoopbackOrigin, id: String) -> String {
        #"{"id":\#(id),"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url(path))"}"# + "\n"
    }

    @Test func eachLineIsAnsweredBeforeNextIsWritten() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let program = try start(origin, "--policy", "hive")
        for number in 1...20 {
            let line = media("/\(number).png", origin, id: "\(number)")
            program.write(line)
            let answer = await program.readLine()
            #expect(answer == #"{"id":\#(number),"outcome":"attached","payload":\#(line.dropLast())}"# + "\n")
        }
        program.closeInput()
        #expect(await program.wait() == .exited(0))
        #expect(await program.standardError == "")
    }

    @Test func slowOriginDoesNotDelayOtherLines() async throws {
        // One byte per second, so that the transfer never counts as stalled.
        let drip = Behaviour.slow(SampleMedia.photoPNG.bytes, type: "image/png", byteCount: 1, interval: .seconds(1))
        let origin = try LoopbackOrigin.start { _ in drip }
        defer { origin.stop() }
        // Parallel tests may delay the program for longer than the default time of a payload.
        let program = try start(origin, "--policy", "hive", "--deadline", "600s")
        program.write(media("/slow.png", origin, id: "0"))
        try await waitUntil { !origin.requests.isEmpty }
        for number in 1...5 {
            program.write(#"{"id":\#(number),"payload":\#(Self.plain)}"# + "\n")
            let answer = await program.readLine()
            #expect(answer == #"{"id":\#(number),"outcome":"untouched","payload":\#(Self.plain)}"# + "\n")
        }
        // The slow line is not waited for.
        _ = await program.wait(sending: StopSignalKind.terminate.number)
    }

    @Test func eachLineHasItsOwnTimeout() async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        let program = try start(origin, "--policy", "hive", "--jobs", "1", "--deadline", "600s", "--emit", "report")
        let lines = (1...4).map { number in
            let payload = media("/slow\(number).png", origin, id: "0").dropLast()
            return #"{"id":\#(number),"deadline_ms":1000,"payload":\#(payload)}"# + "\n"
        }
        program.write(lines.joined())
        for _ in lines {
            let answer = await program.readLine()
            #expect(answer.contains(#""code":"fetch.deadline""#), "\(answer)")
        }
        // The lines wait for each other while their time runs: when the first times out, so do the others.
        #expect(origin.requestCount <= 1)
        program.closeInput()
        #expect(await program.wait() == .exited(0))
    }

    @Test func payloadWithoutIdentifierIsMatchedByLine() async throws {
        let program = try start(nil)
        program.write("{\n")
        #expect(await program.readLine() == #"{"source":"stdin#1","outcome":"rejected","payload":null}"# + "\n")
        program.write(#"{"id":{},"aps":{"alert":"Hello"}}"# + "\n")
        #expect(await program.readLine().hasPrefix(#"{"source":"stdin#2","outcome":"untouched","payload":{"id":{}"#))
        program.write(#"{"id":"r"}"# + "\n")
        #expect(await program.readLine() == #"{"id":"r","outcome":"rejected","payload":null}"# + "\n")
        program.closeInput()
        #expect(await program.wait() == .exited(3))
    }

    @Test func blockedOutputPausesReading() async throws {
        let program = try start(nil)
        let lineCount = 4_000
        let payload = #"{"aps":{"alert":"\#(String(repeating: "x", count: 1000))"}}"#
        let written = program.write(lineCount) { #"{"id":\#($0),"payload":\#(payload)}"# + "\n" }
        // Reads nothing until the program, which has answered some lines, neither reads nor writes any more: for a number of
        // looks it has done nothing, and all its threads have waited.
        var (last, calmCount) = ([-1, -1], 0)
        try await waitUntil {
            let now = [written.withLock { $0 }, program.unreadByteCount]
            defer { last = now }
            if now[0] == lineCount { return true }
            calmCount = now == last && now[1] > 0 && program.isAsleep ? calmCount + 1 : 0
            return calmCount == 50
        }
        #expect(written.withLock { $0 } < lineCount)
        let lines = await program.readRest().split(separator: UInt8(ascii: "\n"))
        let names = Set(lines.map { $0.prefix { $0 != UInt8(ascii: ",") } })
        #expect(lines.count == lineCount)
        #expect(names.count == lineCount)
        #expect(await program.wait() == .exited(0))
    }

    @Test(arguments: [
        (["--id-from", "$.id["], "--id-from: invalid path \"$.id[\" (the path ends after \"[\", at column 6)"),
        (["--verdict-lifetime", "60x"], "The value '60x' is invalid for '--verdict-lifetime"),
    ])
    func invalidOptionIsReported(_ arguments: [String], problem: String) async throws {
        let program = try PipedProgram(["rewrite", "--ndjson"] + arguments)
        program.closeInput()
        #expect(await program.wait() == .exited(2))
        #expect(await program.standardError.contains(problem))
    }
}
