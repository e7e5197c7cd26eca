import AttacheCore
import PolicyFiles

/// An object of an Xcode project.
struct ProjectObject {
    let id: String
    /// Its kind, such as `PBXNativeTarget`.
    let kind: String
    /// The place of its definition.
    let mark: FileMark?
    let value: MarkedValue

    func text(_ key: String) -> String? { value[key]?.text }

    /// The texts of a list, such as the identifiers of other objects.
    func texts(_ key: String) -> [String] { value[key]?.list?.compactMap(\.text) ?? [] }
}

/// A `project.pbxproj`: its objects, the places of its files, and its targets.
final class XcodeProject {
    /// The kind of a folder that Xcode keeps in step with targets.
    static let synchronizedFolder = "PBXFileSystemSynchronizedRootGroup"
    private static let targetLimit = 2000
    /// The files of phases and the configurations that its targets have in all: those that share one have it each.
    private static let partLimit = 500_000
    /// The build settings of its configurations in all, and the lines of their files.
    private static let settingLimit = 500_000
    /// The bytes of the paths of its files in all.
    private static let pathLimit = 64 << 20

    /// The path of the `.xcodeproj`.
    let path: String
    /// The folder that the project's paths start from.
    let folder: String
    let files: ProjectFiles
    private(set) var targets: [ProjectTarget] = []
    /// The paths of files and groups; those that lead out of the folder, or into a product, are missing.
    private(set) var paths: [String: String] = [:]
    private let objects: [String: ProjectObject]
    private let root: ProjectObject?
    /// By the identifiers of configurations.
    private var knownLayers: [String: [SettingLayer]] = [:]
    /// By the paths of configuration files.
    private var knownFiles: [String: SettingLayer] = [:]
    private var knownLists: [String: ConfigurationList] = [:]
    /// The lines of configuration files that may still be read.
    private var lineRoom = XcodeProject.settingLimit
    /// The objects of each kind, in the order of their identifiers.
    private lazy var kinds = Dictionary(grouping: objects.values.sorted { $0.id < $1.id }, by: \.kind)
    private(set) lazy var targetsByID = Dictionary(targets.map { ($0.object.id, $0) }) { first, _ in first }
    /// The apps that embed a product, by its identifier.
    private(set) lazy var appsByProduct: [String: [ProjectTarget]] = {
        var apps: [String: [ProjectTarget]] = [:]
        for app in targets where app.isApp {
            for product in Set(app.embedded.map(\.id)) { apps[product, default: []].append(app) }
        }
        return apps
    }()
    /// The sets of exceptions that folders in step with targets have for a target, by its identifier and that of the folder.
    private(set) lazy var exceptions: [String: [String: [ProjectObject]]] = {
        var found: [String: [String: [ProjectObject]]] = [:]
        for folder in all(Self.synchronizedFolder) {
            for set in objects(folder.texts("exceptions"))
            where set.kind == "PBXFileSystemSynchronizedBuildFileExceptionSet" {
                if let target = set.text("target") { found[target, default: [:]][folder.id, default: []].append(set) }
            }
        }
        return found
    }()

    var file: String { "\(path)/project.pbxproj" }

    /// Reads a project; throws the problem of its text. Returns `nil` for a bundle without a project file.
    init?(_ path: String, in files: ProjectFiles) throws(PolicyFileError) {
        self.path = path
        self.files = files
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        guard let list = files.propertyList("\(path)/project.pbxproj") else { return nil }
        guard let value = list.root else { throw PolicyFileError(problems: list.problems) }
        var found: [String: ProjectObject] = [:]
        for member in value["objects"]?.members ?? [] {
            guard let kind = member.value["isa"]?.text else { continue }
            found[member.key] = ProjectObject(id: member.key, kind: kind, mark: member.mark, value: member.value)
        }
        objects = found
        root = value["rootObject"]?.text.flatMap { found[$0] }
        folder = root?.text("projectDirPath").flatMap { $0.isEmpty ? nil : files.join(parent, $0) } ?? parent
        targets = (root?.texts("targets") ?? []).compactMap { found[$0] }.map { ProjectTarget($0, in: self) }
        try checkSize()
        try collectPaths()
    }

