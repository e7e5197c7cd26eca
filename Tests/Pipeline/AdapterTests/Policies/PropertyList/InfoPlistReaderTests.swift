import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Info.plist", .inProcess, .timeLimit(.minutes(1)))
struct InfoPlistReaderTests {
    private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

    @Test("The dictionary is read from XML and binary property lists", arguments: formats)
    func everything(format: PropertyListSerialization.PropertyListFormat) throws {
        let key = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
        let plist = try decode(
            [
                "CFBundleIdentifier": "com.example.extension", "CFBundleVersion": 12, "Built": Date(),
                "Blob": Data([1]),
                "NSAppTransportSecurity": [
                    "NSAllowsArbitraryLoads": false, "NSAllowsLocalNetworking": true,
                    "NSExceptionDomains": [
                        "media.example.com": [
                            "NSIncludesSubdomains": true, "NSExceptionAllowsInsecureHTTPLoads": true,
                            "NSExceptionMinimumTLSVersion": "TLSv1.0", "NSExceptionRequiresForwardSecrecy": false,
                            "NSRequiresCertificateTransparency": true,
                        ], "10.0.0.0/8": [:],
                    ],
                    "NSPinnedDomains": [
                        "pin.example.com": [
                            "NSIncludesSubdomains": true, "NSPinnedCAIdentities": [["SPKI-SHA256-BASE64": key]],
                        ]
                    ],
                ],
            ],
            format
        )
        #expect(plist.warnings.isEmpty)
        #expect(plist.ats.allowsArbitraryLoads == false)
        #expect(plist.ats.allowsArbitraryLoadsForMedia == nil)
        #expect(plist.ats.allowsLocalNetworking == true)
        var domain = ATSDictionary.ExceptionDomain()
        domain.includesSubdomains = true
        domain.allowsInsecureHTTPLoads = true
        domain.minimumTLSVersion = .tls10
        domain.requiresForwardSecrecy = false
        domain.requiresCertificateTransparency = true
        let expected = ["media.example.com": domain, "10.0.0.0/8": ATSDictionary.ExceptionDomain()]
        #expect(plist.ats.exceptionDomains == expected)
        #expect(plist.ats.pinnedDomains["pin.example.com"]?.authorityKeys == [key])
        #expect(plist.ats.pinnedDomains["pin.example.com"]?.leafKeys == [])
    }

    @Test("A file without the dictionary has Apple's defaults", arguments: formats)
    func nothing(format: PropertyListSerialization.PropertyListFormat) throws {
        let plist = try decode(["CFBundleVersion": "1"], format)
        #expect(plist == InfoPlist(ats: ATSDictionary(), warnings: []))
    }

    @Test(
        "Deprecated key names have the meaning of the current ones, which take precedence",
        arguments: ["NSThirdPartyException", "NSTemporaryException"]
    )
    func legacyNames(prefix: String) throws {
        let plist = try decode([
            "NSAppTransportSecurity": [
                "NSAllowsArbitraryLoadsInMedia": true,
                "NSExceptionDomains": [
                    "a.example": [
                        "\(prefix)AllowsInsecureHTTPLoads": true, "\(prefix)MinimumTLSVersion": "TLSv1.1",
                        "\(prefix)RequiresForwardSecrecy": false,
                    ],
                    "b.example": [
                        "\(prefix)AllowsInsecureHTTPLoads": true, "NSExceptionAllowsInsecureHTTPLoads": false,
                    ],
                ],
            ]
        ])
        #expect(plist.warnings.isEmpty)
        #expect(plist.ats.allowsArbitraryLoadsForMedia == true)
        #expect(plist.ats.exceptionDomains["a.example"]?.allowsInsecureHTTPLoads == true)
        #expect(plist.ats.exceptionDomains["a.example"]?.minimumTLSVersion == .tls11)
        #expect(plist.ats.exceptionDomains["a.example"]?.requiresForwardSecrecy == false)
        #expect(plist.ats.exceptionDomains["b.example"]?.allowsInsecureHTTPLoads == false)
    }

