import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheExtensionTesting
import DeviceCommands
import Dispatch

/// What the device program does for a command of `attache`.
protocol DeviceWork {
    func work() async throws
}

/// The commands of `attache` for which the device program has the work; `attache` has parsed them before.
private struct DeviceRoot: AsyncParsableCommand, DocumentedProgram {
    static let configuration = CommandConfiguration(
        commandName: "attache",
        subcommands: [DeliverCommand.self, CenterCommand.self]
    )
    static let productVersion = AttacheVersion.text
    static let relatedPages: [String] = []
    static let optionsCommand: String? = nil
    static let surroundings = ""
}

/// The entry point of the device program, which has Foundation.
public enum DeviceMain {
    /// Does the work of `attache deliver` and `attache center`, or plays a script; never returns.
    ///
    /// Not `async` itself: a helper process must have no other thread when it locks itself in.
    public static func run() -> Never {
        ProgramMain<DeviceRoot>.becomeHelperIfAsked()
        let names = DeviceRoot.configuration.subcommands.map { $0.configuration.commandName }
        guard names.contains(CommandLine.arguments.dropFirst().first) else { ScriptMain.run() }
        Task.detached {
            await ProgramMain<DeviceRoot>.main { command in
                guard let command = command as? any DeviceWork else {
                    throw SurroundingsError(sentence: "attache-play has no such command; use attache.")
                }
                try await command.work()
            }
        }
        // From here on this thread takes the signals, whatever mask the program inherited.
        dispatchMain()
    }
}
