import AttacheCore
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct TextTests {
    @Test(arguments: [
        (0.0, "0.0 ms"), (0.44, "0.4 ms"), (9.94, "9.9 ms"), (9.96, "10 ms"), (999.4, "999 ms"), (999.6, "1.0 s"),
        (59_940, "59.9 s"), (59_960, "1 min 00 s"), (245_000, "4 min 05 s"), (7_380_000, "2 h 03 min"),
    ])
    func durations(_ milliseconds: Double, _ text: String) {
        #expect(DurationText.text(.milliseconds(milliseconds)) == text)
    }

    @Test(arguments: [(0, "0:00"), (7, "0:07"), (3599, "59:59"), (3600, "1:00:00"), (93_784, "26:03:04")])
    func clock(_ seconds: Int, _ text: String) {
        #expect(DurationText.clock(.seconds(seconds)) == text)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 KiB"), (1_023_897, "999.9 KiB"),
        (1_023_949, "1.0 MiB"), (10_485_760, "10.0 MiB"), (Int.max, "8.0 EiB"),
    ])
    func bytes(_ count: Int, _ text: String) {
        #expect(ByteText.text(count) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func counts(_ count: Int, _ text: String) {
        #expect(CountText.grouped(count) == text)
    }

    @Test(arguments: [
        (0, 10, "0 %"), (10, 10, "100 %"), (1, 3, "33.3 %"), (1, 2, "50 %"), (1, 100_000, "< 0.1 %"),
        (99_999, 100_000, "> 99.9 %"), (0, 0, "0 %"),
    ])
    func percentages(_ part: Int, _ whole: Int, _ text: String) {
        #expect(CountText.percent(part, of: whole) == text)
    }

    @Test(arguments: [(0.0, "0"), (0.04, "0"), (0.5, "0.5"), (9.96, "10"), (1234.5, "1,235"), (Double.infinity, "∞")])
    func rates(_ rate: Double, _ text: String) {
        #expect(CountText.rate(rate) == text)
    }

    @Test(
        "Queries, fragments and passwords of URLs are removed",
        arguments: [
            ("https://h.example/a.png", "https://h.example/a.png"),
            ("https://h.example/a.png?sig=s3cret", "https://h.example/a.png?…"),
            ("https://h.example/a.png#s3cret?x", "https://h.example/a.png#…"),
            ("https://user:s3cret@h.example/@a", "https://…@a"), ("/a?s3cret", "/a?…"),
        ]
    )
    func redaction(_ url: String, _ shown: String) {
        #expect(RedactedURL.text(url) == shown)
    }

    @Test("Long text is cut at a character boundary", arguments: [4093, 4094, 4095, 4096, 4097])
    func cutting(_ count: Int) {
        let text = String(repeating: "a", count: count) + "é"
        let cut = TruncatedText.cutting(text)
        #expect(cut == (text.utf8.count <= TruncatedText.limit ? text : "\(text.prefix(min(count, 4096)))…"))
    }
}
