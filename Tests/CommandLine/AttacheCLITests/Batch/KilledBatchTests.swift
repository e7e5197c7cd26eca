import AttacheSystem
import AttacheTesting
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// A run that is killed repeatedly.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct KilledBatchTests {
    private static let jobs = 16
    private static let kills = 20

    /// An origin with fast and slow media, so that results complete out of order, and with missing media.
    private static func origin(_ gate: AnswerGate) throws -> LoopbackOrigin {
        try LoopbackOrigin.start { request in
            gate.pass()
            let number = request.path.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFF
            let answer =
                number < 16 ? Behaviour.status(404) : .file(SampleMedia.photoPNG.bytes, type: "image/png")
            return Behaviour(steps: [.wait(.microseconds(2_000 + number * 150))] + answer.steps)
        }
    }

    private static func payload(_ path: String, port: Int) -> String {
        #"{"aps":{"alert":"\#(path)","mutable-content":1},"media_url":"http://127.0.0.1:\#(port)/\#(path).png"}"#
    }

    /// Writes files with one payload and a file with many; each payload has its own media URL.
    private static func writeInputs(to scratch: BatchScratch, port: Int) throws -> Int {
        for index in 0..<100 {
            try scratch.write(payload("one-\(index)", port: port), to: "in/values/\(index % 7)/\(index).json")
        }
        for file in 0..<4 {
            let lines = (0..<100).map { payload("line-\(file)-\($0)", port: port) + "\n" }
            try scratch.write(lines.joined(), to: "in/lines-\(file).ndjson")
        }
        return 100 + 4 * 100
    }

    private static func arguments(_ scratch: BatchScratch, out: String, store: String, port: Int) -> [String] {
        [
            "batch", scratch.path + "/in", "--out", scratch.path + "/" + out, "--store", scratch.path + "/" + store,
            // Without a media index on disk, so that only the ledger prevents repeated requests.
            "--cache", "run", "--progress", "off", "--jobs", "\(jobs)", "--per-host", "16", "--deadline", "600s",
            "--allow-address",
            "127.0.0.0/8:\(port)",
        ]
    }

    @Test func runKilledTwentyTimesMatchesUninterruptedRun() async throws {
        let gate = AnswerGate()
        let origin = try Self.origin(gate)
        defer {
            gate.open()
            origin.stop()
        }
        let scratch = try BatchScratch()
        let items = try Self.writeInputs(to: scratch, port: origin.port)

        let arguments = Self.arguments(scratch, out: "killed", store: "store-1", port: origin.port)
        var random = SystemRandomNumberGenerator()
        var killed = 0
        for _ in 0..<Self.kills {
            // Kills after a number of requests, and after a delay, so that kills do not coincide with requests. No more of
            // them are answered, so that a fast machine has done as much at the kill as a slow one.
            let count = Int.random(in: 0...40, using: &random)
            gate.release(next: count)
            let goal = origin.requestCount + count
            let program = try PipedProgram(arguments)
            let delay = UInt32.random(in: 0...20_000, using: &random)
            let end = await program.end(killedAfter: delay) { origin.requestCount >= goal }
            if end == .killed(signal: SIGKILL) { killed += 1 }
            let visible = try scratch.results(in: "killed", store: "store-1")
            #expect(visible.values.allSatisfy { $0.hasSuffix("}\n") }, "A half-written file is visible.")
        }
        gate.open()
        let last = try PipedProgram(arguments)
        #expect(await last.wait() == .exited(0))
        #expect(await last.standardError == "")
        // The run cannot have finished before.
        #expect(killed >= items / 41)
        let asked = origin.requestCount
        #expect(asked <= items + killed * Self.jobs)
        #expect(asked >= items)

        let again = try PipedProgram(arguments)
        #expect(await again.wait() == .exited(0))
        #expect(origin.requestCount == asked, "A finished run sent requests again.")

        let calm = try PipedProgram(Self.arguments(scratch, out: "calm", store: "store-2", port: origin.port))
        #expect(await calm.wait() == .exited(0))
        let expected = try scratch.results(in: "calm", store: "store-2")
        let found = try scratch.results(in: "killed", store: "store-1")
        #expect(expected.count == 104)
        #expect(Set(found.keys) == Set(expected.keys))
        for (name, text) in expected where found[name] != text {
            Issue.record("\(name) differs: \(found[name]?.prefix(300) ?? "missing") instead of \(text.prefix(300))")
        }
    }

    /// Lines with known media are committed in blocks.
    @Test func runOfKnownLinesKilledTwelveTimesMatchesUninterruptedRun() async throws {
        // Some lines are held back, each until the run has been killed before its answer.
        let answered = Locked(0)
        let origin = try LoopbackOrigin.start { request in
            if request.path.hasPrefix("/held-"), let number = Int(request.path.filter(\.isNumber)) {
                while answered.withLock({ $0 }) <= number { usleep(1000) }
            }
            return .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }
        defer {
            answered.withLock { $0 = .max }
            origin.stop()
        }
        let scratch = try BatchScratch()
        let count = 10_000
        var text = ""
        for number in 0..<count {
            // A few lines that no block contains.
            let path = number % 769 == 300 ? "held-\(number / 769)" : "\(number % 20)"
            text += number % 997 == 500 ? "{}\n" : Self.payload(path, port: origin.port) + "\n"
            if number % 1499 == 700 { text += "\n" }
        }
        try scratch.write(text, to: "in/lines.ndjson")
        func arguments(_ out: String) -> [String] {
            let report = "json=\(scratch.path)/\(out).json"
            return Self.arguments(scratch, out: out, store: "store", port: origin.port)
                + ["--emit", "payload", "--report", report]
        }

        var random = SystemRandomNumberGenerator()
        var killed = 0
        for number in 0..<12 {
            answered.withLock { $0 = number }
            // A run before may have asked for it too.
            let path = "/held-\(number).png"
            let before = origin.requests.count { $0.path == path }
            let program = try PipedProgram(arguments("killed"))
            let end = await program.end(killedAfter: UInt32.random(in: 0...20_000, using: &random)) {
                origin.requests.count { $0.path == path } > before
            }
            if end == .killed(signal: SIGKILL) { killed += 1 }
        }
        #expect(killed == 12)
        answered.withLock { $0 = .max }
        for out in ["killed", "calm"] {
            let program = try PipedProgram(arguments(out))
            #expect(await program.wait() == .exited(3))
        }
        #expect(scratch.read("killed/lines.ndjson") == scratch.read("calm/lines.ndjson"))
        let rejected = (0..<count).count { $0 % 997 == 500 }
        let expected = ["attached": count - rejected, "rejected": rejected, "listed": count]
        for out in ["killed", "calm"] {
            #expect(try scratch.outcomes(ofReport: "\(out).json").filter { $0.value > 0 } == expected)
        }
    }
}
