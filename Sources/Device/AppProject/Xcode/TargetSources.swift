import ExtensionSources

/// The source files of a target: those of its build phase, and those in folders that Xcode keeps in step with it.
struct TargetSources {
    private static let kinds = [".swift", ".m", ".mm"]

    /// In the order of their paths.
    private(set) var paths: [String] = []
    /// Whether all of them were found: a generated file, or one of another repository, may hold anything.
    private(set) var isListed = true
    private let files: ProjectFiles

    init(_ target: ProjectTarget) {
        let project = target.project
        files = project.files
        var found: Set<String> = []
        for phase in target.phases where phase.kind == "PBXSourcesBuildPhase" {
            for file in project.objects(phase.texts("files")) {
                guard let id = file.text("fileRef"), let reference = project.object(id) else {
                    if file.text("productRef") == nil { isListed = false }
                    continue
                }
                guard reference.kind == "PBXFileReference" else { continue }
                guard let path = project.paths[id] else {
                    isListed = false
                    continue
                }
                if Self.isSource(path) { found.insert(path) }
            }
        }
        let own = Set(target.object.texts("fileSystemSynchronizedGroups"))
        let exceptions = project.exceptions[target.object.id] ?? [:]
        for id in own.union(exceptions.keys).sorted() {
            guard let group = project.object(id), group.kind == XcodeProject.synchronizedFolder else { continue }
            add(group, isOwner: own.contains(id), except: exceptions[id] ?? [], in: project, to: &found)
        }
        paths = found.sorted()
    }

    /// The files that were found, divided into tokens.
    var scanned: [SourceFile] { paths.compactMap { files.source($0) } }

    /// Adds what of a folder is the target's: all but the exceptions where the folder is the target's, else only those.
    private mutating func add(
        _ group: ProjectObject,
        isOwner: Bool,
        except sets: [ProjectObject],
        in project: XcodeProject,
        to found: inout Set<String>
    ) {
        guard let folder = project.paths[group.id], files.isFolder(folder) else {
            isListed = false
            return
        }
        let exceptions = Set(sets.flatMap { $0.texts("membershipExceptions") }.compactMap { files.join(folder, $0) })
        func isException(_ path: String) -> Bool {
            exceptions.contains(path)
                || path.indices.contains { path[$0] == "/" && exceptions.contains(String(path[..<$0])) }
        }
        for path in files.list(below: folder) where Self.isSource(path) && isException(path) != isOwner {
            found.insert(path)
        }
        if files.isCut { isListed = false }
    }

    private static func isSource(_ path: String) -> Bool { kinds.contains { path.hasSuffix($0) } }
}
