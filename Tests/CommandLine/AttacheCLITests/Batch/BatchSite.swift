import AttacheSystem
import AttacheTesting
import Glibc
import LoopbackOrigin

/// An origin, a scratch directory and the program between them.
final class BatchSite {
    let scratch: BatchScratch
    let origin: LoopbackOrigin
    /// Holds back the responses for `held`; one that waits ten seconds is asked for again.
    let gate = AnswerGate()

    init() throws {
        scratch = try BatchScratch()
        let held = gate
        origin = try LoopbackOrigin.start { request in
            if request.path.hasPrefix("/held") { held.pass() }
            if request.path.hasPrefix("/missing") { return .status(404) }
            // This runs on the connection's own thread.
            if request.path.hasPrefix("/slow") { usleep(10_000) }
            return .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }
    }

    deinit {
        gate.open()
        origin.stop()
    }

    /// A payload with the URL of media on this origin.
    func payload(_ path: String) -> String {
        #"{"aps":{"alert":"\#(path)","mutable-content":1},"media_url":"http://127.0.0.1:\#(origin.port)/\#(path).png"}"#
    }

    /// The arguments of a batch from `in` to `out`, both below the scratch directory.
    func arguments(_ inputs: [String] = ["in"], out: String = "out", _ options: [String] = []) -> [String] {
        let paths = inputs.map { $0 == "-" ? $0 : "\(scratch.path)/\($0)" }
        let output = out.hasPrefix("/") ? out : "\(scratch.path)/\(out)"
        return ["batch"] + paths + [
            "--out", output, "--store", scratch.path + "/store", "--deadline", "600s", "--progress", "off",
            "--allow-address", "127.0.0.0/8:\(origin.port)",
        ] + options
    }

    /// Runs the program until it exits.
    func run(_ arguments: [String], input: String = "") async throws -> (end: ProgramEnd, standardError: String) {
        let program = try PipedProgram(arguments)
        if !input.isEmpty { program.write(input) }
        program.closeInput()
        let end = await program.wait()
        return (end, await program.standardError)
    }

    /// Runs the program until the origin has a number of requests, sends it a signal, and lets the responses go that are
    /// held back once the program says that it finishes what it has begun.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - count: The number of requests.
    ///   - signal: The signal.
    /// - Returns: The exit status, or the negative number of the signal that ended it, and standard error.
    /// - Throws: `SystemCallError` when the program does not start, and `CancellationError`.
    func stop(
        _ arguments: [String],
        after count: Int,
        by signal: Int32
    ) async throws -> (status: Int32, standardError: String) {
        let program = try ChildProcess(PipedProgram.path, arguments, errors: "\(scratch.path)/errors")
        try await waitUntil { program.isOver || origin.requestCount >= count }
        program.send(signal)
        try await waitUntil { program.isOver || scratch.read("errors").contains("finishing ") }
        gate.open()
        return (await program.wait(), scratch.read("errors"))
    }

    /// Runs shell commands in the scratch directory.
    ///
    /// - Returns: Whether all commands succeeded.
    func shell(_ commands: String) async throws -> Bool {
        try await ChildProcess("/bin/sh", ["-e", "-c", commands], in: scratch.path).wait() == 0
    }

    /// The outcome in each line of an output.
    func outcomes(_ name: String) -> [String] {
        scratch.read(name).split(separator: "\n").map { line in
            line.firstMatch(of: /"outcome":"([a-z]+)"/).map { String($0.1) } ?? String(line.prefix(60))
        }
    }
}