    /// Refuses a project that would take minutes to check, as no one's own does.
    private func checkSize() throws(PolicyFileError) {
        guard targets.count <= Self.targetLimit else {
            throw excess("\(targets.count) targets, and at most \(Self.targetLimit) are read")
        }
        let settingCount = all("XCBuildConfiguration").reduce(0) {
            $0 + ($1.value["buildSettings"]?.members?.count ?? 0)
        }
        guard settingCount <= Self.settingLimit else { throw excess("more than \(Self.settingLimit) build settings") }
        var count = 0
        for target in targets {
            count += configurations(of: target.object.text("buildConfigurationList")).all.count
            count += target.phases.reduce(0) { $0 + ($1.value["files"]?.list?.count ?? 0) }
            count += (exceptions[target.object.id] ?? [:]).values.joined()
                .reduce(0) { $0 + ($1.value["membershipExceptions"]?.list?.count ?? 0) }
            guard count <= Self.partLimit else {
                throw excess("targets with more than \(Self.partLimit) files and configurations")
            }
        }
    }

    private func excess(_ amount: String) -> PolicyFileError {
        let problem = PolicyProblem(
            file: files.shown(file),
            message: "it has \(amount)",
            fix: "divide it into several projects"
        )
        return PolicyFileError(problems: [problem])
    }

    func object(_ id: String?) -> ProjectObject? { id.flatMap { objects[$0] } }

    func objects(_ ids: [String]) -> [ProjectObject] { ids.compactMap { objects[$0] } }

    /// The configurations of the project or a target, by the identifier of their list.
    func configurations(of id: String?) -> ConfigurationList {
        guard let id, let object = objects[id] else { return ConfigurationList([], fallback: nil) }
        if let known = knownLists[id] { return known }
        let list = ConfigurationList(
            objects(object.texts("buildConfigurations")),
            fallback: object.text("defaultConfigurationName")
        )
        knownLists[id] = list
        return list
    }

    var configurationList: String? { root?.text("buildConfigurationList") }

    /// The objects of one kind, in the order of their identifiers.
    func all(_ kind: String) -> [ProjectObject] { kinds[kind] ?? [] }

    /// The settings of a configuration, with those of its file; targets may share it.
    func layers(of object: ProjectObject) -> [SettingLayer] {
        if let known = knownLayers[object.id] { return known }
        let layers = BuildSettings.layers(of: object, in: self)
        knownLayers[object.id] = layers
        return layers
    }

    /// The settings of a configuration file, which is read once; `name` is for one whose path is not known.
    func configurationFile(_ path: String?, named name: String) -> SettingLayer {
        if let path, let known = knownFiles[path] { return known }
        let file = ConfigurationFile(path, named: name, in: self, room: lineRoom)
        lineRoom = max(0, file.room)
        if let path { knownFiles[path] = file.layer }
        return file.layer
    }

    /// Follows the groups from the main one, each once: a faulty project may have a circle.
    private func collectPaths() throws(PolicyFileError) {
        var byteCount = 0
        var pending = [(root?.text("mainGroup") ?? "", Optional(folder))]
        var seen: Set<String> = []
        while let (id, parent) = pending.popLast() {
            guard seen.insert(id).inserted, let object = objects[id] else { continue }
            let path = place(of: object, in: parent)
            if let path {
                byteCount += path.utf8.count
                guard byteCount <= Self.pathLimit else { throw excess("paths of more than \(Self.pathLimit >> 20) MB") }
                paths[id] = path
            }
            for child in object.texts("children") { pending.append((child, path)) }
        }
    }

    private func place(of object: ProjectObject, in parent: String?) -> String? {
        let path = object.text("path") ?? ""
        switch object.text("sourceTree") ?? "<group>" {
        case "<group>": return parent.flatMap { files.join($0, path) }
        case "SOURCE_ROOT": return files.join(folder, path)
        case "<absolute>": return files.join("", path)
        default: return nil
        }
    }
}
