import Attache
import AttacheCore
import AttacheDatabase
import CommandSupport

extension RunIdentity {
    /// The options that the results of a batch depend on besides its inputs. The version is not included: a run of
    /// several days continues after an update with its earlier results.
    init(_ configuration: AttacheConfiguration, form: OutputFormat, urls: URLForm) throws {
        var members = try RunFingerprint(configuration).components.compactMap { component in
            Self.words(component.name).map { Member(name: $0, value: component.digest) }
        }
        // Results refer to files in it.
        members.append(Member(name: "--store", value: try configuration.storePath()))
        members.append(Member(name: "--emit", value: form.rawValue))
        // The ledger of a run without them has no queries that a report could show.
        if urls == .withQuery { members.append(Member(name: "--show-queries", value: "on")) }
        self.init(members: members)
    }

    /// The options that set a part of the configuration; `nil` for the version.
    private static func words(_ component: String) -> String? {
        switch component {
        case "policies": "--policy, --policies or --media"
        case "egress": "--allow-address, --allow-port, --allow-host or --deny-host"
        case "dns-servers": "--dns-server"
        case "rehost": "--rehost or --rehost-sign"
        case "media-store": "--media-store or --media-store-endpoint"
        case "version": nil
        default: "--\(component)"
        }
    }
}
