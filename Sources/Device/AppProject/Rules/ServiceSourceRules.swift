import ExtensionSources

/// The rules of a service extension's code, and of the libraries that it needs.
struct ServiceSourceRules {
    /// Names by which code attaches media itself.
    private static let attaching: Set = ["UNNotificationAttachment"]

    let app: ProjectTarget
    let packages: AppPackages

    func check(_ target: ProjectTarget, _ findings: inout AppFindings) {
        let sources = target.sources
        Self.checkCode(sources.scanned, isComplete: sources.isComplete, &findings)
        let code = ServiceCode(sources.scanned)
        let place = FindingPlace(target.project.files.shown(target.project.file), target.object.mark)
        if let (owner, line) = packages.podfile?.pluginOwner(of: target.name) {
            var podfile = FindingPlace(packages.podfilePath)
            podfile.line = line
            findings.add(
                .pluginsInherited,
                "In the Podfile \(target.name) inherits the pods of \(owner), with all plugins, which may not run in an extension.",
                at: podfile
            )
        }
        for vendor in VendorLibrary.all {
            if let (pod, fault) = packages.fault(of: vendor) {
                findings.add(
                    .libraryVersion,
                    "The pod \(pod) is \(fault.version), which \(fault.effect).",
                    fix: "Update it to \(fault.mended) or later.",
                    at: place
                )
            }
            guard code.imports(vendor.service), packages.hasLibrary(vendor, app), packages.lacksLibrary(vendor, target)
            else { continue }
            findings.add(
                .libraryNotLinked,
                "\(target.name) imports the library of \(vendor.name), and is not linked with it: only other targets of the "
                    + "Podfile or the project are.",
                fix: "Link \(vendor.cure) to \(target.name); in a Podfile by a target block at the top level.",
                at: place
            )
        }
        // Code that attaches media itself, or by any other library, needs none; what is not in the repository may do so.
        guard sources.isComplete, !sources.paths.isEmpty, !code.mentions(Self.attaching), !code.importsLibraries,
            !Self.hasBridgingHeader(target)
        else { return }
        for vendor in VendorLibrary.all where packages.hasLibrary(vendor, app) && packages.lacksLibrary(vendor, target)
        {
            findings.add(
                .libraryNotLinked,
                "\(app.name) has the library of \(vendor.name), and \(target.name) has not, nor does it attach media itself.",
                fix: "Link \(vendor.cure) to \(target.name), and call it.",
                at: place
            )
        }
    }

    /// Whether Swift code may see libraries without an import.
    private static func hasBridgingHeader(_ target: ProjectTarget) -> Bool {
        target.configurations.contains { configuration in
            let header = target.settings(configuration).known("SWIFT_OBJC_BRIDGING_HEADER")
            if case .absent = header { return false }
            return header.value != ""
        }
    }

    /// The rules of code alone; with a file missing, what is not seen may be in it.
    static func checkCode(_ files: [SourceFile], isComplete: Bool, _ findings: inout AppFindings) {
        let code = ServiceCode(files)
        if isComplete, let place = code.silentHandler {
            let message = "The method never calls its content handler, and passes it to nothing."
            findings.add(.handlerNotCalled, message, at: FindingPlace(place))
        }
        if let place = code.secondCall {
            let message =
                "The vendor's call gets the content handler, and line \(place.line) calls it again. iOS takes the first call, which may come "
                + "before the picture is attached."
            findings.add(.handlerCalledTwice, message, at: FindingPlace(place))
        }
        guard let place = code.template else { return }
        let attaches = !isComplete || code.mentions(attaching) || code.importsLibraries
        let message =
            attaches
            ? "The code appends [modified] to titles, as Xcode's template does."
            : "The code is that of Xcode's template: it appends [modified] to titles and attaches nothing."
        findings.add(.templateCode, message, severity: attaches ? .warning : .error, at: FindingPlace(place))
    }
}

extension FindingPlace {
    init(_ place: ServiceCode.Place) {
        self.init(place.file)
        (line, column) = (place.line, place.column)
    }
}
