/// Values of `--report` that cannot be followed.
package struct ReportRequestError: Error, Equatable {
    /// Every problem found, one sentence each.
    package let problems: [String]
}