    @Test("Keys that iOS does not know and hosts that never match are warned about", arguments: formats)
    func warnings(format: PropertyListSerialization.PropertyListFormat) throws {
        let dictionary: [String: Any] = [
            "NSAppTransportSecurity": [
                "NSAllowArbitraryLoads": true,
                "NSExceptionDomains": [
                    "a.example": ["NSExceptionAllowsLocalNetworking": true], "*.example": [:], "b.example:8080": [:],
                    "https://c.example": [:], "D.example": [:], "2001:db8::/32": [:],
                ],
            ]
        ]
        let plist = try decode(dictionary, format)
        #expect(
            plist.ats.unknownKeys == [
                "NSAllowArbitraryLoads", "NSExceptionDomains.a.example.NSExceptionAllowsLocalNetworking",
            ]
        )
        #expect(plist.warnings.count == 6)
        #expect(plist.warnings.allSatisfy { $0.severity == .warning && ($0.line == nil) == (format == .binary) })
        let fix = GoldenMessages["problem.did-you-mean", ["name": "NSAllowsArbitraryLoads"]]
        let warning = plist.warnings.first { $0.path.pointer == "/NSAppTransportSecurity/NSAllowArbitraryLoads" }
        #expect(warning?.fix == fix)
    }

    @Test("Every wrong type is reported with its key")
    func wrongTypes() throws {
        let dictionary: [String: Any] = [
            "NSAppTransportSecurity": [
                "NSAllowsArbitraryLoads": "YES", "NSAllowsLocalNetworking": 1,
                "NSExceptionDomains": [
                    "a.example": ["NSExceptionMinimumTLSVersion": "TLSv1.4"], "b.example": true,
                ],
                "NSPinnedDomains": ["c.example": ["NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": "short"]]]],
            ]
        ]
        let error = try #require(throws: PolicyFileError.self) { try decode(dictionary) }
        #expect(
            error.problems.map(\.keyPath).sorted() == [
                "NSAppTransportSecurity.NSAllowsArbitraryLoads", "NSAppTransportSecurity.NSAllowsLocalNetworking",
                "NSAppTransportSecurity.NSExceptionDomains.\"a.example\".NSExceptionMinimumTLSVersion",
                "NSAppTransportSecurity.NSExceptionDomains.\"b.example\"",
                "NSAppTransportSecurity.NSPinnedDomains.\"c.example\".NSPinnedLeafIdentities[0].SPKI-SHA256-BASE64",
            ]
        )
        #expect(error.problems.allSatisfy { $0.file == "Info.plist" })
        let loads = error.problems.first { $0.keyPath.hasSuffix("NSAllowsArbitraryLoads") }
        #expect(loads?.fix == GoldenMessages["problem.write-true"])
    }

    @Test(
        "An invalid property list is rejected with the file name",
        arguments: [
            "", "<plist", "<plist version=\"1.0\"><array/></plist>", "{\"a\": 1}", "bplist00",
            "bplist00\u{1}\u{2}\u{3}",
            "<plist version=\"1.0\"><dict><key>NSAppTransportSecurity</key></dict></plist>", "\u{0}\u{0}\u{0}\u{0}",
        ]
    )
    func damaged(text: String) throws {
        let error = try #require(throws: PolicyFileError.self) {
            try InfoPlistReader.decode(Array(text.utf8), file: "Info.plist")
        }
        #expect(error.problems.map(\.file) == ["Info.plist"])
    }

    @Test("64 levels are read, and more are rejected before any recursion", arguments: formats)
    func depth(format: PropertyListSerialization.PropertyListFormat) throws {
        func nested(_ depth: Int) -> [String: Any] {
            // The root is one level.
            ["a": (2..<depth).reduce([] as [Any]) { inner, _ in [inner] }]
        }
        _ = try decode(nested(64), format)
        #expect(throws: PolicyFileError.self) { try decode(nested(66), format) }
        let opening = "<plist><dict><key>a</key>" + String(repeating: "<array>", count: 100_000)
        #expect(throws: PolicyFileError.self) { try InfoPlistReader.decode(Array(opening.utf8), file: "Info.plist") }
    }

    @Test("Comments and character data neither add nor hide levels")
    func comments() {
        let arrays = String(repeating: "<array>", count: 60)
        let hidden = "<!-- </array></array></array></array></array></array> -->"
        #expect(XMLPropertyListNesting(Array((arrays + hidden + arrays).utf8)).boundedCount == nil)
        #expect(XMLPropertyListNesting(Array("<!--\(arrays)--><![CDATA[\(arrays)]]><array/>".utf8)).boundedCount == 1)
        #expect(XMLPropertyListNesting(Array("<array/><dict/></a>".utf8)).boundedCount == 2)
    }

    @Test(
        "Nothing that the system's decoder skips or nests escapes the count",
        arguments: [
            "<?x " + String(repeating: "</dict>", count: 100) + "?>" + String(repeating: "<dict>", count: 120),
            String(repeating: "</array>", count: 100) + String(repeating: "<array>", count: 120),
            String(repeating: "<plist>", count: 120),
        ]
    )
    func escapes(_ text: String) {
        #expect(XMLPropertyListNesting(Array(text.utf8)).boundedCount == nil)
    }

    @Test("Reference cycles are rejected")
    func circle() {
        // A dictionary of one key, whose value is an array that contains itself.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, UInt8(ascii: "a"), 0xA1, 2]
        bytes += [8, 11, 13] + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [3, 0, 15] as [UInt8] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        #expect(throws: PolicyFileError.self) { try InfoPlistReader.decode(bytes, file: "Info.plist") }
        // The same file with an empty array is read, so that the cycle is the reason for the rejection.
        bytes[13] = 0xA0
        #expect(throws: Never.self) { try InfoPlistReader.decode(bytes, file: "Info.plist") }
    }

    @Test(
        "A binary list that gives one key two values is rejected: the system's decoder would take either",
        arguments: [([1, 1], true), ([1, 2], true), ([1, 3], true), ([1, 4], false)] as [([UInt8], Bool)]
    )
    func equalKeys(_ keys: [UInt8], isRejected: Bool) {
        // A dictionary of two keys; the texts are "a", "a", "a" in UTF-16, and "b"; then two booleans.
        var bytes = Array("bplist00".utf8) + [0xD2] + keys + [5, 6]
        bytes += [0x51, 0x61, 0x51, 0x61, 0x61, 0, 0x61, 0x51, 0x62, 8, 9]
        bytes += [8, 13, 15, 17, 20, 22, 23] + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [7, 0, 24] as [UInt8] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        #expect((PropertyListTree.read(bytes) == nil) == isRejected)
    }

    @Test("A missing file is reported by name")
    func missing() throws {
        let error = try #require(throws: PolicyFileError.self) { try InfoPlistReader.read("/nonexistent/Info.plist") }
        #expect(error.problems.map(\.file) == ["/nonexistent/Info.plist"])
    }

    private func decode(
        _ dictionary: [String: Any],
        _ format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> InfoPlist {
        let data = try PropertyListSerialization.data(fromPropertyList: dictionary, format: format, options: 0)
        return try InfoPlistReader.decode(Array(data), file: "Info.plist")
    }
}
