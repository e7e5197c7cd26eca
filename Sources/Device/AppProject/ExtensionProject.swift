package import ExtensionSources
import PolicyFiles

/// The project around the sources of a service extension, for a check that is given those alone.
package enum ExtensionProject {
    /// The folders above the sources in which a project is looked for.
    private static let levelLimit = 4

    /// The findings of `app check` that concern the code of the extension and the iOS that it needs.
    package static func findings(of sources: ExtensionSources) -> [SourceFinding] {
        var findings = AppFindings()
        ServiceSourceRules.checkCode(sources.files, isComplete: true, &findings)
        let paths = sources.files.map { ExtensionSources.absolute($0.path) }
        guard let first = paths.first else { return findings.finished }
        var parts = first.split(separator: "/").dropLast().map(String.init)
        for _ in 0..<levelLimit where !parts.isEmpty {
            let folder = "/" + parts.joined(separator: "/")
            let projects = ExtensionSources.names(in: folder).filter { $0.hasSuffix(".xcodeproj") }.sorted()
            if !projects.isEmpty, let files = ProjectFiles(folder) {
                let inner = Set(paths.compactMap { files.join("", $0) })
                for name in projects { checkDeployment(name, files, inner, &findings) }
                break
            }
            parts.removeLast()
        }
        return findings.finished
    }

    /// Compares the iOS of the extensions that have one of the sources with that of the apps that embed them.
    private static func checkDeployment(
        _ name: String,
        _ files: ProjectFiles,
        _ paths: Set<String>,
        _ findings: inout AppFindings
    ) {
        guard let project = try? XcodeProject(name, in: files) else { return }
        for target in project.targets where target.isExtension && !paths.isDisjoint(with: target.sources.paths) {
            for app in project.targets where app.isApp && app.embedded.contains(where: { $0.id == target.product }) {
                let configurations = app.configurations
                for configuration in configurations {
                    findings.enter(configuration, of: configurations)
                    ProductRules(app: Product(app, configuration: configuration))
                        .checkDeploymentTarget(Product(target, configuration: configuration), &findings)
                }
            }
        }
    }
}
