import ExtensionSources

/// The rules of a service extension's code, and of the libraries that it needs.
struct ServiceSourceRules {
    let app: ProjectTarget
    let packages: AppPackages

    /// The rules that hold for the target with any app.
    func checkAlone(_ target: ProjectTarget, _ findings: inout AppFindings) {
        Self.checkCode(target.sources.scanned, isComplete: target.code.isFound, &findings)
        if let (owner, line) = packages.podfile?.pluginOwner(of: target.name) {
            var podfile = FindingPlace(packages.podfilePath)
            podfile.line = line
            findings.add(
                .pluginsInherited,
                "In the Podfile \(target.name) inherits the pods of \(owner), with all plugins, which are not allowed "
                    + "in an extension.",
                at: podfile
            )
        }
        for (pod, fault) in VendorLibrary.all.compactMap(packages.fault) {
            findings.add(
                .libraryVersion,
                "The pod \(pod) is \(fault.version), which \(fault.effect).",
                fix: "Update it to \(fault.mended) or later.",
                at: place(of: target)
            )
        }
    }

    /// The libraries that the app has and the target lacks.
    func check(_ target: ProjectTarget, _ findings: inout AppFindings) {
        let lacked = packages.vendors(of: app).filter { packages.lacksLibrary($0, target) }
        for vendor in lacked where target.code.vendors.contains(vendor.name) {
            findings.add(
                .libraryNotLinked,
                "\(target.name) imports the library of \(vendor.name), but is not linked with it: only other targets "
                    + "of the Podfile or the project are.",
                fix: "Link \(vendor.cure) to \(target.name); in a Podfile by a target block at the top level.",
                at: place(of: target)
            )
        }
        // Code that attaches media itself, or by any other library, needs none; what is not in the repository may do so.
        guard !lacked.isEmpty, target.code.attachesNothing else { return }
        for vendor in lacked {
            findings.add(
                .libraryNotLinked,
                "\(app.name) has the library of \(vendor.name), but \(target.name) does not, and does not attach media "
                    + "itself.",
                fix: "Link \(vendor.cure) to \(target.name), and call it.",
                at: place(of: target)
            )
        }
    }

    private func place(of target: ProjectTarget) -> FindingPlace {
        FindingPlace(target.project.files.shown(target.project.file), target.object.mark)
    }

    /// The rules of code alone; with a file missing, what is not seen may be in it.
    static func checkCode(_ files: [SourceFile], isComplete: Bool, _ findings: inout AppFindings) {
        let code = ServiceCode(files)
        if isComplete, let place = code.silentHandler {
            let message = "The method never calls its content handler, and does not pass it on."
            findings.add(.handlerNotCalled, message, at: FindingPlace(place))
        }
        if let place = code.secondCall {
            let message =
                "The vendor's call gets the content handler, and line \(place.line) calls it again. iOS takes the first call, which may come "
                + "before the picture is attached."
            findings.add(.handlerCalledTwice, message, at: FindingPlace(place))
        }
        guard let place = code.template else { return }
        let attaches = !isComplete || code.mentions(TargetCode.attaching) || code.importsLibraries
        let message =
            attaches
            ? "The code appends [modified] to titles, as Xcode's template does."
            : "The code is Xcode's template: it appends [modified] to titles and attaches nothing."
        findings.add(.templateCode, message, severity: attaches ? .warning : nil, at: FindingPlace(place))
    }
}

extension FindingPlace {
    init(_ place: ServiceCode.Place) {
        self.init(place.file)
        (line, column) = (place.line, place.column)
    }
}
