import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import DeviceCommands
import Glibc
import NotificationCenterStore

/// What the device program does for a command of `attache center`.
protocol CenterWork: CenterSubcommand, DeviceWork {
    func work(in center: CenterAccess) throws -> CommandStatus
}

extension CenterWork {
    /// Resolves the options, opens the centre, delivers what is due, and works.
    func work() async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try options.resolve(environment: ProcessEnvironment.current)
            diagnostics = settings.diagnostics
            do {
                let store = try CenterLocation.open(settings)
                try store.deliverDue(at: UTCTime.now)
                return try work(in: CenterAccess(store: store, settings: settings, isJSON: options.json))
            } catch let error as CenterFailure {
                diagnostics.error(error.sentence)
                return .runtimeFault
            }
        }
    }
}

/// An open notification centre in a command.
struct CenterAccess {
    let store: NotificationStore
    let settings: RunSettings
    let isJSON: Bool

    var style: Style {
        Style(isColored: settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment))
    }

    var text: CenterText { CenterText(style: style, now: UTCTime.now) }

    /// Writes the output of the command.
    func write(_ text: String) throws(SurroundingsError) -> CommandStatus {
        try StandardOutput.write(text)
        return .success
    }

    /// Writes one JSON object and a line feed for each element.
    func write<Element>(_ elements: [Element], _ body: (Element, inout JSONWriter) -> Void) throws(SurroundingsError)
        -> CommandStatus
    {
        var writer = JSONWriter()
        for element in elements {
            body(element, &writer)
            writer.endLine()
        }
        try StandardOutput.write(writer.bytes)
        return .success
    }

    /// Reports a mistake of the command line.
    func usage(_ sentence: String) -> CommandStatus {
        settings.diagnostics.error(sentence)
        return .usage
    }
}

/// The place of the notification centre without `--center`.
enum CenterLocation {
    static func open(_ settings: RunSettings) throws(CenterFailure) -> NotificationStore {
        try NotificationStore(.file(settings.centerFile ?? standard(settings.environment)))
    }

    /// `$XDG_STATE_HOME/attache/center.sqlite`, or below `~/.local/state`, or in the current directory without a home.
    static func standard(_ environment: [String: String]) -> String {
        // https://specifications.freedesktop.org/basedir-spec/latest/: a relative path must be ignored.
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return "\(base)/attache/center.sqlite" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return "attache-center.sqlite" }
        return "\(home == "/" ? "" : home)/.local/state/attache/center.sqlite"
    }
}
