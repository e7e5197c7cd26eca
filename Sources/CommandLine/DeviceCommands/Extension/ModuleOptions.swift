import ArgumentParser
import AttacheCore
import ExtensionSources

/// The libraries that extensions import.
struct ModuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A pure Swift library that the extension imports: its name and the folder of its sources. Repeatable.",
            valueName: "name=folder"
        )
    )
    var module: [String] = []

    /// Reads the sources of all, each behind those that it imports, without the extensions at `paths`.
    func read(besides paths: [String]) throws(ConfigurationError) -> [SourceModule] {
        try SourceModule.read(module, besides: paths)
    }

    /// The folders, for a command that runs again after a change.
    var folders: [String] {
        module.compactMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init) }
    }
}
