extension BatchFault {
    /// What was read of standard input cannot be read again.
    static let changedStandardInput = BatchFault(
        .surroundings,
        "Standard input is not what this run began with. Send the same again, or use --fresh."
    )

    /// Somebody writes to an input.
    static func changedMeanwhile(_ source: String) -> BatchFault {
        BatchFault(.surroundings, "\(source) has changed while it was being read. Run the same again.")
    }
}
