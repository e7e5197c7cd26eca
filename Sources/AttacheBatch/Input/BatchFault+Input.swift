extension BatchError {
    /// What was read of standard input cannot be read again.
    static let changedStandardInput = BatchError(
        .environment,
        "Standard input is not what this run began with. Send the same again, or use --fresh."
    )

    /// Somebody writes to an input.
    static func changedMeanwhile(_ source: String) -> BatchError {
        BatchError(.environment, "\(source) has changed while it was being read. Run the same again.")
    }
}
