import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc
import NotificationCategories
import PolicyFiles

/// The extensions with which a script is played.
struct PlayedExtensions {
    private var items: [ScratchExtension] = []
    /// The arguments of the program that has them.
    private(set) var arguments: [String] = []

    /// Reads the sources and the Info.plists; throws `ConfigurationError` with all problems.
    init(
        contents: [String],
        service: String?,
        modules: [SourceModule],
        _ diagnostics: Diagnostics
    ) throws(ConfigurationError) {
        var problems: [String] = []
        for path in contents {
            let sources = try ExtensionPaths.read(Self.paths(of: path), with: modules)
            let classes = PrincipalClass.contentExtensions(in: sources.files)
            guard let (list, plist) = Self.infoPlist(of: sources) else {
                problems.append(
                    "invalid --content-extension \(path): there is no Info.plist of a content extension; use a folder "
                        + "with one."
                )
                continue
            }
            for problem in plist.problems {
                if problem.severity == .block {
                    problems.append(problem.sentence)
                } else {
                    diagnostics.warning(problem.sentence)
                }
            }
            let named = Self.className(in: list)
            guard let found = named == nil ? classes.first : classes.first(where: { $0.name == named }) else {
                let known = classes.map(\.name).joined(separator: " or ")
                problems.append(
                    classes.isEmpty
                        ? "invalid --content-extension \(path): no class adopts UNNotificationContentExtension; use "
                            + "one that inherits from ContentViewController."
                        : "invalid --content-extension \(path): NSExtensionPrincipalClass of \(list) is "
                            + "\(named ?? "empty"), which is not a content extension in the sources; use \(known)."
                )
                continue
            }
            let module = module(for: sources, found.name)
            items.append(
                ScratchExtension(module: module, principalClass: found.name, sources: sources, kind: .content)
            )
            arguments += ["--view", module, ExtensionSources.absolute(list)]
        }
        if let service { try add(service: service, modules, &problems) }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }

    private mutating func add(
        service path: String,
        _ modules: [SourceModule],
        _ problems: inout [String]
    ) throws(ConfigurationError) {
        let check = try ExtensionCheck(try ExtensionPaths.read([path], with: modules))
        guard let found = check.principalClass else {
            problems.append(
                "invalid --service-extension \(path): no class inherits from UNNotificationServiceExtension; use the "
                    + "extension's folder."
            )
            return
        }
        if let fault = check.unreadable { return problems.append("invalid --service-extension \(fault.sentence)") }
        let module = module(for: check.sources, found.name)
        items.append(ScratchExtension(module: module, principalClass: found.name, sources: check.sources))
        arguments += ["--service", module]
        arguments += ExtensionRunner.arguments(infoPlist: check.infoPlist?.path, sources: check.sources)
    }

    /// A name that no other module and no principal class has.
    private func module(for sources: ExtensionSources, _ className: String) -> String {
        sources.moduleName(for: className, besides: Set(items.map(\.module)))
    }

    /// A folder, or a file with the Info.plist of its folder.
    static func paths(of path: String) -> [String] {
        guard !InputPaths.isDirectory(path) else { return [path] }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return [path] + (InputPaths.exists("\(folder)Info.plist") ? ["\(folder)Info.plist"] : [])
    }

    /// The principal class that an Info.plist names, without its module.
    private static func className(in infoPlist: String) -> String? {
        let name = MarkedFile(readingPropertyList: infoPlist).root?["NSExtension"]?["NSExtensionPrincipalClass"]?.text
        return name?.split(separator: ".").last.map(String.init)
    }

    private static func infoPlist(of sources: ExtensionSources) -> (path: String, file: ContentExtensionPlistFile)? {
        let files = sources.infoPlists.map { (path: $0, file: ContentExtensionPlistFile(reading: $0)) }
        return files.first { $0.file.settings != nil } ?? files.first
    }

    /// The program that plays: that without extensions, or one that is compiled with them; `nil` after it reported that one
    /// does not compile.
    func program(
        _ source: AttachePackageOptions,
        _ diagnostics: Diagnostics,
        until stop: InterruptSignal
    ) async throws -> String? {
        guard !items.isEmpty else { return try DeviceProgram.find() }
        let build = try ExtensionBuild(try source.package(), diagnostics, until: stop)
        switch try await build.compile(items, playsScripts: true) {
        case .program(let program): return program
        case .failed(let messages):
            _ = FileDescriptor.writeAll(Array(messages.escapedForTerminalLines.utf8), to: STDERR_FILENO)
            let hasView = items.contains { $0.kind == .content }
            diagnostics.error(
                "The extension does not compile on Linux"
                    + (hasView ? "; the view of a content extension is a ContentViewController." : ".")
            )
            return nil
        }
    }
}
