package import AttacheCore

/// A pipeline from files that were read anew.
package struct PipelineSnapshot: Sendable {
    /// What works on items from now on.
    package let pipeline: Pipeline
    /// The policies that it knows.
    package let policies: PolicySet
    /// The networks that it knows.
    package let networks: [Network]
    /// What is suspicious about the files, one sentence each.
    package let warnings: [String]
}
