import Attache
import AttacheOptions

/// What the options mean: the configuration and how to talk, after environment, file and defaults.
struct RunSettings {
    var configuration: AttacheConfiguration
    /// Payloads worked on at once, at least 1.
    var jobs: Int
    var diagnostics: Diagnostics
    var color: ColorChoice
    var environment: [String: String]
}
