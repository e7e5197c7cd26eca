import CurlFetch
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

/// The host forms of a URL through the real library, checked as for a request.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaURLTests {
    private func parse(_ text: String) throws(Reason) -> MediaURL {
        try MediaURL(parsing: text, canonicalizer: LibIDN2())
    }

    @Test(
        "Names are mapped once, before they are checked",
        arguments: [
            (16, "https://bücher.example/", "https://xn--bcher-kva.example/"),
            (16, "https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"),
            (16, "https://BÜCHER.example./", "https://xn--bcher-kva.example/"),
            (17, "https://аpple.example/", "https://xn--pple-43d.example/"),
            (20, "https://bücher.example./", "https://xn--bcher-kva.example/"),
            (20, "https://bücher。example。/", "https://xn--bcher-kva.example/"),
            (21, "https://my_bucket.bücher.example/", "https://my_bucket.xn--bcher-kva.example/"),
        ]
    )
    func mapped(case number: Int, text: String, normalised: String) throws {
        #expect(try parse(text).text == normalised)
    }

    @Test(
        "A name that maps to a local name or address is rejected as such",
        arguments: [
            (18, "https://ⓛocalhost/", .urlHostLocal), (18, "https://ｌｏｃａｌｈｏｓｔ/", .urlHostLocal),
            (18, "https://１２７.０.０.１/", .egressAddressDenied), (18, "https://127。0。0。1/", .egressAddressDenied),
            (18, "https://127．0．0．1/", .egressAddressDenied), (18, "https://127｡0｡0｡1/", .egressAddressDenied),
            (18, "https://０ｘ７ｆ．１/", .egressAddressDenied), (18, "https://２１３０７０６４３３/", .egressAddressDenied),
            (19, "https://ｘ.ｌｏｃａｌ/", .urlHostLocal),
        ] as [(Int, String, ReasonCode)]
    )
    func local(case number: Int, text: String, code: ReasonCode) throws {
        let context = RequestContext(egress: EgressPolicy(), ats: ATSEvaluator(ATSDictionary()))
        #expect(try RequestRules.standard.reasons(for: parse(text), in: context).map(\.code) == [code])
    }

    @Test(
        "A name that maps to an invalid host name is rejected",
        arguments: [
            (18, "https://a℀b.example/"), (18, "https://％31.example/"), (18, "https://evil.example⁄path/"),
            (18, "https://good.example＠evil.example/"), (18, "https://good.example：8443/"),
            (18, "https://２５６.1.1.1/"), (18, "https://a。。example/"),
            (21, "https://\(String(repeating: "ü", count: 60)).example/"), (21, "https://xn--a.example/"),
            (21, "https://ü-.example/"),
        ]
    )
    func rejected(case number: Int, text: String) {
        do throws(Reason) {
            let url = try parse(text)
            Issue.record("accepted as \(url.text)")
        } catch {
            #expect(error.code == .urlInvalid)
        }
    }
}
