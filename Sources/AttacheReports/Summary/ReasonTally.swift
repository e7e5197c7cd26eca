package import AttacheCore

/// How often one reason was given in a run.
package struct ReasonTally: Sendable, Equatable {
    /// The code.
    package var code: ReasonCode
    /// How much it weighed.
    package var severity: Severity
    /// Items that it was given for, each once.
    package var itemCount: Int
    /// Items whose outcome it decided.
    package var headlineCount: Int
    /// The source of the first item that it was given for.
    package var exampleSource: String
    /// What was said of that item.
    package var exampleMessage: String
    /// What that item's sender can change, where something can be changed.
    package var exampleFix: String?

    /// Creates a tally.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - severity: How much it weighed.
    ///   - itemCount: Items that it was given for.
    ///   - headlineCount: Items whose outcome it decided.
    ///   - exampleSource: The source of one item.
    ///   - exampleMessage: What was said of that item.
    ///   - exampleFix: What that item's sender can change.
    package init(
        code: ReasonCode,
        severity: Severity,
        itemCount: Int,
        headlineCount: Int,
        exampleSource: String,
        exampleMessage: String,
        exampleFix: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.itemCount = itemCount
        self.headlineCount = headlineCount
        self.exampleSource = exampleSource
        self.exampleMessage = exampleMessage
        self.exampleFix = exampleFix
    }
}
