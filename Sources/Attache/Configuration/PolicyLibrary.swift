package import AttacheCore
import PolicyFiles

/// The known policies: the built-in ones, and those of directories and files that were named.
package struct PolicyLibrary: Sendable {
    /// The policies, in the order in which `auto` tries them.
    package let policies: PolicySet
    /// The name of the policy in the file that was named.
    package let fileName: String?
    /// What is suspicious about the files that were read, none of which keeps them from being used.
    package let warnings: [String]
    /// The text of each policy that a directory or file added or replaced.
    private let ownTexts: [String: [UInt8]]

    /// Loads the policies.
    ///
    /// - Parameters:
    ///   - directories: Directories whose policy files are added, or replace those of the same name.
    ///   - file: One more policy file, or `nil`.
    /// - Throws: `ConfigurationError` with every mistake in the files.
    package init(directories: [String] = [], file: String? = nil) throws(ConfigurationError) {
        var policies = try Self.builtin()
        var problems: [String] = []
        var warnings: [String] = []
        var ownTexts: [String: [UInt8]] = [:]
        var fileName: String?
        for directory in directories {
            let loaded = PolicyLoader(base: policies).load(directory: directory)
            policies = loaded.policies
            problems += loaded.errors.map(\.description)
            warnings += loaded.warnings.map(\.sentence)
            ownTexts.merge(loaded.texts) { $1 }
        }
        if let file {
            let loaded = PolicyLoader(base: policies).load(files: [file])
            policies = loaded.policies
            problems += loaded.errors.map(\.description)
            warnings += loaded.warnings.map(\.sentence)
            ownTexts.merge(loaded.texts) { $1 }
            fileName = loaded.loaded.first?.name
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        self.policies = policies
        self.fileName = fileName
        self.warnings = warnings
        self.ownTexts = ownTexts
    }

    /// The text of a policy's file.
    ///
    /// - Parameter name: The policy's name.
    /// - Returns: The text as written, or `nil` when there is no such policy.
    package func text(of name: String) -> String? {
        ownTexts[name].map { String(decoding: $0, as: UTF8.self) } ?? BuiltinPolicies.text(of: name)
    }

    /// Everything that is wrong with policy files or suspicious about them.
    ///
    /// - Parameter files: Paths of policy files.
    /// - Returns: One sentence for each, with file, line, key and cure: those for which a file cannot be used, and the
    ///   others.
    package static func check(_ files: [String]) -> (errors: [String], warnings: [String]) {
        do throws(ConfigurationError) {
            let problems = PolicyLoader(base: try builtin()).check(files: files)
            let errors = problems.filter { $0.severity == .block }
            return (errors.map(\.description), problems.filter { $0.severity != .block }.map(\.sentence))
        } catch {
            return (error.problems, [])
        }
    }

    private static func builtin() throws(ConfigurationError) -> PolicySet {
        do throws(ConfigurationError) {
            return PolicySet(try BuiltinPolicies.policies())
        } catch {
            // The build has read every path, so this is a damaged binary.
            throw ConfigurationError(problems: ["The built-in policies cannot be read: \(error)."])
        }
    }
}
