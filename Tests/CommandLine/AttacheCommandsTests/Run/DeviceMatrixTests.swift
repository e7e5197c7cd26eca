import Attache
import AttacheReports
import TestWidth
import Testing

@testable import AttacheCommands
@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload
@testable import CommandSupport
@testable import DeviceCommands

/// The matrix of all dialects, networks and releases from one response.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DeviceMatrixTests {
    private func matrix(
        _ url: String,
        _ facts: ResponseFacts?,
        refusals: [Reason] = [],
        timing: TransferTiming = TransferTiming()
    ) throws -> DeviceMatrix {
        let policies = try PolicyConfiguration(AttacheConfiguration())
        let medium = DeviceMatrix.Medium(url: url, facts: facts, timing: timing, refusals: refusals)
        return DeviceMatrix(
            medium,
            policies: policies.policies.policies,
            networks: Network.presets,
            ats: nil,
            canonicalizer: policies.canonicalizer
        )
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func picture(_ name: String, type: String = "image/png", byteCount: Int = 50_000) throws -> DeviceMatrix {
        let url = "https://img.attache.dev/\(name)"
        let facts = ResponseFacts(
            finalURL: url,
            contentType: type,
            declaredLength: byteCount,
            byteCount: byteCount,
            isWhole: true,
            format: .png,
            signature: Self.png
        )
        return try matrix(url, facts)
    }

    private func shown(
        _ matrix: DeviceMatrix,
        _ dialect: String,
        _ network: String = "wifi",
        _ system: DeviceSystem = .ios17
    ) -> DeviceVerdict.Shown? {
        matrix.rows.first { $0.dialect == dialect }?.cell(network, system)?.verdict.shown
    }

    @Test func everyDialectNetworkAndReleaseHasACell() throws {
        let matrix = try picture("photo.png")
        #expect(matrix.rows.count > 30)
        for row in matrix.rows { #expect(row.cells.count == Network.presets.count * DeviceSystem.allCases.count) }
        #expect(Set(matrix.columns.joined()) == Set(Network.presets.map(\.name)))
    }

    /// Dialects differ on one file.
    @Test(
        arguments: [
            ("photo.png", "onesignal", DeviceVerdict.Shown.media), ("photo.png?w=600", "fcm", .media),
            ("photo.png?w=600", "aws-amplify", .plain), ("photo.png", "clevertap", .media),
            ("photo.png", "braze", .media), ("photo.png", "klaviyo", .media), ("photo.png", "leanplum", .media),
        ]
    )
    func dialectsReadTheNameTheirOwnWay(_ name: String, _ dialect: String, _ expected: DeviceVerdict.Shown) throws {
        #expect(shown(try picture(name), dialect) == expected)
    }

    @Test func networkAndReleaseDecideToo() throws {
        let whole = try picture("photo.png")
        #expect(shown(whole, "fcm", "offline") != .media)
        #expect(shown(whole, "batch", "low-data") != .media)
        let spaced = try picture("a b.png")
        #expect(shown(spaced, "fcm", "wifi", .ios17) == .media)
        #expect(shown(spaced, "fcm", "wifi", .ios16) != .media)
        #expect(spaced.rows.contains { $0.differsBySystem })
        #expect(!whole.rows.contains { $0.differsBySystem })
    }

    @Test func slowNetworkShowsNoLargeFile() throws {
        #expect(shown(try picture("photo.png", byteCount: 9_000_000), "fcm", "edge") != .media)
        #expect(shown(try picture("photo.png", byteCount: 9_000_000), "fcm", "wifi") == .media)
    }

    @Test func httpIsBlockedForEveryDialect() throws {
        let matrix = try matrix("http://img.attache.io/a.png", nil)
        for row in matrix.rows { #expect(shown(matrix, row.dialect) != .media, "\(row.dialect)") }
    }

    @Test func outputsNameEveryDialect() throws {
        let matrix = try picture("a b.png")
        let table = MatrixText(style: Style(isColored: false)).table(matrix, namesMedium: false)
        let page = MatrixPage(matrix).html
        let root = try JSONDocument(parsing: MatrixJSON.text(matrix)).root
        #expect(root["rows"]?.count == matrix.rows.count)
        for row in matrix.rows {
            #expect(table.contains("\n\(row.dialect) "))
            #expect(page.contains("<section id=\"\(row.dialect)\" "))
            // Each cell is explained once.
            #expect(!row.explanations.isEmpty && row.explanations.allSatisfy { !$0.places.isEmpty })
        }
        let text = MatrixText(style: Style(isColored: false)).explanation(matrix, of: ["fcm"])
        #expect(text.contains("on iOS 16"))
        // The page gives the reasons of both releases.
        #expect(page.contains("low-data on iOS 16</span>") && page.contains("low-data on iOS 17+</span>"))
        #expect(page.contains("NSURLErrorDomain -1000"))
    }

    /// What an extension does is the same on both releases, and the reasons name the networks alone.
    @Test func reasonsAreGrouped() throws {
        let matrix = try picture("photo.png")
        for row in matrix.rows {
            let places = row.explanations.flatMap { $0.places.split(separator: ", ").map(String.init) }
            #expect(places.sorted() == Network.presets.map(\.name).sorted(), "\(row.dialect)")
        }
    }

    @Test("A file that an extension drops has the reason of explain, with the change for that dialect")
    func reasonsHaveCodes() throws {
        let matrix = try picture("photo.png?w=600")
        let row = try #require(matrix.rows.first { $0.dialect == "aws-amplify" })
        let reasons = row.explanations.map { $0.reason?.code }
        #expect(reasons.contains(.deviceTypeUnknown))
        #expect(row.explanations.first { $0.places == "loss-100" }?.reason?.code == .networkDeviceTooSlow)
        #expect(row.explanations.allSatisfy { ($0.reason == nil) == ($0.shown == .media || $0.places == "offline") })
        let text = MatrixText(style: Style(isColored: false)).explanation(matrix, of: ["aws-amplify"])
        #expect(text.contains("device.type-unknown → ") && MatrixPage(matrix).html.contains("device.type-unknown: "))
        let root = try JSONDocument(parsing: MatrixJSON.text(matrix)).root
        let written = root["rows"]?.elements.first { $0["dialect"]?.string == "aws-amplify" }
        #expect(written?["explanations"]?[0]?["code"]?.string == "device.type-unknown")
    }

    /// The option `typeHint` of Notifee's sender is stated only where it decides: not beside the name of a response.
    @Test(arguments: [("photo.png", DeviceVerdict.Shown.media), ("photo", .media), ("photo.php", .media)])
    func notifeeNamesTheFileByTheResponse(_ name: String, _ expected: DeviceVerdict.Shown) throws {
        let matrix = try picture(name)
        let verdict = matrix.rows.first { $0.dialect == "notifee" }?.cell("wifi", .ios17)?.verdict
        #expect(verdict?.shown == expected)
        #expect(verdict?.media.first?.typeHint == nil)
        #expect(verdict?.media.first?.fileName?.hasPrefix("photo") == true)
    }

    /// A dialect whose sender states the type is given it.
    @Test func statedTypeIsGiven() throws {
        let matrix = try picture("photo")
        let stated = matrix.rows.filter { $0.cell("wifi", .ios17)?.verdict.media.first?.typeHint == "public.png" }
        #expect(!stated.isEmpty)
    }

    /// One rule for the URL of a payload and for those of vendors.
    @Test(arguments: [("fcm", ["fcm"]), ("fcm, braze", ["braze", "fcm"]), ("fcm,,", ["fcm"])])
    func listsOfNamesAreRead(_ list: String, _ expected: [String]) throws {
        let policies = try PolicyConfiguration(AttacheConfiguration()).policies
        #expect(try MatrixRequest.rows(only: [list], not: [], among: policies).map(\.name).sorted() == expected)
    }

    @Test(arguments: [("onesignl", "onesignal"), ("Airship", "airship"), ("apple", "cannot be compared")])
    func wrongNamesGetAnAnswer(_ name: String, _ expected: String) throws {
        let policies = try PolicyConfiguration(AttacheConfiguration()).policies
        let error = #expect(throws: ConfigurationError.self) {
            try MatrixRequest.rows(only: [name], not: [], among: policies)
        }
        #expect(error?.problems.first?.contains(expected) == true)
    }

    /// Hostile names of dialects cost one short answer.
    @Test func manyWrongNamesAreCut() throws {
        let policies = try PolicyConfiguration(AttacheConfiguration()).policies
        let error = #expect(throws: ConfigurationError.self) {
            try MatrixRequest.rows(only: (0..<10_000).map { "x\($0)" }, not: [], among: policies)
        }
        #expect(error?.problems.count == 8)
    }

    /// A table names the time of each push that is shown late, but for one with its media.
    @Test(arguments: [
        (DeviceVerdict.Shown.media, "media"), (.plain, "plain, 30 s"), (.original, "as sent, 30 s"),
        (.changedText, "text, 30 s"), (.errorPicture, "error picture, 30 s"), (.nothing, "empty, 30 s"),
    ])
    func lateWords(_ shown: DeviceVerdict.Shown, _ word: String) {
        #expect(DeviceWords.word(DeviceVerdict(dialect: "v", shown: shown, delay: .seconds(30))) == word)
        let inTime = DeviceWords.word(DeviceVerdict(dialect: "v", shown: shown, delay: .milliseconds(29_999)))
        #expect(inTime == word.split(separator: ",").first.map(String.init))
    }

    /// A download that ended before an extension's time shows nothing about it; without a network nothing is loaded.
    @Test(arguments: [(true, nil), (false, DeviceVerdict.Shown.original)])
    func shorterTimeLimit(_ hasShorterTimeout: Bool, _ expected: DeviceVerdict.Shown?) throws {
        let policies = try PolicyConfiguration(AttacheConfiguration())
        let refusals = [Reason(.fetchDeadline, "x")]
        var medium = DeviceMatrix.Medium(url: "https://img.attache.dev/a.png", refusals: refusals)
        medium.hasShorterTimeout = hasShorterTimeout
        let matrix = DeviceMatrix(
            medium,
            policies: policies.policies.policies,
            networks: [.wifi, .offline],
            ats: nil,
            canonicalizer: policies.canonicalizer
        )
        #expect(shown(matrix, "fcm") == expected)
        #expect(shown(matrix, "fcm", "offline") == .plain)
    }

    private static let subjects = [
        // The carousel is read where it is on.
        (#""notification":{"mediaUrl":"https://a.dev/1.png","carouselItems":[{"mediaUrl":"u"}]}"#, "1"),
        (
            #""notification":{"carouselEnabled":true,"mediaUrl":"u","carouselItems":[{"mediaUrl":"https://a.dev/1.png"}]}"#,
            "1"
        ),
        (#""att":{"a":7,"b":"https://a.dev/1.png"}"#, "1"), (#""att":{"a":"","b":"https://a.dev/1.png"}"#, "1"),
        (#""os_data":{},"att":{"a":"https://a.dev/1.png"}"#, "1"),
        (#""media_url":"https://a.dev/1.png","hive":{"mediaUrl":"https://a.dev/2.png"}"#, "1"),
        (#""urlImageString":"https://a.dev/2.png","messageSource":"X","image":"https://a.dev/1.png""#, "1"),
    ]

    /// The medium is the one that a vendor's extension reads beside the other keys.
    @Test(arguments: subjects)
    func subjectIsRead(_ members: String, _ name: String) throws {
        let item = InputItem(
            source: "push.json",
            content: .bytes(Array(#"{"aps":{"alert":"Hi","mutable-content":1},\#(members)}"#.utf8)),
            arrival: .now
        )
        let policies = try PolicyConfiguration(AttacheConfiguration()).policies
        guard case .url(let url) = MatrixRequest.subject(of: item, policy: "auto", among: policies) else {
            Issue.record("The payload has a medium.")
            return
        }
        #expect(url == "https://a.dev/\(name).png")
    }

    @Test func hostileURLIsText() throws {
        let page = MatrixPage(try matrix("https://a.dev/\"><script>alert(1)</script>.png?secret=1", nil)).html
        #expect(!page.contains("<script"))
        #expect(!page.contains("secret=1"))
    }
}
