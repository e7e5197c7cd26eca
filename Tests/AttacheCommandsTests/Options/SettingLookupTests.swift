import Testing

@testable import AttacheCommands

@Suite(.timeLimit(.minutes(1)))
struct SettingLookupTests {
    private let lookup = SettingLookup(
        environment: ["ATTACHE_NETWORK": "lte", "ATTACHE_DENY_HOST": "a,b", "ATTACHE_LINK": ""],
        file: [
            "network": [Setting(text: "edge", origin: "c:1")], "policy": [Setting(text: "hive", origin: "c:2")],
            "link": [Setting(text: "off", origin: "c:3")],
        ]
    )

    @Test(arguments: [
        ("network", "3g" as String?, "3g", "--network"), ("network", nil, "lte", "ATTACHE_NETWORK"),
        ("policy", nil, "hive", "c:2"), ("link", nil, "off", "c:3"),
    ])
    func flagBeforeEnvironmentBeforeFile(_ name: String, flag: String?, text: String, origin: String) {
        #expect(lookup.value(name, flag: flag) == Setting(text: text, origin: origin))
    }

    @Test func whatNobodySaidIsNil() {
        #expect(lookup.value("deadline", flag: nil) == nil)
    }

    @Test func repeatedOptions() {
        #expect(lookup.values("deny-host", flags: []).map(\.text) == ["a", "b"])
        #expect(lookup.values("deny-host", flags: ["c"]).map(\.text) == ["c"])
    }
}
