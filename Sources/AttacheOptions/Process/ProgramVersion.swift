import Attache

/// What `--version` tells.
package enum ProgramVersion {
    /// The version, with those of the libraries when somebody asks.
    ///
    /// The libraries are asked only then: loading what they need takes longer than everything else at a start.
    ///
    /// - Parameter arguments: The process's arguments.
    /// - Returns: The text.
    package static func text(of arguments: [String]) -> String {
        arguments.contains("--version") ? AttacheVersion.description : AttacheVersion.text
    }
}
