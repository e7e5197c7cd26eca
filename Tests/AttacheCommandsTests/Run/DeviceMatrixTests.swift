import Attache
import AttacheCore
import AttacheReports
import Testing

@testable import AttacheCommands

/// The matrix of all dialects, networks and releases from one response.
@Suite(.timeLimit(.minutes(1)))
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
        #expect(Set(matrix.groups.joined()) == Set(Network.presets.map(\.name)))
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
        let table = MatrixText(style: Style(isColored: false)).table(matrix)
        let page = MatrixPage(matrix).html
        let root = try JSONDocument(parsing: MatrixJSON.text(matrix)).root
        #expect(root["rows"]?.count == matrix.rows.count)
        for row in matrix.rows {
            #expect(table.contains("\n\(row.dialect) "))
            #expect(page.contains("<section id=\"\(row.dialect)\">"))
        }
        let text = MatrixText(style: Style(isColored: false)).explanation(matrix, of: ["fcm"])
        #expect(text.contains("on iOS 16"))
    }

    @Test func hostileURLIsText() throws {
        let page = MatrixPage(try matrix("https://a.dev/\"><script>alert(1)</script>.png?secret=1", nil)).html
        #expect(!page.contains("<script"))
        #expect(!page.contains("secret=1"))
    }
}
