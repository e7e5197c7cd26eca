package import AttacheCore
package import ExtensionSources
import Glibc
import PolicyFiles

/// What only the app can tell of its notifications: its projects, or a built app, read without Xcode.
///
/// It never runs anything of them. What a repository does not hold is not guessed: no finding is made of it.
package struct AppCheck: Sendable {
    /// The apps that were checked, in the order of their projects.
    package private(set) var apps: [String] = []
    /// The number of their service and content extensions.
    package private(set) var extensionCount = 0
    /// In the order of files and lines.
    package private(set) var findings: [SourceFinding] = []

    /// Checks a folder with projects, one project, an archive, or the folder of a built app. Throws `ConfigurationError`
    /// for a path without any.
    package init(_ path: String) throws(ConfigurationError) {
        var trimmed = path
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        if trimmed.hasSuffix(".ipa"), let archive = try Self.archive(trimmed) {
            try check(bundles: archive, in: trimmed)
            return
        }
        // A project's folder holds its files; so does that of a workspace.
        let isProject = [".xcodeproj", ".xcworkspace", "/project.pbxproj"].contains { trimmed.hasSuffix($0) }
        let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
        let depth = trimmed.hasSuffix("/project.pbxproj") ? 2 : isProject ? 1 : 0
        let folder = parts.dropLast(depth).joined(separator: "/")
        guard
            let files = ProjectFiles(
                depth == 0 ? trimmed : folder.isEmpty ? (trimmed.hasPrefix("/") ? "/" : ".") : folder
            )
        else {
            throw ConfigurationError(problems: [Self.noFolder(path)])
        }
        // Of a project that the user names, its folder is not what is asked about.
        if depth == 0, let bundles = BundleFiles(folder: files, name: parts.last.map(String.init) ?? "") {
            try check(bundles: bundles, in: trimmed)
            return
        }
        let listed = files.projectFiles()
        // XcodeGen and others leave the folder of a project without its file.
        var projects = listed.filter { $0.hasSuffix(".xcodeproj") && files.isFile("\($0)/project.pbxproj") }
        if depth > 0, let name = parts.dropLast(depth - 1).last.map(String.init), name.hasSuffix(".xcodeproj") {
            projects = projects.filter { $0 == name }
        }
        guard !projects.isEmpty else { throw ConfigurationError(problems: [Self.noProject(path, listed, files)]) }
        check(projects, in: files)
    }

    private mutating func check(_ paths: [String], in files: ProjectFiles) {
        var findings = AppFindings()
        var projects: [XcodeProject] = []
        for path in paths {
            do throws(PolicyFileError) {
                if let project = try XcodeProject(path, in: files) { projects.append(project) }
            } catch {
                guard let problem = error.problems.first else { continue }
                let mark = problem.line.map { FileMark(line: $0, column: problem.column ?? 1) }
                let message = "The project cannot be read: \(problem.message)."
                findings.add(.projectUnreadable, message, at: FindingPlace(problem.file, mark))
            }
        }
        var check = ProjectCheck(projects)
        check.run(&findings)
        apps = check.apps
        extensionCount = check.extensionCount
        self.findings = findings.finished
    }

    private mutating func check(bundles: BundleFiles, in path: String) throws(ConfigurationError) {
        guard !bundles.apps.isEmpty else {
            throw ConfigurationError(problems: ["\(path) contains no app; use an archive with Payload/NAME.app."])
        }
        var findings = AppFindings()
        for app in bundles.apps {
            let check = BundleCheck(app, bundles)
            check.run(&findings)
            apps.append(check.app.name)
            extensionCount += check.extensions.count
        }
        self.findings = findings.finished
    }

    /// A sentence on a path that is no folder. Of an archive the end is read first, which a pipe has no way to give.
    private static func noFolder(_ path: String) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            return "\(path) is not a folder; use the folder of an app, its .xcodeproj, or an .ipa."
        }
        return "\(path) is a pipe, and an .ipa is read from its end; save it in a file whose name ends with .ipa."
    }

    private static func archive(_ path: String) throws(ConfigurationError) -> BundleFiles? {
        var status = stat()
        // An archive may be unpacked already, in a folder of its name.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        do throws(ZipArchive.Fault) {
            return try BundleFiles(archive: try ZipArchive(path), name: path)
        } catch {
            throw ConfigurationError(problems: ["\(path) cannot be read: \(error.message); use an .ipa, or unpack it."])
        }
    }

    /// A sentence on a folder without projects: what makes them, where that is known.
    private static func noProject(_ path: String, _ listed: [String], _ files: ProjectFiles) -> String {
        func has(_ names: String...) -> String? {
            listed.first { names.contains($0.split(separator: "/").last.map(String.init) ?? "") }
        }
        if let manifest = has("project.yml", "project.yaml") {
            return
                "\(path) has no Xcode project, and \(manifest) is a manifest of XcodeGen; run xcodegen generate first."
        }
        if let manifest = has("Project.swift") {
            return "\(path) has no Xcode project, and \(manifest) is a manifest of Tuist; run tuist generate first."
        }
        let isExpo = [has("app.json"), has("package.json")].compactMap(\.self).contains { name in
            files.bytes(name).map { String(decoding: $0, as: UTF8.self).contains("\"expo\"") } ?? false
        }
        if isExpo, has("app.json", "app.config.js", "app.config.ts") != nil {
            return
                "\(path) has no Xcode project, and its app is made by Expo, which adds no notification service "
                + "extension. Only a config plugin made for this adds one; the plugins of most push libraries do not. "
                + "Add such a plugin, run npx expo prebuild, and check the folder ios."
        }
        if let project = listed.first(where: { isDotNET($0, files) }) {
            return
                "\(path) has no Xcode project, and \(project) is a project of .NET for iOS. With .NET the extension is a "
                + "separate SDK-style project with IsAppExtension, because Xamarin.iOS.AppExtension.CSharp.targets no "
                + "longer exists. Build the app, and check that the .ipa contains PlugIns/NAME.appex."
        }
        return "\(path) has no Xcode project; use the folder of an app, its .xcodeproj, or an .ipa."
    }

    /// Whether a file is a project of .NET that builds for iOS.
    private static func isDotNET(_ path: String, _ files: ProjectFiles) -> Bool {
        guard path.hasSuffix(".csproj"), let bytes = files.bytes(path, limit: 1 << 20) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return ["<UseMaui>true", "-ios", "IsAppExtension", "Xamarin.iOS"].contains(where: text.contains)
    }
}
