import TestWidth
import Testing

@testable import AttacheCore

@Suite("Cache-Control", .inProcess, .timeLimit(.minutes(1)))
struct CacheControlTests {
    @Test(
        arguments: [
            (["max-age=60"], 60), (["public, max-age=60"], 60), (["MAX-AGE=60"], 60), ([" max-age=60 "], 60),
            (["max-age=\"60\""], 60), (["max-age=0"], 0), (["max-age=60, max-age=30"], 30),
            (["max-age=30", "max-age=60"], 30),
            (["max-age=x"], 0), (["max-age=-1"], 0), (["max-age="], 0), (["max-age"], 0), (["max-age=1.5"], 0),
            (["max-age=+5"], 0), (["max-age=2147483647"], 2_147_483_647), (["max-age=99999999999999999999"], 1 << 31),
            (["s-maxage=60"], nil), (["x=\", max-age=60\""], nil), (["x=\"\\\", max-age=60\", max-age=5"], 5),
            ([""], nil),
            ([",,max-age=7,,"], 7), (["maxage=60"], nil),
        ] as [([String], Int?)]
    )
    func maxAge(_ values: [String], seconds: Int?) {
        #expect(CacheControl(values).maxAge == seconds)
    }

    @Test(arguments: [
        (["no-store"], true, false), (["no-cache"], false, true), (["no-cache=\"Set-Cookie\""], false, true),
        (["private, No-Store"], true, false), (["max-age=5", "no-store"], true, false),
        (["must-revalidate"], false, false),
        (["xno-store"], false, false), (["x=\"no-store\""], false, false), (["no-store=1, no-cache"], true, true),
    ])
    func keeping(_ values: [String], isNoStore: Bool, isNoCache: Bool) {
        #expect(CacheControl(values).isNoStore == isNoStore)
        #expect(CacheControl(values).isNoCache == isNoCache)
    }
}
