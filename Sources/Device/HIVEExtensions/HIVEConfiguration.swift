public import Attache
import AttacheSystem

/// The settings of Hive's extensions on Linux, which a test changes before it delivers a push.
public struct HIVEConfiguration: Sendable {
    /// The configuration of the pipeline that loads media, with the policy `hive`; a policy of your own has the keys of
    /// media where they are others.
    public var attache: AttacheConfiguration
    /// The keys of the group identifier, from the root of the payload, in order of preference.
    public var groupKeys: [[String]] = [["groupId"], ["hive", "groupId"]]
    /// The path of `hive_push_actions.json`; `nil` for that of the main bundle.
    public var actionsFile: String?
    /// The game's language, such as `ko`; `nil` for the first preferred one of the device.
    public var language: String?

    /// Creates the default settings, with the network and the permitted hosts of the process's variables, such as
    /// `ATTACHE_ALLOW_ADDRESS`.
    public init() {
        attache = AttacheConfiguration(extensionVariables: ProcessEnvironment.current)
        attache.policy = "hive"
    }
}

/// What Hive's service extension found in a push.
public struct HIVEReport: Sendable {
    /// The outcome: `attached` with media, and `plain` or `untouched` without.
    public let outcome: Outcome
    /// The reasons, the headline first.
    public let reasons: [Reason]
    /// The problems of `hive_push_actions.json`, a line each in the format of compilers.
    public let actionProblems: [String]
    /// Whether the push has audio, which the guide warns of: with an app that uses `AVAudioSession` it can restart the
    /// home screen.
    public let hasAudioHazard: Bool
    /// Whether only the thumbnail is shown, since the push has both media and buttons.
    public let showsThumbnailOnly: Bool
}
