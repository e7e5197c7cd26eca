import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// The built program as a process: signals, streams and exit status.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ProgramTests {
    private static let payload = #"{"aps":{"alert":"Hello","mutable-content":1}}"# + "\n"

    @Test(arguments: StopSignalKind.allCases)
    func signalWhileAwaitingInputExitsWithFive(_ signal: StopSignalKind) async throws {
        let program = try PipedProgram(["rewrite", "--ndjson", "--emit", "payload"])
        program.write(Self.payload)
        #expect(await program.readLine() == Self.payload)
        program.send(signal.number)
        #expect(await program.wait() == .exited(5))
    }

    @Test func partialLineAtSignalIsNotProcessed() async throws {
        let program = try PipedProgram(["rewrite", "--ndjson", "--emit", "payload"])
        program.write(Self.payload + #"{"aps":"#)
        #expect(await program.readLine() == Self.payload)
        program.send(StopSignalKind.interrupt.number)
        #expect(await program.wait() == .exited(5))
        #expect(await program.readLine() == "")
        #expect(await program.standardError == "")
    }

    @Test(arguments: StopSignalKind.allCases)
    func secondSignalExitsImmediately(_ signal: StopSignalKind) async throws {
        // Parallel tests may delay the program for longer than the default payload and stall timeouts.
        let photo = SampleMedia.photoPNG.bytes
        let dripping = Behaviour.slow(photo, type: "image/png", byteCount: 1, interval: .seconds(1))
        let origin = try LoopbackOrigin.start(routes: ["/a.png": dripping])
        defer { origin.stop() }
        let program = try PipedProgram([
            "rewrite", "--deadline", "600s", "--allow-address", "127.0.0.0/8:\(origin.port)",
        ])
        program.write(
            #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"http://127.0.0.1:\#(origin.port)/a.png"}"#
        )
        program.closeInput()
        try await waitUntil { !origin.requests.isEmpty }
        // Sends without end, since two signals that arrive before the first is handled count as one.
        let end = await program.wait(sending: signal.number)
        #expect(end == .exited(128 + signal.number))
    }

    @Test func signalAfterLastInputLetsItemsFinish() async throws {
        let origin = try LoopbackOrigin.start(routes: ["/a.png": .silent])
        defer { origin.stop() }
        let program = try PipedProgram([
            "rewrite", "--emit", "payload", "--deadline", "1500ms", "--allow-address", "127.0.0.0/8:\(origin.port)",
        ])
        program.write(
            #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"http://127.0.0.1:\#(origin.port)/a.png"}"#
        )
        program.closeInput()
        try await waitUntil { !origin.requests.isEmpty }
        program.send(StopSignalKind.terminate.number)
        #expect(await program.readLine() == Self.payload)
        #expect(await program.wait() == .exited(0))
    }

    @Test(arguments: [["rewrite", "--nonsense"], ["rewrite", "--emit", "nonsense"], ["nonsense"], ["batch"]])
    func invalidArgumentsAreUsageErrors(_ arguments: [String]) async throws {
        let program = try PipedProgram(arguments)
        program.closeInput()
        #expect(await program.wait() == .exited(2))
        let line = arguments == ["nonsense"] ? "attache: Unknown command" : "Usage: attache"
        #expect(await program.standardError.contains(line))
    }

    @Test func closedOutputIsQuietAndStopsReading() async throws {
        let program = try PipedProgram(["rewrite", "--ndjson", "--emit", "payload"])
        program.write(Self.payload)
        #expect(await program.readLine() == Self.payload)
        program.closeOutput()
        // Many lines, since a child process that another test is starting may hold the output open for a moment.
        let written = program.write(1_000_000) { _ in Self.payload }
        #expect(await program.wait() == .exited(0))
        #expect(await program.standardError == "")
        #expect(written.withLock { $0 } < 1_000_000)
    }

    @Test func fullDiskIsReportedAsFault() async throws {
        let program = try PipedProgram(["rewrite"], output: "/dev/full")
        program.write(Self.payload)
        program.closeInput()
        #expect(await program.wait() == .exited(1))
        let sentence = GoldenMessages["output.cannot-be-written", ["cause": "No space left on device"]]
        #expect(await program.standardError == "attache: \(sentence)\n")
    }

    @Test func portInUseIsReportedWithRemedy() async throws {
        let origin = try LoopbackOrigin.start(routes: [:])
        defer { origin.stop() }
        let program = try PipedProgram(["demo", "--port", "\(origin.port)"])
        program.closeInput()
        #expect(await program.wait() == .exited(1))
        let values = ["port": "\(origin.port)", "cause": "Address already in use"]
        #expect(await program.standardError == "attache: \(GoldenMessages["demo.port-in-use", values])\n")
    }
}
