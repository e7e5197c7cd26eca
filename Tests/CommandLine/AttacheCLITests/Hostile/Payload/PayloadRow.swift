import AttacheCore

/// Bytes given as a payload, and the result of Attache.
struct PayloadRow: HostileRow {
    let number: Int
    let name: String
    let verdict: HostileVerdict
    let bytes: [UInt8]
    /// A warning or note that the result must also contain.
    var also: ReasonCode?
    /// The payload to send, if its exact bytes matter.
    var output: String?

    init(_ number: Int, _ name: String, _ verdict: HostileVerdict, _ bytes: [UInt8]) {
        self.number = number
        self.name = name
        self.verdict = verdict
        self.bytes = bytes
    }

    init(_ number: Int, _ text: String, _ verdict: HostileVerdict, name: String? = nil) {
        self.init(number, name ?? text.debugDescription, verdict, Array(text.utf8))
    }

    /// The row with another reason that the result must contain.
    func warning(_ code: ReasonCode) -> PayloadRow {
        var row = self
        row.also = code
        return row
    }

    /// The row with the payload to send.
    func sending(_ text: String) -> PayloadRow {
        var row = self
        row.output = text
        return row
    }

    /// Cases 129 to 137.
    static let rows = documents + numbers + sizes + switches + values

    private static let documents: [PayloadRow] =
        [
            PayloadRow(129, "", .rejected(.payloadEmpty)),
            PayloadRow(129, " \n", .rejected(.payloadEmpty)),
            PayloadRow(129, "hello", .rejected(.payloadInvalidJSON)),
            PayloadRow(129, #"{"aps":"#, .rejected(.payloadInvalidJSON)),
            PayloadRow(129, #"{"aps":{}} x"#, .rejected(.payloadInvalidJSON)),
            PayloadRow(129, "a byte order mark", .rejected(.payloadInvalidJSON), [0xEF, 0xBB, 0xBF]),
            PayloadRow(
                129,
                "a byte order mark before an object",
                .rejected(.payloadInvalidJSON),
                [0xEF, 0xBB, 0xBF] + Array(#"{"aps":{}}"#.utf8)
            ),
        ]
        + ["[]", #""aps""#, "1", "null", "true", #"[{"aps":{}}]"#].map {
            PayloadRow(130, $0, .rejected(.payloadNotObject))
        }
        + [
            PayloadRow(131, String(repeating: "[", count: 100_000), .rejected(.payloadTooDeep), name: "arrays"),
            PayloadRow(131, String(repeating: #"{"a":"#, count: 100_000), .rejected(.payloadTooDeep), name: "objects"),
            PayloadRow(132, #"{"aps":{},"aps":{}}"#, .rejected(.payloadDuplicateKey)),
            PayloadRow(132, #"{"aps":{},"media_url":"a","media_url":"b"}"#, .rejected(.payloadDuplicateKey)),
            PayloadRow(132, #"{"aps":{},"\u0061ps":{}}"#, .rejected(.payloadDuplicateKey)),
            PayloadRow(132, #"{"aps":{"alert":{"title":"a","title":"b"}}}"#, .rejected(.payloadDuplicateKey)),
            PayloadRow(133, "an invalid first byte", .rejected(.payloadInvalidJSON), string([0xFF])),
            PayloadRow(133, "a truncated sequence", .rejected(.payloadInvalidJSON), string([0xE2, 0x82])),
            PayloadRow(133, "an overlong slash", .rejected(.payloadInvalidJSON), string([0xC0, 0xAF])),
            PayloadRow(133, "a surrogate in UTF-8", .rejected(.payloadInvalidJSON), string([0xED, 0xA0, 0x80])),
            PayloadRow(
                133,
                "a lone surrogate, escaped",
                .rejected(.payloadInvalidJSON),
                string(Array(#"\ud800"#.utf8))
            ),
        ]

    private static let exact = #""a":1e400,"b":9223372036854775809,"c":0.10,"d":-0.0,"e":"\u00e9\/""#

    private static let numbers = [
        PayloadRow(134, #"{"aps":{"alert":"Hello"},\#(exact)}"#, .untouched(nil), name: "untouched")
            .sending(#"{"aps":{"alert":"Hello"},\#(exact)}"#),
        PayloadRow(
            134,
            #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"ftp://a.example/b.png",\#(exact)}"#,
            .plain(.urlScheme),
            name: "with the media taken out"
        ).sending(#"{"aps":{"alert":"Hello","mutable-content":1},\#(exact)}"#),
    ]

    private static let sizes = [
        PayloadRow(135, padded(to: 4096), .untouched(nil), name: "4,096 bytes")
            .sending(padded(to: 4096)),
        PayloadRow(135, padded(to: 4097), .rejected(.payloadTooLarge), name: "4,097 bytes"),
        PayloadRow(
            135,
            padded(to: 4096) + String(repeating: " ", count: 1000),
            .untouched(nil),
            name: "4,096 bytes and blanks"
        ).warning(.payloadRawTooLarge).sending(padded(to: 4096)),
        PayloadRow(135, padded(to: 1_000_000), .rejected(.payloadTooLarge), name: "a megabyte"),
    ]

    private static let switches = [
        switched("", .untouched(.gateMutableContentMissing)),
        switched(#","mutable-content":0"#, .untouched(.gateMutableContentMissing)),
        switched(#","mutable-content":1"#, .plain(.egressAddressDenied)),
        switched(#","mutable-content":true"#, .plain(.egressAddressDenied)),
        switched(#","mutable-content":"1""#, .plain(.egressAddressDenied)).warning(.gateMutableContentUnusual),
    ]

    private static let values = [
        "1", "null", "true", "{}", #"["https://10.0.0.1/a.png"]"#,
        "[" + Array(repeating: "1", count: 1_000).joined(separator: ",") + "]",
    ].map { value in
        PayloadRow(
            137,
            #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":\#(value)}"#,
            .plain(.gateMediaValueUnusable),
            name: value.count > 40 ? "1,000 numbers" : value
        )
    }

    private static func string(_ bytes: [UInt8]) -> [UInt8] {
        Array(#"{"aps":{"alert":""#.utf8) + bytes + Array(#""}}"#.utf8)
    }

    private static func padded(to byteCount: Int) -> String {
        let frame = #"{"aps":{"alert":""}}"#
        return #"{"aps":{"alert":""# + String(repeating: "a", count: byteCount - frame.utf8.count) + #""}}"#
    }

    private static func switched(_ member: String, _ verdict: HostileVerdict) -> PayloadRow {
        PayloadRow(
            136,
            #"{"aps":{"alert":"Hello"\#(member)},"media_url":"https://10.0.0.1/a.png"}"#,
            verdict,
            name: member.isEmpty ? "absent" : String(member.dropFirst())
        )
    }
}
