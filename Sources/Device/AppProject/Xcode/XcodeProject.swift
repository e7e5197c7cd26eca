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

    var file: String { "\(path)/project.pbxproj" }

    /// Reads a project; throws the problem of its text. Returns `nil` for a bundle without a project file.
    init?(_ path: String, in files: ProjectFiles) throws(PolicyFileError) {
        self.path = path
        self.files = files
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        guard let list = files.propertyList("\(path)/project.pbxproj") else { return nil }
        guard let value = list.root else { throw PolicyFileError(problems: list.problems.map(\.problem)) }
        var found: [String: ProjectObject] = [:]
        for member in value["objects"]?.members ?? [] {
            guard let kind = member.value["isa"]?.text else { continue }
            found[member.key] = ProjectObject(id: member.key, kind: kind, mark: member.mark, value: member.value)
        }
        objects = found
        root = value["rootObject"]?.text.flatMap { found[$0] }
        folder = root?.text("projectDirPath").flatMap { $0.isEmpty ? nil : files.join(parent, $0) } ?? parent
        collectPaths()
        targets = (root?.texts("targets") ?? []).compactMap { found[$0] }.map { ProjectTarget($0, in: self) }
    }

    func object(_ id: String?) -> ProjectObject? { id.flatMap { objects[$0] } }

    func objects(_ ids: [String]) -> [ProjectObject] { ids.compactMap { objects[$0] } }

    /// The configurations of the project or a target, and the name of the default one.
    func configurations(of id: String?) -> (list: [ProjectObject], fallback: String?) {
        guard let list = object(id) else { return ([], nil) }
        return (objects(list.texts("buildConfigurations")), list.text("defaultConfigurationName"))
    }

    var configurationList: String? { root?.text("buildConfigurationList") }

    /// The objects of one kind, in the order of their identifiers.
    func all(_ kind: String) -> [ProjectObject] {
        objects.values.filter { $0.kind == kind }.sorted { $0.id < $1.id }
    }

    /// Follows the groups from the main one, each once: a faulty project may have a circle.
    private func collectPaths() {
        var pending = [(root?.text("mainGroup") ?? "", Optional(folder))]
        var seen: Set<String> = []
        while let (id, parent) = pending.popLast() {
            guard seen.insert(id).inserted, let object = objects[id] else { continue }
            let path = place(of: object, in: parent)
            if let path { paths[id] = path }
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
