package import AttacheCore

/// Reads policy files and puts each onto the policy that it extends.
package struct PolicyLoader: Sendable {
    /// The policies that files may extend, add to and replace.
    private let base: PolicySet

    /// Creates a loader.
    ///
    /// - Parameter base: The policies there are already, resolved: the built-in ones, or none.
    package init(base: PolicySet = PolicySet()) {
        self.base = base
    }

    /// Reads files; they may extend each other in any order, and the policies there were before.
    ///
    /// - Parameter files: The paths.
    /// - Returns: The policies and every problem of every file.
    package func load(files: [String]) -> LoadedPolicies {
        var sources: [PolicySource] = []
        var problems: [PolicyProblem] = []
        for file in files {
            do throws(PolicyProblem) {
                let bytes = try SmallFile.read(file, limit: YAMLLimits.byteCount)
                sources.append(try PolicySource(bytes, file: file))
            } catch {
                problems.append(error)
            }
        }
        return resolve(sources, unreadable: problems)
    }

    /// Reads every policy file of a directory.
    ///
    /// - Parameter directory: The path; only `.yaml` and `.yml` are read, subdirectories are not entered.
    /// - Returns: The policies and every problem of every file.
    package func load(directory: String) -> LoadedPolicies {
        do {
            return load(files: try PolicyDirectory.files(in: directory))
        } catch {
            return LoadedPolicies(policies: base, loaded: [], problems: [error])
        }
    }

    /// Reads one policy from memory.
    ///
    /// - Parameters:
    ///   - text: The content of a policy file, UTF-8.
    ///   - file: What to call it in problems.
    /// - Returns: The policies and every problem.
    package func load(text: [UInt8], file: String) -> LoadedPolicies {
        do {
            return resolve([try PolicySource(text, file: file)], unreadable: [])
        } catch {
            return LoadedPolicies(policies: base, loaded: [], problems: [error])
        }
    }

    /// Says everything that is wrong with policy files.
    ///
    /// - Parameter files: The paths.
    /// - Returns: The problems by file, line and column; empty when all are good.
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
            (order[left.file] ?? 0, left.line ?? 0, left.column ?? 0)
                < (order[right.file] ?? 0, right.line ?? 0, right.column ?? 0)
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
