package import AttacheCore
import AttacheSystem
import Glibc

/// A library in Swift of the app or of a vendor: its sources are compiled with the extension, which imports it by its name.
package struct SourceModule: Sendable {
    package let name: String
    package let sources: ExtensionSources
    /// The other libraries that it needs, those that they need in turn before them.
    private(set) var needs: [String] = []

    /// Reads the values of `--module`, each a name and a folder; throws `ConfigurationError` with all problems.
    ///
    /// Returns each module behind those that it imports. `paths` are those of the extensions, which may be in the folder of
    /// a module, and are no part of it; nor is a module in the folder of another one.
    package static func read(_ values: [String], besides paths: [String] = []) throws(ConfigurationError)
        -> [SourceModule]
    {
        var problems: [String] = []
        var folders: [(name: String, path: String)] = []
        for value in values {
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            let isTwice = parts.count == 2 && folders.contains { $0.name == parts[0] }
            if let problem = parts.count == 2
                ? problem(withName: parts[0]) : "it is not a name and a folder; use \(example)"
            {
                problems.append("invalid --module \"\(value)\": \(problem).")
            } else if isTwice {
                problems.append("invalid --module \"\(value)\": \(parts[0]) is given twice; use one folder for it.")
            } else {
                folders.append((parts[0], parts[1]))
            }
        }
        let names = Set(folders.map(\.name))
        var modules: [SourceModule] = []
        for (name, path) in folders {
            do throws(SystemCallError) {
                let sources = try ExtensionSources(
                    [path],
                    importing: names.subtracting([name]),
                    besides: paths + folders.map(\.path)
                )
                modules.append(SourceModule(name: name, sources: sources))
                if let problem = problem(with: sources, name) {
                    problems.append("invalid --module \"\(name)=\(path)\": \(problem).")
                }
            } catch {
                problems.append(
                    "invalid --module \"\(name)=\(path)\": \(error.path ?? path) cannot be read: \(error.message); use the "
                        + "folder of its Swift files."
                )
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return try ordered(modules)
    }

    private static let example = "NAME=DIR, such as Shared=../Shared/Sources/Shared"

    private static func problem(withName name: String) -> String? {
        guard ModuleName.isWord(name) else {
            return "\(name) is not a name of a module; use a letter, then letters, digits and _, such as Shared"
        }
        return ModuleName.holder(of: name).map { "\(name) is \($0); use another name, or leave the option out" }
    }

    private static func problem(with sources: ExtensionSources, _ name: String) -> String? {
        let path = sources.root
        // The tests of a package are not part of its module.
        if unsafe access("\(path)/Package.swift", F_OK) == 0 {
            return "\(path) is a package; use the folder of one target, such as \(path)/Sources/\(name)"
        }
        return sources.files.isEmpty ? "there are no Swift files in \(path); use a library in pure Swift" : nil
    }

    /// Places each module behind those that it imports.
    private static func ordered(_ modules: [SourceModule]) throws(ConfigurationError) -> [SourceModule] {
        let names = modules.map(\.name)
        let imports = modules.map { module in
            module.sources.importedModules.intersection(names).subtracting([module.name]).sorted()
        }
        var rest = Dictionary(uniqueKeysWithValues: zip(names, imports))
        var ordered: [SourceModule] = []
        while let name = names.first(where: { rest[$0]?.allSatisfy { rest[$0] == nil } ?? false }) {
            var module = modules[names.firstIndex(of: name) ?? 0]
            let direct = Set(rest.removeValue(forKey: name) ?? [])
            module.needs = Self.names(direct, with: ordered)
            ordered.append(module)
        }
        guard let start = names.first(where: { rest[$0] != nil }) else { return ordered }
        // Each of the rest imports another one of the rest, so that the way ends where it was before.
        var way = [start]
        while let next = rest[way[way.count - 1]]?.first(where: { rest[$0] != nil }) {
            if let first = way.firstIndex(of: next) {
                way = Array(way[first...]) + [next]
                break
            }
            way.append(next)
        }
        let links = zip(way, way.dropFirst()).map { "\($0) imports \($1)" }.joined(separator: ", ")
        throw ConfigurationError(problems: ["invalid --module: \(links); use modules that do not import each other."])
    }

    /// The names of modules and of what they need, in the order of `modules`.
    static func names(_ direct: Set<String>, with modules: [SourceModule]) -> [String] {
        let all = modules.filter { direct.contains($0.name) }.reduce(into: direct) { $0.formUnion($1.needs) }
        return modules.map(\.name).filter(all.contains)
    }
}
