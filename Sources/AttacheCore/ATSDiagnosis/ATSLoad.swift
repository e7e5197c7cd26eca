/// One of the loads of a diagnosis: what is tried, under which dictionary.
package struct ATSLoad: Sendable, Equatable {
    /// The heading that `nscurl` puts above it and its neighbours.
    package let section: String
    /// What `nscurl` calls it.
    package let name: String
    /// The dictionary that is tried.
    package let dictionary: ATSDictionary
}

/// How one load ended.
package struct ATSLoadResult: Sendable, Equatable {
    /// What was negotiated and presented, where a handshake ended.
    package var session: TLSSession?
    /// The address that was dialled, where one was.
    package var address: IPAddress?
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// The URL at which it ended: the last of the redirects, or the one that was refused.
    package var url: MediaURL
    /// Connections that were made for it; 0 where one of an earlier load served.
    package var connectionCount = 0
    /// Whether it was made at all, and not answered by an earlier load that found nobody to connect to.
    package var isMade = true

    /// Whether the resource loaded; its HTTP status plays no part.
    package var passes: Bool { !reasons.contains { $0.severity == .block } }

    /// Whether it failed where no dictionary has a say, such as in the lookup of the name.
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
    /// The sixteen loads of `nscurl --ats-diagnostics`, in its order and under its names.
    ///
    /// - Parameters:
    ///   - host: The host of the URL, which every exception is for.
    ///   - terms: The dictionary whose release and readings hold; its keys do not.
    /// - Returns: Sixteen loads.
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
            add(
                "Configuring TLS exceptions with PFS disabled for \(host)",
                "\(version.rawValue) with PFS disabled"
            ) {
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
    /// The host as a key of `NSExceptionDomains`; addresses stand there without brackets.
    var exceptionKey: String {
        switch self {
        case .name(let name): name
        case .address(let address): "\(address)"
        }
    }
}
