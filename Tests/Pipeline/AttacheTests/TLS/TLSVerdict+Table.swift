extension TLSVerdict {
    /// Server × dictionary → verdict.
    static let table: [TLSVerdict] = versions + suites + certificates + chains

    private static let versions = [
        TLSVerdict(
            "TLS 1.0 only",
            .tls10,
            Expectation.version(.empty, .tls11, .withoutSecrecy, .http, .httpWithoutSecrecy)
                + Expectation.attached(.tls10, .tls10WithoutSecrecy, .arbitraryLoads)
        ),
        TLSVerdict(
            "TLS 1.1 only",
            .tls11,
            Expectation.version(.empty, .tls13) + Expectation.attached(.tls11, .tls10, .arbitraryLoads)
        ),
        TLSVerdict(
            "TLS 1.2 only",
            .tls12,
            Expectation.attached(.empty, .tls10, .http) + Expectation.version(.tls13)
        ),
        TLSVerdict("TLS 1.3 only", .tls13, Expectation.attached(.empty, .tls13, .withoutSecrecy)),
    ]

    private static let suites = [
        TLSVerdict(
            "RSA key exchange only",
            .keyExchangeRSA,
            Expectation.secrecy(.empty, .tls10, .http)
                + Expectation.attached(.withoutSecrecy, .httpWithoutSecrecy, .arbitraryLoads)
        ),
        TLSVerdict(
            "RSA key exchange over TLS 1.0",
            .keyExchangeRSAOld,
            Expectation.version(.empty, .withoutSecrecy) + Expectation.secrecy(.tls10)
                + Expectation.attached(.tls10WithoutSecrecy, .arbitraryLoads)
        ),
        TLSVerdict(
            "RSA key exchange with a suite no longer listed",
            .keyExchangeRSAWithSHA256,
            Expectation.secrecy(.empty) + Expectation.suite(.withoutSecrecy)
                + Expectation.attached(.httpWithoutSecrecy)
        ),
        TLSVerdict(
            "Camellia",
            .camellia,
            Expectation.secrecy(.empty) + Expectation.suite(.withoutSecrecy)
                + Expectation.attached(.httpWithoutSecrecy)
        ),
        TLSVerdict(
            "DHE only",
            .keyExchangeDHE,
            Expectation.suite(.empty, .withoutSecrecy)
                + Expectation.attached(.httpWithoutSecrecy, .arbitraryLoads)
        ),
        TLSVerdict("Prefers what a device does not offer", .prefersWeak, Expectation.attached(.empty, .withoutSecrecy)),
    ]

    private static let certificates = [
        TLSVerdict(
            "RSA 1024",
            .rsa1024,
            Expectation.refused("ats.certificate-strength", -1200, .empty, .withoutSecrecy, .http)
                + Expectation.refused("fetch.certificate", -1202, .arbitraryLoads)
        ),
        TLSVerdict("RSA 2048", .rsa2048, Expectation.attached(.empty)),
        TLSVerdict("P-256", .p256, Expectation.attached(.empty)),
        TLSVerdict(
            "SHA-1 signature",
            .sha1,
            Expectation.refused("ats.certificate-strength", -1200, .empty, .tls10)
                + Expectation.refused("fetch.certificate", -1202, .arbitraryLoads)
        ),
        TLSVerdict("expired", .expired, Expectation.refused("fetch.certificate", -1201, .empty, .arbitraryLoads)),
        TLSVerdict(
            "not yet valid",
            .notYetValid,
            Expectation.refused("fetch.certificate", -1204, .empty, .arbitraryLoads)
        ),
        TLSVerdict("other name", .otherName, Expectation.refused("fetch.certificate", -1202, .empty, .arbitraryLoads)),
    ]

    private static let chains = [
        TLSVerdict("self-signed", .selfSigned, Expectation.refused("fetch.certificate", -1202, .empty, .http)),
        TLSVerdict(
            "unknown authority",
            .unknownAuthority,
            Expectation.refused("fetch.certificate", -1202, .empty, .arbitraryLoads)
        ),
        TLSVerdict("unknown root", .unknownRoot, Expectation.refused("fetch.certificate", -1203, .empty)),
        TLSVerdict("whole chain", .wholeChain, Expectation.attached(.empty)),
        TLSVerdict("incomplete chain", .incompleteChain, Expectation.refused("fetch.certificate", -1202, .empty)),
        TLSVerdict("revoked", .revoked, Expectation.attached(.empty)),
        TLSVerdict(
            "client certificate, TLS 1.2",
            .clientCertificate12,
            Expectation.refused("fetch.tls", -1206, .empty, .arbitraryLoads)
        ),
        TLSVerdict(
            "client certificate, TLS 1.3",
            .clientCertificate13,
            Expectation.refused("fetch.tls", -1206, .empty, .arbitraryLoads)
        ),
    ]
}
