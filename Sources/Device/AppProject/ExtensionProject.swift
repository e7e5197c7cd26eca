import AttacheSystem
package import ExtensionSources
import PolicyFiles

/// The project around the sources of a service extension, for a check that is given those alone.
package enum ExtensionProject {
    /// The folders above the sources in which a project is looked for.
    private static let levelLimit = 4

    /// The number of files that a finding names.
    private static let nameLimit = 8

    /// The findings of `app check` that concern the code of the extension and the iOS that it needs, and the files of its
    /// target that are not among the sources.
    package static func findings(of sources: ExtensionSources) -> [SourceFinding] {
        var findings = AppFindings()
        ServiceSourceRules.checkCode(sources.files, isComplete: true, &findings)
        let paths = sources.files.map { ExtensionSources.absolute($0.path) }
        guard let first = paths.first else { return findings.finished }
        var others: [SourceFinding] = []
        var parts = first.split(separator: "/").dropLast().map(String.init)
        for _ in 0..<levelLimit where !parts.isEmpty {
            let folder = "/" + parts.joined(separator: "/")
            let projects = (Paths.names(in: folder) ?? []).filter { $0.hasSuffix(".xcodeproj") }.sorted()
            if !projects.isEmpty, let files = ProjectFiles(folder) {
                let inner = Set(paths.compactMap { files.join("", $0) })
                let principal = PrincipalClass.all(in: sources.files).first
                let file = principal.flatMap { files.join("", ExtensionSources.absolute($0.file)) }
                for name in projects {
                    guard let project = try? XcodeProject(name, in: files) else { continue }
                    checkDeployment(project, inner, &findings)
                    if let principal, let file {
                        others += otherFiles(of: project, name, principal, at: file, besides: inner)
                    }
                }
                break
            }
            parts.removeLast()
        }
        return findings.finished + others
    }

    /// The Swift files that a target compiles with that of the principal class, and that are not among the sources; and what
    /// it has in Objective-C.
    private static func otherFiles(
        of project: XcodeProject,
        _ name: String,
        _ principal: PrincipalClass,
        at file: String,
        besides paths: Set<String>
    ) -> [SourceFinding] {
        for target in project.targets where target.isExtension {
            let own = target.sources.paths
            guard own.contains(file) else { continue }
            let others = own.filter { $0.hasSuffix(".swift") && !paths.contains($0) }
            let headers = target.configurations.compactMap {
                target.settings($0).known("SWIFT_OBJC_BRIDGING_HEADER").value
            }
            let foreign = own.filter { !$0.hasSuffix(".swift") } + Set(headers.filter { !$0.isEmpty }).sorted()
            let subject = "The target \(target.name) of \(name) has"
            let found = [
                (
                    SourceChecker.otherFiles, others,
                    "\(subject) \(others.count == 1 ? "another file" : "other files")",
                    "Give the command these files too."
                ),
                (
                    SourceChecker.objectiveC, foreign,
                    "\(subject) code in Objective-C, whose names Linux does not have",
                    "Wrap what uses it in #if canImport(ObjectiveC)."
                ),
            ]
            return found.filter { !$0.1.isEmpty }.map { code, files, text, fix in
                let names = files.prefix(nameLimit).joined(separator: ", ") + (files.count > nameLimit ? ", …" : "")
                let message = "\(text): \(names)."
                return SourceFinding(code: code, severity: .note, file: principal.file, message: message, fix: fix)
            }
        }
        return []
    }

    /// Compares the iOS of the extensions that have one of the sources with that of the apps that embed them.
    private static func checkDeployment(
        _ project: XcodeProject,
        _ paths: Set<String>,
        _ findings: inout AppFindings
    ) {
        for target in project.targets where target.isExtension && !paths.isDisjoint(with: target.sources.paths) {
            for app in target.product.flatMap({ project.appsByProduct[$0] }) ?? [] {
                let configurations = app.configurations
                for configuration in configurations {
                    findings.enter(configuration, of: configurations)
                    ProductRules(app: app.built(configuration))
                        .checkDeploymentTarget(target.built(configuration), &findings)
                }
            }
        }
    }
}
