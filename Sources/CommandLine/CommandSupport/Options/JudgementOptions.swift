import ArgumentParser
package import AttacheCommandLine

/// The option of every command that only judges: such a command ends with 4 for what it found.
package struct JudgementOptions: ParsableArguments {
    @Flag(help: "Exit with 0 whatever is found.")
    package var exitZero = false

    package init() {}

    /// The exit status of a run that found something wrong, or nothing.
    package func status(hasFound: Bool) -> CommandStatus { hasFound && !exitZero ? .fallback : .success }
}
