package import AttacheCore

/// The check of an extension before it is compiled.
package struct ExtensionCheck: Sendable {
    package let sources: ExtensionSources
    /// The class of which an instance receives each push; `nil` where the sources have none.
    package let principalClass: PrincipalClass?
    /// The Info.plist of the service extension; `nil` where none is beside the sources.
    package let infoPlist: ServiceInfoPlist?
    /// Of the property list first, then in the order of files and lines, then those of the project.
    package let findings: [SourceFinding]

    /// Checks an extension; `named` is the class to use, instead of that of the Info.plist. Throws `ConfigurationError`
    /// with the classes of the sources when it is none of them. `further` are findings about the project around them.
    package init(
        _ sources: ExtensionSources,
        class named: String? = nil,
        further: [SourceFinding] = []
    ) throws(ConfigurationError) {
        self.sources = sources
        let libraries = sources.libraryFiles
        let services = PrincipalClass.inheriting(in: sources.files, besides: libraries).map(\.name)
        // `NewsService.NotificationService`, as in an Info.plist.
        let given = named.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
        if let named, let given, !services.isEmpty, !services.contains(given) {
            throw ConfigurationError(
                problems: [
                    "invalid --class \"\(named)\": the sources have no such service extension; use "
                        + "\(services.joined(separator: " or "))."
                ]
            )
        }
        let classes = PrincipalClass.all(in: sources.files, besides: libraries).map(\.name)
        let lists = sources.infoPlists.map { ServiceInfoPlist($0, classes: classes) }
        infoPlist = Self.service(among: lists, classes: given.map { [$0] } ?? services)
        let name = given ?? infoPlist?.className
        principalClass = PrincipalClass.all(in: sources.files, named: name, besides: libraries).first
        // The lists of the app and of its other extensions have rules of their own.
        let listFindings = infoPlist?.findings ?? (lists.isEmpty ? [] : [Self.noService(lists, sources.root)])
        findings = listFindings + SourceChecker(sources).findings(principalClass: name) + further
    }

    /// The fault of an Info.plist that cannot be read, with which no process of the extension starts.
    package var unreadable: SourceFinding? { findings.first { $0.code == "plist.unreadable" } }

    /// The list of the extension: that which names one of the classes, of several.
    private static func service(among lists: [ServiceInfoPlist], classes: [String]) -> ServiceInfoPlist? {
        let services = lists.filter(\.isService)
        let naming = services.first { $0.className.map(classes.contains) ?? false }
        return naming ?? services.first ?? (lists.count == 1 ? lists.first : nil)
    }

    private static func noService(_ lists: [ServiceInfoPlist], _ root: String) -> SourceFinding {
        SourceFinding(
            code: "plist.no-extension",
            severity: .error,
            file: root,
            message: "None of the \(lists.count) property lists belongs to a service extension: "
                + "\(lists.prefix(4).map(\.path).joined(separator: ", "))\(lists.count > 4 ? ", …" : "").",
            fix: "Name the folder of the service extension."
        )
    }

    /// The result as one line of JSON.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("schema", "attache-extension-check/1")
        writer.member("name", sources.name)
        writer.member("principal_class", principalClass?.name)
        writer.member("info_plist", infoPlist?.path)
        writer.strings("files", sources.files.map(\.path))
        writer.array("findings", findings) { $0.write(to: &$1) }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// The result for people.
    package var text: String {
        let count = sources.files.count == 1 ? "1 file" : "\(sources.files.count) files"
        let found = principalClass.map { "principal class \($0.name) at \($0.file):\($0.line)" } ?? "no principal class"
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count { $0.severity == .warning }
        let words = [(errors, "error"), (warnings, "warning"), (findings.count - errors - warnings, "note")]
            .filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        let listed = findings.count >= SourceChecker.limit ? "at least " : ""
        let summary =
            words.isEmpty
            ? "nothing found; attache extension try shows if it attaches media" : listed + words.joined(separator: ", ")
        let last = "\(sources.name): \(count), \(found); \(summary)"
        return findings.map(\.text).joined() + last.escapedForTerminal + "\n"
    }
}
