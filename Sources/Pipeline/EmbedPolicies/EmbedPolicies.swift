import Foundation
import PackagePlugin

/// Compiles the texts of the policy files in the package's `policies` directory into the target it is applied to.
@main
struct EmbedPolicies: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let directory = context.package.directoryURL.appending(path: "policies", directoryHint: .isDirectory)
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { ["yaml", "yml"].contains($0.pathExtension) && !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        // Only builds of packages set it: in development each commit would compile the target again.
        let commit = ProcessInfo.processInfo.environment["ATTACHE_COMMIT"] ?? ""
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) policies",
                executable: try context.tool(named: "PolicyEmbedder").url,
                arguments: [output.path(percentEncoded: false), commit] + files.map { $0.path(percentEncoded: false) },
                inputFiles: files,
                outputFiles: [output]
            )
        ]
    }
}
