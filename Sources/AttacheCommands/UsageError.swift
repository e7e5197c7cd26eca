/// A wrong option, variable or configuration file: names the input, the place and the cure.
struct UsageError: Error, Equatable {
    /// Every problem found, one sentence each.
    let problems: [String]
}
