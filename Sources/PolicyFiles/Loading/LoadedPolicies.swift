package import AttacheCore

/// What came of reading policy files.
package struct LoadedPolicies: Sendable {
    /// The policies there were before, with those of the files added or in their place.
    package var policies: PolicySet
    /// The policies of the files alone, in the order of the files; a file with errors is left out.
    package var loaded: [Policy]
    /// The text of each of these files by the policy's name.
    package var texts: [String: [UInt8]] = [:]
    /// Everything that is wrong with the files, by file, line and column.
    package var problems: [PolicyProblem]

    /// The problems for which a file cannot be used.
    package var errors: [PolicyProblem] { problems.filter { $0.severity == .block } }

    /// The problems that keep no file from being used.
    package var warnings: [PolicyProblem] { problems.filter { $0.severity != .block } }
}
