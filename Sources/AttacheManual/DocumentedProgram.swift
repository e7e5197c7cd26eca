package import ArgumentParser

/// The root command of a program that prints its own man page and completions.
package protocol DocumentedProgram: ParsableCommand {
    /// The version, as the man page tells it.
    static var productVersion: String { get }
    /// Man pages to read besides, such as `attached(1)`.
    static var relatedPages: [String] { get }
}
