import ArgumentParser

/// What a batch makes of an earlier run in its output directory.
enum BatchStart: String, EnumerableFlag {
    /// It goes on where that ended.
    case resume
    /// It forgets it.
    case fresh

    static func help(for value: BatchStart) -> ArgumentHelp? {
        switch value {
        case .resume: "Go on where an earlier run of the same ended (default)."
        case .fresh: "Forget an earlier run in the directory and start over."
        }
    }
}
