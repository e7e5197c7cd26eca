import AttacheTesting
import Foundation

/// The built `attache`, run as a user would.
struct AttacheProgram {
    /// The result of a run.
    struct Ending {
        let status: Int32
        /// The lines of standard output.
        let lines: [String]
        let errors: String
        /// The maximum resident memory, in bytes.
        let peakByteCount: Int
    }

    /// A run in progress.
    struct Running {
        let child: ChildProcess
        fileprivate let output: String
        fileprivate let errors: String

        /// Waits until the program exits.
        func ending() async throws -> Ending {
            let (status, peakByteCount) = await child.waitMeasuringMemory()
            return Ending(
                status: status,
                lines: try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init),
                errors: try String(contentsOfFile: errors, encoding: .utf8),
                peakByteCount: peakByteCount
            )
        }
    }

    let scene: HostileScene
    /// Arguments before the program's own, such as those of `env`.
    var before: [String] = []

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments; the store is the scene's.
    ///   - input: The file for its standard input.
    /// - Returns: The run.
    /// - Throws: `SystemCallError` when the program does not start.
    func start(_ arguments: [String], input: String? = nil) throws -> Running {
        let name = UUID().uuidString
        let (output, errors) = ("\(scene.directory)/\(name).out", "\(scene.directory)/\(name).err")
        let words = before + [Self.path] + arguments
        let child = try ChildProcess(
            "/usr/bin/env",
            ["ATTACHE_STORE=\(scene.store)", "ATTACHE_DEADLINE=300s"] + words,
            in: scene.directory,
            input: input,
            output: output,
            errors: errors
        )
        return Running(child: child, output: output, errors: errors)
    }

    /// Runs the program until it exits.
    func run(_ arguments: [String], input: String? = nil) async throws -> Ending {
        try await start(arguments, input: input).ending()
    }

    /// The program is built into the directory of the tests.
    private static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "attache").path(percentEncoded: false)
    }()
}
