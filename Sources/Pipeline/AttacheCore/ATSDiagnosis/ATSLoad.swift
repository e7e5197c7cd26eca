/// One load of a diagnosis under a dictionary.
package struct ATSLoad: Sendable, Equatable {
    /// The heading of the load in the output of `nscurl`.
    package let section: String
    /// The name of the load in the output of `nscurl`.
    package let name: String
    package let dictionary: ATSDictionary
}

/// The result of one load.
package struct ATSLoadResult: Sendable, Equatable {
    /// The negotiated session, if a handshake completed.
    package var session: TLSSession?
    /// The dialled address, if any.
    package var address: IPAddress?
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// The final URL: the last redirect target, or the refused one.
    package var url: MediaURL
    /// Connections made for this load; 0 if it reused one.
    package var connectionCount = 0
    /// Whether the load was made, not skipped because an earlier one could not connect.
    package var isMade = true

    /// Whether the resource loaded; the HTTP status does not matter.
    package var passes: Bool { !reasons.contains { $0.severity == .block } }

    /// Whether the load failed for a reason that no dictionary affects, such as the lookup of the name.
    package var isUnrelatedToATS: Bool {
        reasons.contains { reason in
            reason.severity == .block
                && (["egress", "url"].contains(reason.code.stage) || Self.unconnected.contains(reason.code))
        }
    }

    private static let unconnected: Set<ReasonCode> = [
        .fetchHostNotFound, .fetchResolveFailed, .fetchConnect, .fetchDeadline, .fetchCancelled,
    ]
}

extension ATSLoad {
    /// The sixteen loads of `nscurl --ats-diagnostics` for a host, in its order and with its names; only the release
    /// and readings of `terms` apply, not its keys.
    package static func sixteen(for host: MediaHost, withReadings terms: ATSDictionary = ATSDictionary()) -> [ATSLoad] {
        var empty = ATSDictionary().withReadings(of: terms)
        empty.unknownKeys = []
        var everything = empty
        everything.allowsArbitraryLoads = true
        var loads = [
            ATSLoad(section: "Default ATS Secure Connection", name: "ATS Default Connection", dictionary: empty),
            ATSLoad(section: "Allowing Arbitrary Loads", name: "Allow All Loads", dictionary: everything),
        ]
        func add(_ section: String, _ name: String, _ change: (inout ATSDictionary.ExceptionDomain) -> Void) {
            var rules = ATSDictionary.ExceptionDomain()
            change(&rules)
            var dictionary = empty
            dictionary.exceptionDomains[host.exceptionKey] = rules
            loads.append(ATSLoad(section: section, name: name, dictionary: dictionary))
        }
        let versions = TLSVersion.allCases.reversed()
        for version in versions {
            add("Configuring TLS exceptions for \(host)", version.rawValue) { $0.minimumTLSVersion = version }
        }
        add("Configuring PFS exceptions for \(host)", "Disabling Perfect Forward Secrecy") {
            $0.requiresForwardSecrecy = false
        }
        add(
            "Configuring PFS exceptions and allowing insecure HTTP for \(host)",
            "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP"
        ) {
            $0.requiresForwardSecrecy = false
            $0.allowsInsecureHTTPLoads = true
        }
        for version in versions {
            add("Configuring TLS exceptions with PFS disabled for \(host)", "\(version.rawValue) with PFS disabled") {
                $0.minimumTLSVersion = version
                $0.requiresForwardSecrecy = false
            }
        }
        for version in versions {
            add(
                "Configuring TLS exceptions with PFS disabled and insecure HTTP allowed for \(host)",
                "\(version.rawValue) with PFS disabled and insecure HTTP allowed"
            ) {
                $0.minimumTLSVersion = version
                $0.requiresForwardSecrecy = false
                $0.allowsInsecureHTTPLoads = true
            }
        }
        return loads
    }
}

extension MediaHost {
    /// The host as a key of `NSExceptionDomains`; addresses have no brackets.
    var exceptionKey: String {
        switch self {
        case .name(let name): name
        case .address(let address): "\(address)"
        }
    }
}
