import Attache
import AttacheCore
import AttacheDatabase

extension RunIdentity {
    /// What the results of a batch depend on besides its inputs, in the words of the command line.
    ///
    /// The version is no part of it: a run that takes days goes on after an update, and what was found before stands.
    ///
    /// - Parameters:
    ///   - configuration: What the options mean.
    ///   - form: What is emitted.
    /// - Throws: `ConfigurationError` with every problem of the configuration, `SurroundingsError` when the store has no
    ///   path.
    init(_ configuration: AttacheConfiguration, form: OutputFormat) throws {
        var members = try RunFingerprint(configuration).components.compactMap { component in
            Self.words(component.name).map { Member(name: $0, value: component.digest) }
        }
        // Results point into it.
        members.append(Member(name: "--store", value: try configuration.storePath()))
        members.append(Member(name: "--emit", value: form.rawValue))
        self.init(members: members)
    }

    /// The options that decide a part of the configuration; `nil` for the version.
    private static func words(_ component: String) -> String? {
        switch component {
        case "policies": "--policy or --policies"
        case "egress": "--allow-address, --allow-port, --allow-host or --deny-host"
        case "dns-servers": "--dns-server"
        case "version": nil
        default: "--\(component)"
        }
    }
}
