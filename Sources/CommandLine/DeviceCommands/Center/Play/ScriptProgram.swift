import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import NotificationCategories

/// The program that plays a script in a process of its own.
struct ScriptProgram: Sendable {
    /// 2027-01-15, 08:00 UTC: the time of a device with an empty centre, in milliseconds since 1970.
    private static let startTime = 1_800_000_000_000

    let program: String
    let arguments: [String]
    /// Variables of the service extension's process, besides those of this one.
    let variables: [String: String]
    /// The file of a centre; `nil` for an empty one.
    let center: String?
    let stop: InterruptSignal

    /// Plays a script; throws `SurroundingsError` when the program cannot run, and `CancellationError` after Ctrl-C.
    func play(_ script: Script) async throws -> PlayedScript {
        let temporary = try TemporaryDirectory()
        defer { temporary.remove() }
        var environment = ProcessEnvironment.current
        environment.merge(variables) { $1 }
        environment["TMPDIR"] = temporary.path
        // From the root, as the processes of extensions need it.
        environment["ATTACHE_CENTER"] = center.map(Paths.absolute) ?? "\(temporary.path)/center.sqlite"
        environment["ATTACHE_CENTER_CLOCK"] = "\(center == nil ? Self.startTime : WallTime.milliseconds)"
        // A crash is a result; a backtrace takes seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        // A copy: standard input is read once, and a name with dashes is no option.
        let copy = "\(temporary.path)/script"
        try ScratchFile.write(script.text, to: copy)
        let (command, variables) = ([program] + arguments + ["--name", script.file, copy], environment)
        let (end, output) = try await ExtensionBuild.onThread { () throws(SystemCallError) in
            try ToolProcess.run(command, environment: variables, until: stop)
        }
        if stop.isRequested { throw CancellationError() }
        let steps = output.split(separator: UInt8(ascii: "\n")).compactMap { PlayedStep($0) }
        return PlayedScript(script: script, steps: steps + (try lastStep(of: script, behind: steps, end)))
    }

    /// Returns the step in which the program ended too early; none when it reported its last step.
    private func lastStep(
        of script: Script,
        behind steps: [PlayedStep],
        _ end: ProcessEnd?
    ) throws(SurroundingsError) -> [PlayedStep] {
        if steps.last?.isPassed == false { return [] }
        let sentence: String
        switch end {
        case .exited(0) where steps.count == script.steps.count: return []
        // It found a file unusable, or did not start.
        case .exited(2) where steps.isEmpty, .exited(126) where steps.isEmpty, .exited(127) where steps.isEmpty, nil:
            throw SurroundingsError(sentence: "\(program) failed: \(end.map { "\($0)" } ?? "an unknown end").")
        case .exited(let status):
            sentence = "the program ended early with status \(status); an extension must not call exit"
        case .signalled(let signal):
            sentence = "the program ended early with \(ProcessEnd.signalled(signal)); its message is above"
        }
        guard steps.count < script.steps.count else {
            throw SurroundingsError(sentence: "The program of the script failed after its last step: \(sentence).")
        }
        let step = script.steps[steps.count]
        return [PlayedStep(failed: step, sentence, time: steps.last?.milliseconds ?? 0)]
    }
}
