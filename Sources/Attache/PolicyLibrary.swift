package import AttacheCore
import PolicyFiles

/// The known policies: the built-in ones, and those of directories and files that were named.
package struct PolicyLibrary: Sendable {
    /// The policies, in the order in which `auto` tries them.
    package let policies: PolicySet
    /// The name of the policy in the file that was named.
    package let fileName: String?
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
        var ownTexts: [String: [UInt8]] = [:]
        var fileName: String?
        for directory in directories {
            let loaded = PolicyLoader(base: policies).load(directory: directory)
            policies = loaded.policies
            problems += loaded.errors.map(\.description)
            ownTexts.merge(loaded.texts) { $1 }
        }
        if let file {
            let loaded = PolicyLoader(base: policies).load(files: [file])
            policies = loaded.policies
            problems += loaded.errors.map(\.description)
            ownTexts.merge(loaded.texts) { $1 }
            fileName = loaded.loaded.first?.name
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        self.policies = policies
        self.fileName = fileName
        self.ownTexts = ownTexts
    }

    /// The text of a policy's file.
    ///
    /// - Parameter name: The policy's name.
    /// - Returns: The text as written, or `nil` when there is no such policy.
    package func text(of name: String) -> String? {
        ownTexts[name].map { String(decoding: $0, as: UTF8.self) } ?? BuiltinPolicies.text(of: name)
    }

    /// Every mistake in policy files.
    ///
    /// - Parameter files: Paths of policy files.
    /// - Returns: One sentence for each mistake, with file, line, key and cure.
    package static func problems(in files: [String]) -> [String] {
        do throws(ConfigurationError) {
            return PolicyLoader(base: try builtin()).check(files: files).map(\.description)
        } catch {
            return error.problems
        }
    }

    private static func builtin() throws(ConfigurationError) -> PolicySet {
        do throws(JSONPathError) {
            return PolicySet(try BuiltinPolicies.policies())
        } catch {
            // The build has read every path, so this is a damaged binary.
            throw ConfigurationError(problems: ["The built-in policies cannot be read: \(error)."])
        }
    }
}
