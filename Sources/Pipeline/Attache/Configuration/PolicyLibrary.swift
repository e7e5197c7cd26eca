package import AttacheCore
import PolicyFiles

/// The known policies: the built-in ones, and those of given directories and files.
package struct PolicyLibrary: Sendable {
    /// The policies, in the order of `auto`.
    package let policies: PolicySet
    /// The name of the policy in the given file.
    package let fileName: String?
    /// Warnings about the files; none makes a file unusable.
    package let warnings: [String]
    /// The text of each policy of a given directory or file.
    private let ownTexts: [String: [UInt8]]

    /// Loads the built-in policies, then those of directories and a file, which are added or replace those of the same
    /// name.
    package init(directories: [String] = [], file: String? = nil) throws(ConfigurationError) {
        var policies = Self.builtin
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

    /// Returns the text of a policy's file as written, or `nil` for an unknown name.
    package func text(of name: String) -> String? {
        ownTexts[name].map { String(decoding: $0, as: UTF8.self) } ?? BuiltinPolicies.text(of: name)
    }

    /// Checks policy files; returns one sentence for each problem, with file, line, key and fix: errors that make a
    /// file unusable, and warnings.
    package static func check(_ files: [String]) -> (errors: [String], warnings: [String]) {
        let problems = PolicyLoader(base: builtin).check(files: files)
        let errors = problems.filter { $0.severity == .block }
        return (errors.map(\.description), problems.filter { $0.severity != .block }.map(\.sentence))
    }

    private static var builtin: PolicySet { BuiltinPolicies.policies }
}

/// The policies of `policies/`, as they were at the build.
package enum BuiltinPolicies {
    private static let loaded = PolicyLoader.builtIn(EmbeddedFiles.policies.map(\.canonical))

    package static var policies: PolicySet { loaded.policies }

    /// The names, in the order in which `auto` tries them.
    package static var names: [String] { policies.names }

    /// What is wrong with the files; nothing in a program whose tests passed.
    package static var problems: [String] { loaded.problems.map(\.description) }

    /// Returns the text of a policy file as written, or `nil` when there is no such built-in policy.
    package static func text(of name: String) -> String? {
        loaded.loaded.firstIndex { $0.name == name }.map { EmbeddedFiles.policies[$0].text.description }
    }
}
