package import AttacheCore
import AttacheSystem
import Glibc

/// Loads policy files and applies each to the policy that it extends.
package struct PolicyLoader: Sendable {
    /// The policies that files may extend or replace, resolved: the built-in ones, or none.
    private let base: PolicySet

    package init(base: PolicySet = PolicySet()) {
        self.base = base
    }

    /// Loads files, which may extend each other in any order, and the base policies.
    package func load(files: [String]) -> LoadedPolicies {
        var sources: [PolicySource] = []
        var problems: [PolicyProblem] = []
        for file in files {
            do throws(PolicyFileError) {
                let bytes = try SmallFile.read(file, limit: YAMLLimits.byteCount)
                sources.append(try PolicySource(bytes, file: file))
            } catch {
                problems += error.problems
            }
        }
        return resolve(sources, unreadable: problems)
    }

    /// Loads every `.yaml` and `.yml` file of a directory, without its subdirectories.
    package func load(directory: String) -> LoadedPolicies {
        do {
            return load(files: try PolicyDirectory.files(in: directory))
        } catch {
            return LoadedPolicies(policies: base, loaded: [], problems: error.problems)
        }
    }

    /// Loads one policy from UTF-8 text; `file` is its name in problems.
    package func load(text: [UInt8], file: String) -> LoadedPolicies {
        do {
            return resolve([try PolicySource(text, file: file)], unreadable: [])
        } catch {
            return LoadedPolicies(policies: base, loaded: [], problems: error.problems)
        }
    }

    /// Reads the built-in policies from the canonical JSON of their files, in any order. Their rules are read when they
    /// are used; a problem of the text is a fault of the build, which the tests of the policies find.
    package static func builtIn(_ texts: [StaticString]) -> LoadedPolicies {
        var sources: [PolicySource] = []
        var problems: [PolicyProblem] = []
        for (place, text) in texts.enumerated() {
            let file = "built-in policy \(place + 1)"
            do throws(JSONError) {
                sources.append(try PolicySource(canonical: Array(text.description.utf8), file: file))
            } catch {
                problems.append(PolicyProblem(file: file, message: "\(error)", fix: "build it again"))
            }
        }
        return PolicyLoader().resolve(sources, unreadable: problems)
    }

    /// Returns the problems of policy files by file, line and column; empty when all are valid.
    package func check(files: [String]) -> [PolicyProblem] {
        load(files: files).problems
    }

    private func resolve(_ sources: [PolicySource], unreadable: [PolicyProblem]) -> LoadedPolicies {
        var resolver = PolicyResolver(base: base, sources: sources)
        let loaded = resolver.resolveAll()
        var policies = base
        for policy in loaded { policies.insert(policy) }
        let order = Dictionary(sources.enumerated().map { ($1.file, $0) }, uniquingKeysWith: min)
        let problems = resolver.problems.sorted { left, right in
            let (first, second) = (order[left.file] ?? 0, order[right.file] ?? 0)
            return first == second ? left.isBefore(right) : first < second
        }
        let texts = sources.compactMap { source in source.name.map { ($0, source.text) } }
        return LoadedPolicies(
            policies: policies,
            loaded: loaded,
            texts: Dictionary(texts, uniquingKeysWith: { $1 }),
            problems: unreadable + problems
        )
    }
}

package struct LoadedPolicies: Sendable {
    /// The base policies, with those of the files added or replaced.
    package var policies: PolicySet
    /// The policies of the files alone, in the order of the files; a file with errors is left out.
    package var loaded: [Policy]
    /// The text of each of these files by the policy's name.
    package var texts: [String: [UInt8]] = [:]
    package var problems: [PolicyProblem]

    package var errors: [PolicyProblem] { problems.filter { $0.severity == .block } }

    package var warnings: [PolicyProblem] { problems.filter { $0.severity != .block } }
}

package enum PolicyDirectory {
    /// Lists the policy files of a directory, sorted by name in byte order: names that end in `.yaml` or `.yml` and do
    /// not begin with a full stop, without subdirectories. Throws `PolicyProblem` naming the directory when it cannot
    /// be read.
    package static func files(in path: String) throws(PolicyFileError) -> [String] {
        guard let names = Paths.names(in: path) else {
            let code = errno
            var problem = SmallFile.problem(path, code)
            if code == ENOTDIR { problem.fix = "name a directory, or use --policy for a single file" }
            throw PolicyFileError(problems: [problem])
        }
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return names.filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { prefix + $0 }
    }
}
