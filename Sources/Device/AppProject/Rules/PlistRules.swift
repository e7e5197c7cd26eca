import AttacheCore
import ExtensionSources
import NotificationCategories
import PolicyFiles

/// The rules of an extension's Info.plist, which `extension check` and `categories` share.
enum PlistRules {
    /// The codes of `ServiceInfoPlist`, which belong to a file without its project, and those of an app.
    private static let codes: [String: AppCode] = [
        "plist.unreadable": .plistUnreadable, "plist.no-extension": .extensionPoint, "plist.point": .extensionPoint,
        "plist.class": .principalClass, "plist.storyboard": .storyboard, "plist.misplaced": .plistKey,
        "plist.content-key": .plistKey, "plist.unknown-key": .plistKey, "plist.template": .plistKey,
        "plist.type": .plistKey,
    ]

    static func checkService(_ product: Product, _ findings: inout AppFindings) {
        guard let path = product.infoPath, let info = product.info else { return }
        // The class is judged with the module and all sources of the target.
        let list = ServiceInfoPlist(path, root: info, classes: [], expand: product.expand)
        for finding in list.findings {
            guard let code = codes[finding.code] else { continue }
            var place = FindingPlace(finding.file)
            (place.line, place.column) = (finding.line, finding.column)
            // What only a key costs is not the picture; a point or a class that it misplaces has a finding of its own.
            let severity = code == .plistKey ? min(finding.severity, .warning) : finding.severity
            findings.add(code, finding.message, fix: finding.fix, severity: severity, at: place)
        }
    }

    static func checkContent(_ product: Product, _ findings: inout AppFindings) {
        guard let path = product.infoPath, let info = product.info else { return }
        for problem in ContentExtensionPlistFile(info, file: path).problems {
            let keys = problem.pointer.split(separator: "/").map(String.init)
            let name = keys.last.map { "\($0): " } ?? ""
            let isError = problem.severity == .block && problem.code != .plistMissingRatio
            let fix = problem.fix.capitalizedAtStart + "."
            findings.add(
                problem.code == .unreadable ? .plistUnreadable : .contentExtension,
                "\(name)\(problem.message).",
                fix: fix,
                severity: isError ? .error : .warning,
                at: FindingPlace(path, problem.mark)
            )
        }
    }

    /// Reports an Info.plist or entitlements that no reader understands.
    static func checkReadable(_ list: MarkedFile, _ findings: inout AppFindings) {
        guard list.root == nil, let problem = list.problems.first else { return }
        let fix = problem.fix.capitalizedAtStart + "."
        let message = problem.message.capitalizedAtStart + "."
        findings.add(.plistUnreadable, message, fix: fix, at: FindingPlace(list.file, problem.mark))
    }
}
