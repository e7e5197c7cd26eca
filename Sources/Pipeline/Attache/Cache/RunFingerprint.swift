import AttacheCore
import AttacheSystem
import MediaRepair
import MediaStore

/// A digest of each part of a configuration, so that a later run can report the parts that changed.
package struct RunFingerprint: Sendable, Equatable {
    package struct Component: Sendable, Hashable {
        /// The name, such as `egress`; the same in every version.
        package let name: String
        /// SHA-256 of the content, in lower-case hexadecimal; the same in every process.
        package let digest: String
    }

    /// The parts, always in the same order.
    package let components: [Component]

    /// Computes the fingerprint of a configuration as passed to `withAttache`.
    package init(_ configuration: AttacheConfiguration) throws(ConfigurationError) {
        self.init(configuration, try ResolvedConfiguration(configuration))
    }

    init(_ configuration: AttacheConfiguration, _ resolved: ResolvedConfiguration) {
        let digester = ContentDigester()
        func component(_ name: String, _ write: (inout JSONWriter) -> Void) -> Component {
            var writer = JSONWriter(capacity: 4096)
            writer.beginArray()
            write(&writer)
            writer.endArray()
            return Component(name: name, digest: digester.digest(of: writer.bytes))
        }
        components = [
            component("policies") { writer in
                writer.string(resolved.policy)
                PolicySetFingerprint.write(resolved.policies, to: &writer)
            },
            component("network") { writer in
                writer.string(resolved.network)
                for network in resolved.networks { NetworkFingerprint.write(network, to: &writer) }
            },
            component("link") { $0.string(configuration.link.rawValue) },
            component("deadline") { writer in
                guard let deadline = configuration.deadline else { return }
                writer.integer(deadline.components.seconds)
                writer.integer(deadline.components.attoseconds)
            },
            component("info-plist") { writer in
                if let ats = resolved.ats { ATSDictionaryFingerprint.write(ats, to: &writer) }
            },
            component("egress") { EgressPolicyFingerprint.write(resolved.egress, to: &$0) },
            component("cacert") { writer in
                if let digest = AuthorityFile.digest(of: configuration) { writer.string(digest) }
            },
            component("proxy") { writer in
                if let proxy = configuration.proxy { writer.string(proxy) }
            },
            component("dns-servers") { writer in
                for server in configuration.dnsServers { writer.string(server) }
            },
            component("rehost") { writer in
                guard let links = resolved.links else { return }
                writer.string(links.base)
                // Not the keys, which rotate: their links stay valid.
                if links.keys != nil { writer.string("signed") }
            },
            component("media-store") { writer in
                guard let location = resolved.bucket?.location else { return }
                for part in [location.scheme, location.authority, location.bucket, location.prefix] {
                    writer.string(part)
                }
            },
            component("repair") { writer in
                if configuration.repair != .off { writer.string(MediaRepairer.version) }
            },
            component("version") { $0.string(AttacheVersion.text) },
        ]
    }
}

/// The file of trusted certificate authorities of a configuration.
enum AuthorityFile {
    /// Returns the digest of the file's content, its path when it cannot be read (every https load fails then), or
    /// `nil` for the system's authorities.
    static func digest(of configuration: AttacheConfiguration) -> String? {
        guard let path = configuration.certificateAuthorityFile else { return nil }
        do throws(SystemCallError) {
            return try LocalMediaFile(path).digest()
        } catch {
            return path
        }
    }
}
