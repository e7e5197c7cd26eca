import ArgumentParser
import AttacheCore

/// How long a run remembers verdicts.
enum VerdictCacheLifetime: ExpressibleByArgument, Equatable {
    /// To its end.
    case run
    /// For a while, zero or longer.
    case time(Duration)

    init?(argument: String) {
        if argument == "run" {
            self = .run
        } else if let amount = try? TimeAmount(parsing: argument) {
            self = .time(amount.duration)
        } else {
            return nil
        }
    }
}
