import Testing

@testable import AttacheCommandLine

@Suite(.timeLimit(.minutes(1)))
struct SettingLookupTests {
    private func lookup(_ flags: FlagValues = FlagValues()) -> SettingLookup {
        SettingLookup(
            flags: flags,
            environment: ["ATTACHE_NETWORK": "lte", "ATTACHE_DENY_HOST": "a,b", "ATTACHE_LINK": ""],
            file: [
                "network": [Setting(text: "edge", origin: "c:1")], "policy": [Setting(text: "hive", origin: "c:2")],
                "link": [Setting(text: "off", origin: "c:3")],
            ]
        )
    }

    @Test(arguments: [
        ("network", "3g" as String?, "3g", "--network"), ("network", nil, "lte", "ATTACHE_NETWORK"),
        ("policy", nil, "hive", "c:2"), ("link", nil, "off", "c:3"),
    ])
    func flagBeforeEnvironmentBeforeFile(_ name: String, flag: String?, text: String, origin: String) {
        #expect(lookup(FlagValues(single: [name: flag])).value(name) == Setting(text: text, origin: origin))
    }

    @Test func whatNobodySaidIsNil() {
        #expect(lookup().value("deadline") == nil)
    }

    @Test func repeatedOptions() {
        #expect(lookup().values("deny-host").map(\.text) == ["a", "b"])
        #expect(lookup(FlagValues(repeated: ["deny-host": ["c"]])).values("deny-host").map(\.text) == ["c"])
    }
}
