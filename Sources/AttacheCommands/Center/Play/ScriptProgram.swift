import AttacheCommandLine
import AttacheCore
import AttacheSystem
import ExtensionSources
import Glibc
import NotificationCenterStore
import NotificationScripts

/// The program that plays a script in a process of its own.
struct ScriptProgram: Sendable {
    /// The name of the program without extensions.
    static let name = "attache-play"
    /// The status of a program that ended itself, since a step took too long.
    private static let overtimeStatus: Int32 = 5
    /// 2027-01-15, 08:00 UTC: the time of a device with an empty centre, in milliseconds since 1970.
    private static let startTime = 1_800_000_000_000

    let program: String
    let arguments: [String]
    /// The file of a centre; `nil` for an empty one.
    let center: String?
    let stop: InterruptSignal

    /// The program without extensions: beside this program, or where packages install it; `nil` without one.
    static func find() -> String? {
        let own = ExtensionSources.absolute("/proc/self/exe")
        let directory = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? ""
        let places = ["\(directory)/\(name)", "\(directory)/../libexec/attache/\(name)"]
        return places.first { unsafe access($0, X_OK) == 0 }
    }

    /// Plays a script; throws `SurroundingsError` when the program cannot run, and `CancellationError` after Ctrl-C.
    func play(_ script: Script) async throws -> PlayedScript {
        let temporary = try TemporaryDirectory()
        defer { temporary.remove() }
        var environment = ProcessEnvironment.current
        environment["TMPDIR"] = temporary.path
        environment["ATTACHE_CENTER"] = center.map(Self.absolute) ?? "\(temporary.path)/center.sqlite"
        environment["ATTACHE_CENTER_CLOCK"] = "\(center == nil ? Self.startTime : UTCTime.now)"
        // A crash is a result; a backtrace takes seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let (command, variables) = ([program] + arguments + [script.file], environment)
        let (end, output) = try await ExtensionBuild.onThread { () throws(SystemCallError) in
            try ToolProcess.run(command, environment: variables, until: stop)
        }
        if stop.isRequested { throw CancellationError() }
        var steps = output.split(separator: UInt8(ascii: "\n")).compactMap { PlayedStep($0) }
        switch end {
        case .exited(0), .exited(4): break
        case .exited(Self.overtimeStatus):
            try Self.fail("the extension does not return; let it return at once", script, &steps)
        case .signalled:
            let cause = end.map { "\($0)" } ?? "an unknown end"
            try Self.fail("the content extension ended with \(cause); its message is above", script, &steps)
        default:
            throw SurroundingsError(sentence: "\(program) failed: \(end.map { "\($0)" } ?? "an unknown end").")
        }
        return PlayedScript(script: script, steps: steps)
    }

    /// Adds the step in which the program ended.
    private static func fail(_ sentence: String, _ script: Script, _ steps: inout [PlayedStep]) throws {
        guard steps.count < script.steps.count else {
            throw SurroundingsError(sentence: "The program of the script failed after its last step: \(sentence).")
        }
        steps.append(PlayedStep(failed: script.steps[steps.count], sentence, time: steps.last?.milliseconds ?? 0))
    }

    /// The path from the root, which the processes of extensions need.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        // Unsafe, and right: the C library allocated the text for this caller.
        defer { unsafe free(folder) }
        return unsafe "\(String(cString: folder))/\(path)"
    }
}
