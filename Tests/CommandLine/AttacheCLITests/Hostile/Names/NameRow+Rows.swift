import AttacheCore
import AttacheTesting

extension NameRow {
    /// Cases 57 to 66 and 68.
    static let rows: [NameRow] = answers + changes + failures

    private static let answers =
        [
            NameRow(57, "10.0.0.1", .plain(.egressAddressDenied), addresses: [inside]).with { $0.questionCount = 2 },
            NameRow(57, "::1", .plain(.egressAddressDenied), addresses: [.v6(high: 0, low: 1)]),
            NameRow(57, "169.254.169.254", .plain(.egressAddressDenied), addresses: [.v4(0xA9FE_A9FE)]),
            NameRow(58, "two of one family", .plain(.egressMixedAnswers), addresses: [outside, inside]),
            NameRow(58, "the private one first", .plain(.egressMixedAnswers), addresses: [inside, outside]),
            NameRow(
                58,
                "a public A and a private AAAA",
                .plain(.egressMixedAnswers),
                addresses: [outside, .v6(high: 0xFD00_0000_0000_0000, low: 1)]
            ).with { $0.opensLoopback = false },
            NameRow(61, "10.0.0.1", .plain(.egressAddressDenied)) { _ in .alias("db.internal", [inside]) },
            NameRow(61, "where the alias is a public address", .attached) { _ in .alias("db.internal", [loopback]) },
            NameRow(61, "an alias of itself", .plain(.fetchHostNotFound)) { .alias($0.name, []) },
            NameRow(
                63,
                "10.0.0.1",
                .plain(.egressAddressDenied),
                addresses: [.v6(high: 0, low: 0xFFFF_0A00_0001)]
            ),
            NameRow(
                63,
                "NAT64",
                .plain(.egressAddressDenied),
                addresses: [.v6(high: 0x0064_FF9B_0000_0000, low: 0x0A00_0001)]
            ),
            NameRow(64, "5,000", .plain(.fetchResolveFailed)) { question in
                .addresses(
                    question.isVersion6
                        ? (0..<1_000).map { .v6(high: 0x2606_4700_0000_0000, low: $0) }
                        : (0..<4_000).map { .v4(0x0808_0000 + $0) }
                )
            },
            NameRow(64, "257", .plain(.fetchResolveFailed), addresses: Array(repeating: loopback, count: 257)),
            NameRow(64, "256, by TCP", .attached, addresses: Array(repeating: loopback, count: 256)),
        ]
        + ["127.0.0.1.nip.io", "lvh.me", "localtest.me"].map { host in
            NameRow(62, host, .plain(.egressAddressDenied), host: host, addresses: [loopback]).with {
                $0.opensLoopback = false
            }
        }

    private static let changes = [
        NameRow(59, "private the second time", .attached) {
            .addresses([$0.repetition == 0 ? loopback : inside])
        }.with { $0.questionCount = 2 },
        NameRow(60, "private the second time", .plain(.egressAddressDenied)) {
            .addresses([$0.repetition == 0 ? loopback : inside])
        }.with {
            $0.path = "/hop.png"
            $0.questionCount = 4
            $0.requestCount = 1
        },
        NameRow(60, "the same both times", .attached, addresses: [loopback]).with {
            $0.path = "/hop.png"
            $0.questionCount = 4
            $0.requestCount = 2
        },
    ]

    private static let failures = [
        NameRow(65, "NXDOMAIN", .plain(.fetchHostNotFound)) { _ in .code(3) }.with { $0.questionCount = 2 },
        NameRow(65, "no records of either family", .plain(.fetchHostNotFound), addresses: []),
        NameRow(66, "SERVFAIL", .plain(.fetchResolveFailed)) { _ in .code(2) },
        NameRow(66, "REFUSED", .plain(.fetchResolveFailed)) { _ in .code(5) },
        NameRow(66, "silence", .plain(.fetchDeadline)) { _ in .silence }.inShortTime,
        NameRow(66, "garbage", .plain(.fetchDeadline)) { _ in .garbage([UInt8](repeating: 0xFF, count: 100)) }
            .inShortTime,
        NameRow(66, "an answer after 30 s", .plain(.fetchDeadline)) { _ in
            .delayed(.seconds(30), .addresses([loopback]))
        }.inShortTime,
        NameRow(66, "an answer after 100 ms", .attached) { _ in
            .delayed(.milliseconds(100), .addresses([loopback]))
        },
        // c-ares repeats the query after 2 s.
        NameRow(66, "the first packets lost", .attached) {
            $0.repetition == 0 ? .silence : .addresses([loopback])
        },
        NameRow(68, "AAAA is silent", .plain(.fetchDeadline)) {
            $0.isVersion6 ? .silence : .addresses([loopback])
        }.inShortTime,
        NameRow(68, "A is silent", .plain(.fetchDeadline)) {
            $0.isVersion6 ? .addresses([.v6(high: 0x2606_4700_0000_0000, low: 1)]) : .silence
        }.inShortTime,
        NameRow(68, "AAAA fails", .plain(.fetchResolveFailed)) {
            $0.isVersion6 ? .code(2) : .addresses([loopback])
        },
        NameRow(68, "AAAA does not exist", .attached) { $0.isVersion6 ? .code(3) : .addresses([loopback]) },
    ]
}
