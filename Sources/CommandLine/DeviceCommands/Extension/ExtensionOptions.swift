import ArgumentParser
import AttacheCore
import CommandSupport
import ExtensionSources

/// How the extension runs.
struct ExtensionOptions: ParsableArguments {
    /// The time in seconds after which a device calls the expiry callback.
    static let usualExpiry = 29.0

    @Option(name: .customLong("class"), help: ArgumentHelp("The extension's principal class.", valueName: "name"))
    var principalClass: String?

    @Option(help: ArgumentHelp("An app group, besides those in the sources. Repeatable.", valueName: "id"))
    var group: [String] = []

    @Option(help: ArgumentHelp("The language of the device, such as de.", valueName: "language"))
    var language: String?

    @Option(
        help: ArgumentHelp(
            "The app's texts for the keys of alerts: .strings, .stringsdict or .xcstrings. Repeatable.",
            valueName: "file"
        ),
        completion: .file(extensions: ["strings", "stringsdict", "xcstrings"])
    )
    var strings: [String] = []

    @Option(help: ArgumentHelp("Call the expiry callback after this many seconds.", valueName: "seconds"))
    var expiry = Self.usualExpiry

    @Option(help: ArgumentHelp("Deliver the original after this many seconds.", valueName: "seconds"))
    var cutOff = 30.0

    @Option(
        help: ArgumentHelp(
            "Keep the container in this folder instead of an empty one: files, preferences and app groups stay for the next "
                + "run.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var container: String?

    @Flag(help: "Start a new process for each payload.")
    var freshProcess = false

    @Flag(help: "Run it as an app with the entitlement to suppress notifications.")
    var filters = false

    /// Throws for times that are none.
    func check() throws(ConfigurationError) {
        let problems = [("--expiry", expiry), ("--cut-off", cutOff)].filter { !(0..<1e6).contains($0.1) }.map {
            "invalid \($0.0) \"\($0.1)\": use seconds from 0 to 999999, such as 2.5."
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        if let container, InputPaths.exists(container), !InputPaths.isDirectory(container) {
            throw ConfigurationError(problems: ["invalid --container \(container): it is a file; use a folder."])
        }
    }

    /// What reads the keys of alerts from the app's strings; `nil` without any.
    func localizer() throws(ConfigurationError) -> AlertLocalizer? {
        guard !strings.isEmpty else { return nil }
        return try AlertLocalizer(files: strings, locale: language ?? "en")
    }

    /// The arguments of the extension's program.
    func arguments(module: String, infoPlist: String?, sources: ExtensionSources) -> [String] {
        var arguments = ["--extension", module, "--expiry", "\(expiry)", "--cut-off", "\(cutOff)"]
        arguments += ExtensionRunner.arguments(infoPlist: infoPlist, sources: sources, groups: group)
        if let language { arguments += ["--language", language] }
        if let container { arguments += ["--container", container] }
        if freshProcess { arguments.append("--fresh-process") }
        if filters { arguments.append("--filters") }
        return arguments
    }
}
