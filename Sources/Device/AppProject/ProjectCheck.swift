import AttacheCore
import ExtensionSources
import PolicyFiles

/// The check of the apps of projects, with their extensions.
struct ProjectCheck {
    private static let iOS = "iphoneos"
    /// The products of a project that are checked, each in each configuration and with each app: apps that share their
    /// extensions have any number of them.
    private static let productLimit = 20_000

    /// An app without a service extension.
    private struct Bare {
        let name: String
        let place: FindingPlace
        /// Whether it has the entitlement for pushes.
        let receivesPushes: Bool
        /// The vendors whose libraries it has.
        let vendors: [VendorLibrary]
    }

    private let projects: [XcodeProject]
    /// The products that any target embeds.
    private let embedded: Set<String>
    private(set) var apps: [String] = []
    /// The service and content extensions of the apps; several apps may share one.
    private var found: Set<ObjectIdentifier> = []
    private var bare: [Bare] = []

    var extensionCount: Int { found.count }

    init(_ projects: [XcodeProject]) {
        self.projects = projects
        embedded = Set(projects.flatMap(\.targets).flatMap(\.embedded).map(\.id))
    }

    mutating func run(_ findings: inout AppFindings) {
        for project in projects { check(project, &findings) }
        findings.enter(nil, of: [])
        addBare(&findings)
    }

    private mutating func check(_ project: XcodeProject, _ findings: inout AppFindings) {
        let apps = project.targets.filter { $0.isApp && Self.isForPhones($0) && !Self.isForTests($0) }
        let extensions = project.targets.filter { $0.isExtension && Self.isForPhones($0) }
        let kinds = ProjectExtensions(extensions)
        let pairs = apps.map { app in
            var own = kinds.own(of: app, isEmbedded: isEmbedded)
            if apps.count == 1, !own.contains(where: { $0.kind == .service }) {
                // The only app of the project is the one that a service extension is for.
                own += kinds.all.filter { $0.kind == .service && !isEmbedded($0.target) }
            }
            return (app: app, own: own)
        }
        let productCount = pairs.reduce(0) { count, pair in
            pair.own.reduce(count + pair.app.configurations.count * (1 + pair.own.count)) {
                $0 + $1.target.configurations.count
            }
        }
        guard productCount <= Self.productLimit else {
            findings.enter(nil, of: [])
            findings.add(
                .projectUnreadable,
                "The project is too large: its apps share extensions and configurations in more than \(Self.productLimit) ways.",
                fix: "Give each app its own extensions and configurations.",
                at: FindingPlace(project.files.shown(project.file))
            )
            return
        }
        let packages = AppPackages(project)
        // An extension of an unknown kind that no app embeds may be the one that is missing.
        let mayHaveMore = kinds.all.contains { $0.kind == .unknown && !isEmbedded($0.target) }
        for (app, own) in pairs {
            self.apps.append(app.name)
            check(app, own, packages, mayHaveMore: mayHaveMore, &findings)
        }
        addOrphans(kinds, apps, &findings)
    }

    private func isEmbedded(_ target: ProjectTarget) -> Bool { target.product.map(embedded.contains) ?? true }

    private mutating func check(
        _ app: ProjectTarget,
        _ extensions: [ProjectExtensions.Entry],
        _ packages: AppPackages,
        mayHaveMore: Bool,
        _ findings: inout AppFindings
    ) {
        let services = extensions.filter { $0.kind == .service }.map(\.target)
        let contents = extensions.filter { $0.kind == .content }.map(\.target)
        findings.enter(nil, of: [])
        checkEmbedding(app, services + contents, &findings)
        if services.count > 1 {
            let names = services.map(\.name).joined(separator: ", ")
            let message = "\(app.name) has \(services.count) service extensions: \(names)."
            findings.add(.severalServiceExtensions, message, at: Self.place(of: services[1]))
        }
        let sourceRules = ServiceSourceRules(app: app, packages: packages)
        for service in services {
            if !found.contains(ObjectIdentifier(service)) { sourceRules.checkAlone(service, &findings) }
            sourceRules.check(service, &findings)
        }
        found.formUnion((services + contents).map { ObjectIdentifier($0) })
        let targets = Dictionary((services + contents).map { ($0.name, $0) }) { first, _ in first }
        let configurations = app.configurations
        var receivesPushes = false
        for configuration in configurations {
            findings.enter(configuration, of: configurations)
            let product = app.built(configuration)
            receivesPushes = receivesPushes || product.entitlements.value?["aps-environment"] != nil
            var rules = ProductRules(app: product)
            rules.otherApp = { product, holds in
                let owners = targets[product.name]?.product.flatMap { app.project.appsByProduct[$0] } ?? []
                return owners.lazy.filter { $0 !== app }.map { $0.built(configuration) }.first(where: holds)
            }
            check(rules, app, services, contents, packages, configuration, &findings)
        }
        let isComplete =
            !mayHaveMore && !extensions.contains { $0.kind == .unknown }
            && !app.embedded.contains(where: \.isOfOtherProject)
        if services.isEmpty, isComplete {
            let vendors = packages.vendors(of: app)
            bare.append(
                Bare(name: app.name, place: Self.place(of: app), receivesPushes: receivesPushes, vendors: vendors)
            )
        }
    }

