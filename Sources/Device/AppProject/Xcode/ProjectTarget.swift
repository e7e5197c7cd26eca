import ExtensionSources
import PolicyFiles

/// A target of an Xcode project.
final class ProjectTarget {
    let object: ProjectObject
    let name: String
    /// Such as `com.apple.product-type.application`.
    let productType: String
    /// The identifier of what the target builds.
    let product: String?
    private(set) unowned var project: XcodeProject
    private var knownSources: TargetSources?
    private var knownSettings: [String: BuildSettings] = [:]
    private var knownProducts: [String: Product] = [:]

    init(_ object: ProjectObject, in project: XcodeProject) {
        self.object = object
        self.project = project
        name = object.text("name") ?? object.id
        productType = object.text("productType") ?? ""
        product = object.text("productReference")
    }

    var isApp: Bool { productType == "com.apple.product-type.application" }

    /// App extensions, without those of Messages and of widgets for watches.
    var isExtension: Bool { productType == "com.apple.product-type.app-extension" }

    private(set) lazy var phases = project.objects(object.texts("buildPhases"))

    /// The names of its configurations; the default one comes first.
    private(set) lazy var configurations: [String] = {
        let list = project.configurations(of: object.text("buildConfigurationList"))
        let names = list.all.compactMap { $0.text("name") }
        guard let fallback = list.fallback, names.contains(fallback) else { return names }
        return [fallback] + names.filter { $0 != fallback }
    }()

    /// The configuration of a name; another target's name that this one lacks means its default, as in Xcode.
    func configuration(_ name: String) -> ProjectObject? {
        let list = project.configurations(of: object.text("buildConfigurationList"))
        return list.named(name) ?? list.all.first
    }

    /// The targets that are built before it.
    private(set) lazy var dependencies = project.objects(object.texts("dependencies")).compactMap { dependency in
        dependency.text("target").flatMap { project.targetsByID[$0] }
    }

    /// The products of Swift packages that it links.
    private(set) lazy var packageProducts: [String] = {
        let ids =
            object.texts("packageProductDependencies")
            + phases.filter { $0.kind == "PBXFrameworksBuildPhase" }.flatMap { phase in
                project.objects(phase.texts("files")).compactMap { $0.text("productRef") }
            }
        return project.objects(ids).compactMap { $0.text("productName") }
    }()

    /// The names of the libraries that it links, without products of packages.
    private(set) lazy var libraries = phases.filter { $0.kind == "PBXFrameworksBuildPhase" }.flatMap { phase in
        project.objects(phase.texts("files")).compactMap { file in
            project.object(file.text("fileRef")).flatMap { $0.text("path") ?? $0.text("name") }
        }
    }

    /// Whether it links libraries besides those of iOS, which may have classes for it.
    var linksLibraries: Bool {
        !packageProducts.isEmpty
            || !libraries.allSatisfy { $0.hasPrefix("System/Library/Frameworks/") || $0.hasPrefix("usr/lib/") }
    }

    /// Whether a module besides its own may be in what it builds: one that it links, imports or names for the linker.
    func mayHave(module: String) -> Bool {
        guard !linksLibraries, !code.service.importedNames.contains(module) else { return true }
        return configurations.contains { configuration in
            let flags = settings(configuration).known("OTHER_LDFLAGS")
            if case .absent = flags { return false }
            return flags.value?.contains(module) ?? true
        }
    }

    var sources: TargetSources {
        if let knownSources { return knownSources }
        let sources = TargetSources(self)
        knownSources = sources
        return sources
    }

    private(set) lazy var code = TargetCode(self)

    /// The build settings in a configuration, whose files are read once.
    func settings(_ configuration: String) -> BuildSettings {
        if let known = knownSettings[configuration] { return known }
        let settings = BuildSettings(self, configuration: configuration)
        knownSettings[configuration] = settings
        return settings
    }

    /// What it builds in a configuration, whose files are read once.
    func built(_ configuration: String) -> Product {
        if let known = knownProducts[configuration] { return known }
        let product = Product(self, configuration: configuration)
        knownProducts[configuration] = product
        return product
    }

    /// What the target copies into its bundle as extensions.
    private(set) lazy var embedded = copied.filter { $0.wrongFolder == nil }

    /// What the target copies into its bundle.
    private(set) lazy var copied: [EmbeddedProduct] =
        phases.filter { $0.kind == "PBXCopyFilesBuildPhase" }.flatMap { phase -> [EmbeddedProduct] in
            let folder = phase.text("dstSubfolderSpec") ?? ""
            let path = phase.text("dstPath") ?? ""
            // Plug-ins, the same by the path in the bundle, and the folder of ExtensionKit's extensions.
            let isPlace =
                folder == "13" || folder == "1" && path.hasPrefix("PlugIns")
                || folder == "16" && path.contains("EXTENSIONS_FOLDER_PATH")
            return project.objects(phase.texts("files")).compactMap { file in
                guard let id = file.text("fileRef"), let reference = project.object(id) else { return nil }
                let proxy = project.object(reference.text("remoteRef"))
                return EmbeddedProduct(
                    id: proxy?.text("remoteGlobalIDString") ?? id,
                    isOfOtherProject: proxy != nil,
                    wrongFolder: isPlace ? nil : EmbeddedProduct.folders[folder] ?? "the folder \(folder)",
                    phase: phase.text("name") ?? "the copy phase",
                    phaseMark: phase.value.member("dstSubfolderSpec")?.mark ?? phase.mark,
                    isOnlyInstalled: phase.text("runOnlyForDeploymentPostprocessing") == "1",
                    mark: phase.value.member("runOnlyForDeploymentPostprocessing")?.mark ?? phase.mark
                )
            }
        }
}

/// A product that a target copies into its bundle.
struct EmbeddedProduct {
    /// The destinations of a phase by their numbers, as Xcode names them.
    static let folders = [
        "0": "an absolute path", "1": "the wrapper", "6": "Executables", "7": "Resources", "10": "Frameworks",
        "11": "Shared Frameworks", "12": "Shared Support", "16": "the products directory",
    ]

    /// The identifier of the product in its project.
    let id: String
    let isOfOtherProject: Bool
    /// The folder of the bundle, where iOS looks for no extension there.
    let wrongFolder: String?
    /// The name of the phase that copies it.
    let phase: String
    /// The place of the phase's folder.
    let phaseMark: FileMark?
    /// Whether it is copied by archives and installations alone.
    let isOnlyInstalled: Bool
    let mark: FileMark?
}
