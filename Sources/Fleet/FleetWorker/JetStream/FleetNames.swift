/// The subjects and streams of a fleet, which all have its name.
package struct FleetNames: Sendable, Equatable {
    /// The name, such as `attache`.
    package let fleet: String

    /// Returns `nil` for a name that cannot be part of a subject and of a stream's name.
    package init?(_ fleet: String) {
        guard Self.isToken(fleet), fleet.utf8.count <= 32 else { return nil }
        self.fleet = fleet
    }

    private init(checked fleet: String) { self.fleet = fleet }

    package static let standard = FleetNames(checked: "attache")

    /// The subject of a tenant's payloads; `*` for those of all tenants.
    package func work(_ tenant: String) -> String { "\(fleet).work.\(tenant)" }

    /// The subject of a tenant's results.
    package func results(_ tenant: String) -> String { "\(fleet).results.\(tenant)" }

    /// The subject of a tenant's payloads that have no result; `*` for those of all tenants. Payloads of what is no tenant
    /// have one together, which is none of a tenant.
    package func dead(_ tenant: String) -> String {
        "\(fleet).dead.\(tenant == "*" || Self.isToken(tenant) ? tenant : Self.noTenant)"
    }

    private static let noTenant = "~"

    package var workStream: String { stream("WORK") }
    package var resultStream: String { stream("RESULTS") }
    package var deadStream: String { stream("DEAD") }

    /// The key-value bucket of verdicts that workers share.
    package var verdictBucket: String { "\(fleet)-verdicts" }

    private func stream(_ part: String) -> String { "\(fleet.uppercased())_\(part)" }

    /// The tenant of a payload: the last token of its subject.
    func tenant(of subject: String) -> String { subject.split(separator: ".").last.map(String.init) ?? "" }

    /// Whether a text is one token of a subject that is also allowed in the name of a stream or consumer.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
