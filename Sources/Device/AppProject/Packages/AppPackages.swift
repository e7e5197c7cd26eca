import AttacheJSON
import PolicyFiles

/// The package managers around a project: its `Podfile`, the Swift packages in its folder, and the packages of React Native,
/// Flutter or Cordova.
final class AppPackages {
    /// `nil` where there is none, or it cannot be read.
    let podfile: Podfile?
    /// The `Podfile` as the user would write it.
    let podfilePath: String
    /// The versions of the pods that `Podfile.lock` has.
    let versions: [String: String]
    /// The packages of `package.json` and `pubspec.yaml` that the app has.
    let crossPlatform: Set<String>
    private let local: [LocalPackage]
    /// Whether a package of the folder, whose manifest was not read, may bring any library.
    private let mayHaveMore: Bool
    /// The vendors whose libraries an app has, and those whose libraries an extension lacks.
    private var had: [ObjectIdentifier: [VendorLibrary]] = [:]
    private var lacked: [ObjectIdentifier: Set<String>] = [:]

    /// Looks in the project's folder and in the one above it.
    init(_ project: XcodeProject) {
        let files = project.files
        let own = project.path.split(separator: "/").dropLast().joined(separator: "/")
        let outer = own.split(separator: "/").dropLast().joined(separator: "/")
        func path(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
        let folders = own.isEmpty ? [own] : [own, outer]
        let found = folders.lazy.compactMap { folder in
            files.bytes(path(folder, "Podfile")).map { (path: path(folder, "Podfile"), bytes: $0) }
        }.first
        podfile = found.flatMap { Podfile($0.bytes) }
        podfilePath = found.map { files.shown($0.path) } ?? "Podfile"
        versions = folders.lazy.compactMap { files.bytes(path($0, "Podfile.lock")) }.first.map(Podfile.versions) ?? [:]
        var names: Set<String> = []
        for folder in folders {
            if let bytes = files.bytes(path(folder, "package.json")), let document = try? JSONDocument(parsing: bytes) {
                names.formUnion(document.root["dependencies"]?.members.map(\.0) ?? [])
            }
            if let bytes = files.bytes(path(folder, "pubspec.yaml")) {
                let root = MarkedFile(bytes, file: "pubspec.yaml").root
                names.formUnion((root?["dependencies"]?.members ?? []).map(\.key))
            }
        }
        crossPlatform = names
        local = LocalPackage.all(of: project)
        mayHaveMore = files.hasUnreadPackages
    }

    /// The vendors whose libraries the app has for certain; found once for each app.
    func vendors(of app: ProjectTarget) -> [VendorLibrary] {
        if let known = had[ObjectIdentifier(app)] { return known }
        let products = Set(app.packageProducts)
        // Of several products, the one that is linked may be another.
        let linked = local.filter { $0.products.count == 1 && !products.isDisjoint(with: $0.products) }
        let vendors = VendorLibrary.all.filter { vendor in
            !crossPlatform.isDisjoint(with: vendor.packages) || !products.isDisjoint(with: vendor.app)
                || podfile?.has(vendor.app, in: app.name) ?? false
                || linked.contains { !$0.libraries.isDisjoint(with: vendor.app) }
        }
        had[ObjectIdentifier(app)] = vendors
        return vendors
    }

    /// The faulty version of a vendor's library that the app is built with.
    func fault(of vendor: VendorLibrary) -> (pod: String, fault: VendorLibrary.Fault)? {
        guard !vendor.faults.isEmpty else { return nil }
        for pod in vendor.app.union(vendor.service).sorted() {
            guard let fault = vendor.faults.first(where: { $0.version == versions[pod] }) else { continue }
            return (pod, fault)
        }
        return nil
    }

    /// Whether the extension lacks the vendor's library for certain; found once for each extension.
    func lacksLibrary(_ vendor: VendorLibrary, _ target: ProjectTarget) -> Bool {
        if let known = lacked[ObjectIdentifier(target)] { return known.contains(vendor.name) }
        let names = Set(vendors(lackedBy: target).map(\.name))
        lacked[ObjectIdentifier(target)] = names
        return names.contains(vendor.name)
    }

    private func vendors(lackedBy target: ProjectTarget) -> [VendorLibrary] {
        let products = Set(target.packageProducts)
        guard !mayHaveMore || products.isEmpty else { return [] }
        let names = target.libraries.map { $0.split(separator: ".").first.map(String.init) ?? $0 }
        var linked = products.union(names)
        // A package in the folder of the app may bring it.
        for package in local where !products.isDisjoint(with: package.products) { linked.formUnion(package.libraries) }
        var pods: Set<String> = []
        if let podfile {
            guard let known = podfile.pods(of: target.name) else { return [] }
            pods = known
        } else if names.contains(where: { $0.hasPrefix("Pods_") || $0.hasPrefix("libPods") }) {
            // A Podfile that was not found may add any pod.
            return []
        }
        // What the linker is asked for by a setting.
        var flags: Set<String> = []
        for configuration in target.configurations {
            let known = target.settings(configuration).known("OTHER_LDFLAGS")
            if case .unknown = known { return [] }
            if let text = known.value { flags.insert(text) }
        }
        return VendorLibrary.all.filter { vendor in
            linked.isDisjoint(with: vendor.service) && !pods.contains { vendor.service.includes($0) }
                && !flags.contains { vendor.service.contains(where: $0.contains) }
        }
    }
}
