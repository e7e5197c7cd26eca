import Foundation
import PackagePlugin

/// Writes one file into the target of an extension, which makes Apple's names visible in all of its files.
///
/// A declaration of a module hides every imported one of the same name, and what one file of a module re-exports is
/// visible in the others; so the sources of the extension stay as they are, with or without imports.
@main
struct ExtensionPrelude: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard target is SourceModuleTarget else { return [] }
        let modules = Set(target.recursiveTargetDependencies.map(\.name))
        let text = Prelude.text(modules: modules)
        let template = context.pluginWorkDirectoryURL.appending(path: "Prelude.txt")
        let output = context.pluginWorkDirectoryURL.appending(path: "ExtensionPrelude.swift")
        // A file with the same text keeps its date, and the target is not compiled again.
        if (try? String(contentsOf: template, encoding: .utf8)) != text {
            try text.write(to: template, atomically: true, encoding: .utf8)
        }
        return [
            .buildCommand(
                displayName: "Writing the prelude of \(target.name)",
                executable: URL(filePath: "/bin/cp"),
                arguments: [template.path(percentEncoded: false), output.path(percentEncoded: false)],
                inputFiles: [template],
                outputFiles: [output]
            )
        ]
    }
}