    private func check(
        _ rules: ProductRules,
        _ app: ProjectTarget,
        _ services: [ProjectTarget],
        _ contents: [ProjectTarget],
        _ packages: AppPackages,
        _ configuration: String,
        _ findings: inout AppFindings
    ) {
        for list in rules.app.unreadable { PlistRules.checkReadable(list, &findings) }
        if !services.isEmpty { rules.checkEnvironment(&findings) }
        for target in services {
            let product = target.built(configuration)
            for list in product.unreadable { PlistRules.checkReadable(list, &findings) }
            rules.check(product, &findings)
            rules.checkTransport(product, &findings)
            PlistRules.checkService(product, &findings)
            ClassRule.check(product, target, packages, &findings)
        }
        for target in contents {
            let product = target.built(configuration)
            for list in product.unreadable { PlistRules.checkReadable(list, &findings) }
            rules.check(product, &findings)
            PlistRules.checkContent(product, &findings)
            CategoryRule.check(product, app, &findings)
        }
    }

    private func checkEmbedding(_ app: ProjectTarget, _ targets: [ProjectTarget], _ findings: inout AppFindings) {
        let copies = Dictionary(app.copied.map { ($0.id, $0) }) { first, _ in first }
        let embedded = Dictionary(app.embedded.map { ($0.id, $0) }) { first, _ in first }
        let file = app.project.files.shown(app.project.file)
        var installed: [FindingPlace: [String]] = [:]
        for target in targets {
            guard let copy = target.product.flatMap({ embedded[$0] }) else {
                if let copy = target.product.flatMap({ copies[$0] }), let folder = copy.wrongFolder {
                    findings.add(
                        .notEmbedded,
                        "\(app.name) copies \(target.name) into \(folder), where iOS looks for no extension.",
                        fix: "In the app's Build Phases, \(copy.phase), set the destination to PlugIns.",
                        at: FindingPlace(file, copy.phaseMark)
                    )
                    continue
                }
                let message = "\(target.name) is not embedded in \(app.name)."
                findings.add(.notEmbedded, message, at: Self.place(of: target))
                continue
            }
            if copy.isOnlyInstalled { installed[FindingPlace(file, copy.mark), default: []].append(target.name) }
        }
        for (place, names) in installed {
            let list = names.joined(separator: ", ")
            let message = "\(app.name) embeds \(list) only when it is archived or installed."
            findings.add(.onlyWhenInstalling, message, at: place)
        }
    }

    /// Service extensions of a project with several apps, of which none embeds or builds them.
    private func addOrphans(
        _ kinds: ProjectExtensions,
        _ apps: [ProjectTarget],
        _ findings: inout AppFindings
    ) {
        guard apps.count > 1 else { return }
        findings.enter(nil, of: [])
        let built = Set(apps.flatMap(\.dependencies).map { ObjectIdentifier($0) })
        for (target, kind) in kinds.all where kind == .service && !isEmbedded(target) {
            guard !built.contains(ObjectIdentifier(target)) else { continue }
            findings.add(.notEmbedded, "No app embeds \(target.name).", at: Self.place(of: target))
        }
    }

    /// Where no app has a service extension, all are named; where one has, those others that get pushes.
    private func addBare(_ findings: inout AppFindings) {
        let isAlone = bare.count == apps.count
        let named = isAlone ? bare : bare.filter(\.receivesPushes)
        guard let first = named.first else { return }
        let names = named.prefix(4).map(\.name).joined(separator: ", ") + (named.count > 4 ? ", …" : "")
        let message =
            named.count == 1
            ? "\(first.name) has no notification service extension."
            : "\(named.count) apps have no notification service extension: \(names)."
        let cures = first.vendors.map { "Link \($0.cure) to it, and call it." }
        findings.add(
            .noServiceExtension,
            message,
            fix: cures.isEmpty ? nil : ([AppCode.noServiceExtension.texts.fix] + cures).joined(separator: " "),
            severity: isAlone ? .error : .warning,
            at: first.place
        )
    }

    /// Whether a target is built for iOS.
    private static func isForPhones(_ target: ProjectTarget) -> Bool {
        let settings = target.settings(target.configurations.first ?? "")
        switch settings.known("SDKROOT") {
        case .value("auto", _), .absent:
            if let platforms = settings.known("SUPPORTED_PLATFORMS").value { return platforms.contains(iOS) }
        case .value(let root, _): return root.hasPrefix(iOS)
        case .unknown: break
        }
        return settings.known("IPHONEOS_DEPLOYMENT_TARGET").value != nil
    }

    /// Whether an app only runs tests: all of its sources are in a folder of tests.
    private static func isForTests(_ target: ProjectTarget) -> Bool {
        let paths = target.sources.paths
        return !paths.isEmpty
            && paths.allSatisfy { path in
                path.split(separator: "/").dropLast().contains {
                    ["test", "tests", "uitests"].contains($0.lowercased())
                }
            }
    }

    private static func place(of target: ProjectTarget) -> FindingPlace {
        FindingPlace(target.project.files.shown(target.project.file), target.object.mark)
    }
}
