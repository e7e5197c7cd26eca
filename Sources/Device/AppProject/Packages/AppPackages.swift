import AttacheJSON
import PolicyFiles

/// The package managers around a project: its `Podfile`, the Swift packages in its folder, and the packages of React Native,
/// Flutter or Cordova.
struct AppPackages {
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

    /// Whether the app has the vendor's library for certain.
    func hasLibrary(_ vendor: VendorLibrary, _ app: ProjectTarget) -> Bool {
        !crossPlatform.isDisjoint(with: vendor.packages) || app.packageProducts.contains { vendor.app.contains($0) }
            || podfile?.has(vendor.app, in: app.name) ?? false
            // Of several products, the one that is linked may be another.
            || local.contains { package in
                package.products.count == 1 && app.packageProducts.contains(where: package.products.contains)
                    && !package.libraries.isDisjoint(with: vendor.app)
            }
    }

    /// The faulty version of a vendor's library that the app is built with.
    func fault(of vendor: VendorLibrary) -> (pod: String, fault: VendorLibrary.Fault)? {
        for pod in vendor.app.union(vendor.service).sorted() {
            guard let fault = vendor.faults.first(where: { $0.version == versions[pod] }) else { continue }
            return (pod, fault)
        }
        return nil
    }

    /// Whether the extension lacks the vendor's library for certain.
    func lacksLibrary(_ vendor: VendorLibrary, _ target: ProjectTarget) -> Bool {
        let products = target.packageProducts
        if products.contains(where: { vendor.service.contains($0) }) || mayHaveMore && !products.isEmpty {
            return false
        }
        // A package in the folder of the app may bring it.
        for package in local where products.contains(where: package.products.contains) {
            if !package.libraries.isDisjoint(with: vendor.service) { return false }
        }
        let names = target.libraries.map { $0.split(separator: ".").first.map(String.init) ?? $0 }
        if names.contains(where: { vendor.service.contains($0) }) { return false }
        // What the linker is asked for by a setting.
        for configuration in target.configurations {
            let flags = target.settings(configuration).known("OTHER_LDFLAGS")
            if case .unknown = flags { return false }
            if let text = flags.value, vendor.service.contains(where: text.contains) { return false }
        }
        guard let podfile else {
            // A Podfile that was not found may add any pod.
            return !names.contains { $0.hasPrefix("Pods_") || $0.hasPrefix("libPods") }
        }
        guard let pods = podfile.pods(of: target.name) else { return false }
        return !pods.contains { vendor.service.includes($0) }
    }
}
