import AttacheCore
import AttacheSystem
import Glibc
import NotificationCategories
import PolicyFiles
public import UserNotificationsUI

/// The main of the program with which `attache center play` plays a script.
///
/// The centre is that of the variable `ATTACHE_CENTER`. Each step is a line of JSON on standard output.
public enum ScriptMain {
    /// Plays the script that the arguments name; never returns.
    ///
    /// - Parameters:
    ///   - services: What makes an instance of each service extension, by name; it runs in a process of its own.
    ///   - views: What makes a view controller of each content extension, by name.
    public static func run(
        services: [String: @Sendable () -> UNNotificationServiceExtension] = [:],
        views: [String: @MainActor @Sendable () -> any NotificationContentController] = [:]
    ) -> Never {
        // The service extension's process is this program, too.
        if ExtensionMain.isExtensionProcess { ExtensionMain.run(services) }
        // What extensions print does not belong between the lines of steps.
        let output = FileDescriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let arguments = ScriptArguments(Array(CommandLine.arguments.dropFirst()))
        Task { @MainActor in
            let player = ScriptPlayer(arguments, output)
            exit(await player.play(services: services, views: views))
        }
        ExtensionMain.serveMain()
    }
}

/// The arguments that `attache center play` gives.
struct ScriptArguments: Sendable {
    private(set) var script = ""
    private(set) var categories: String?
    private(set) var language: String?
    private(set) var service: String?
    private(set) var serviceInfoPlist: String?
    private(set) var groups: [String] = []
    /// The files of the service extension's bundle.
    private(set) var resources: [String] = []
    /// The content extensions with the path of the Info.plist, in order.
    private(set) var views: [(name: String, infoPlist: String)] = []
    /// The name of the script in messages, to which its paths are relative; `nil` for its own.
    private(set) var name: String?
    /// The real time in seconds in which a step must end, or one of the deliveries in it.
    private(set) var stepLimit = 60.0

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                script = word
                continue
            }
            guard let value = rest.popFirst() else { break }
            switch word {
            case "--name": name = value
            case "--categories": categories = value
            case "--language": language = value
            case "--service": service = value
            case "--info-plist": serviceInfoPlist = value
            case "--group": groups.append(value)
            case "--resource": resources.append(value)
            case "--view": if let path = rest.popFirst() { views.append((value, path)) }
            case "--step-limit": stepLimit = Double(value).flatMap { (0.1...3600).contains($0) ? $0 : nil } ?? stepLimit
            default: break
            }
        }
    }
}

/// Plays a script and writes a line for each step.
@MainActor
struct ScriptPlayer {
    private nonisolated static let failedStatus: Int32 = 4

    private let arguments: ScriptArguments
    private let output: FileDescriptor

    init(_ arguments: ScriptArguments, _ output: FileDescriptor) {
        self.arguments = arguments
        self.output = output
    }

    /// Plays, and returns the exit status: 4 for a step that failed, 2 for unusable files.
    func play(
        services: [String: @Sendable () -> UNNotificationServiceExtension],
        views: [String: @MainActor @Sendable () -> any NotificationContentController]
    ) async -> Int32 {
        let center = UNUserNotificationCenter.current()
        let host = arguments.service.map { name in
            var program = ExtensionProgram(executable: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath())
            program.name = name
            program.infoPlist = arguments.serviceInfoPlist.map { URL(fileURLWithPath: $0) }
            program.appGroups = arguments.groups
            program.resources = arguments.resources.map { URL(fileURLWithPath: $0) }
            program.language = arguments.language
            return ExtensionHost(program: program, center: center)
        }
        let contents = arguments.views.compactMap { view in
            views[view.name].map { make in ContentExtension(infoPlist: view.infoPlist, make()) }
        }
        let device = NotificationScript(extensions: contents, service: host, center: center, start: center.present)
        let file = ScriptFile(reading: arguments.script, named: arguments.name)
        guard let script = file.script else { return report(file.problems.map(\.sentence)) }
        if let path = arguments.categories ?? script.categories {
            do {
                try device.registerCategories(path, language: arguments.language ?? script.language)
            } catch {
                return report(["\(error)"])
            }
        }
        let limit = StepLimit(script.steps, limit: .milliseconds(Int(arguments.stepLimit * 1000)))
        device.onActivity = { limit.note($0) }
        do {
            try limit.watch { [output] report in
                _ = FileDescriptor.writeAll(report.line, to: output.number)
                // Not `exit`: what the extension registered for the end could block, too.
                _exit(Self.failedStatus)
            }
        } catch {
            return report(["\(error)"])
        }
        let isPlayed = await device.play(script) { report in
            limit.end(report)
            _ = FileDescriptor.writeAll(report.line, to: output.number)
        }
        await host?.end()
        return isPlayed ? 0 : Self.failedStatus
    }

    private func report(_ sentences: [String]) -> Int32 {
        _ = FileDescriptor.writeAll(Array((sentences.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO)
        return 2
    }
}
