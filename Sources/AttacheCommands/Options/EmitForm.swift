import ArgumentParser

/// Which part of a result is emitted.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// The whole result.
    case report
    /// What the device shows.
    case content
    /// What to send.
    case payload
}
