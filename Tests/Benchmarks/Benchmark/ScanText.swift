/// A text to parse, with its name in the output.
struct ScanText {
    let name: String
    let bytes: [UInt8]

    /// All texts, in the order of measurement.
    static let all = [
        ScanText(name: "payload-1kb", bytes: Array(payload(0).utf8)),
        ScanText(name: "payload-1kb-indented", bytes: Array(indentedPayload.utf8)),
        ScanText(name: "array-10mb", bytes: array(of: 10_000_000)),
        ScanText(name: "strings-ascii", bytes: strings(of: 10_000_000, text: ascii)),
        ScanText(name: "strings-mixed", bytes: strings(of: 10_000_000, text: mixed)),
        ScanText(name: "numbers", bytes: list(of: 10_000_000) { "[\($0),\(Double($0) / 8),-1e\($0 % 300)]" }),
        ScanText(name: "object-200k-keys", bytes: wideObject(of: 200_000)),
    ]

    /// A campaign push as marketing systems send it, about 1 KB.
    private static func payload(_ number: Int) -> String {
        """
        {"aps":{"alert":{"title":"Weekend sale starts now","subtitle":"Up to 40% off","body":"Everything you saved is \
        \u{201C}on sale\u{201D} until Sunday night. Tap to see your list, item \(number)."},"badge":3,\
        "sound":"default","mutable-content":1,"category":"SALE","thread-id":"campaign-\(number)",\
        "interruption-level":"active","relevance-score":0.75},"media_url":"https://cdn.example.com/campaigns/2025/\
        weekend/hero-\(number)@3x.jpg?width=1200&height=600&quality=80","campaign":{"id":\(7_000_000 + number),\
        "name":"weekend-sale","variant":"B","sent_at":1751712000.125,"holdout":false,"locale":"en_US"},"deep_link":\
        "shop:\\/\\/list\\/saved?source=push&item=\(number)","tracking":{"message":"0f8c1d2e-6b8a-4b7e-9d53-\
        2c1a7e5f9b40","open":"https://t.example.com/o/0f8c1d2e6b8a4b7e9d532c1a7e5f9b40","dismiss":null},"products":[\
        {"sku":"A-10\(number)","price":19.9,"currency":"EUR"},{"sku":"B-20\(number)","price":5,"currency":"EUR"},\
        {"sku":"C-30\(number)","price":120.00,"currency":"EUR"}]}
        """
    }

    /// The same members with indentation.
    private static let indentedPayload = payload(0).replacing(",\"", with: ",\n        \"").replacing(
        "\":",
        with: "\": "
    )

    private static func array(of byteCount: Int) -> [UInt8] {
        list(of: byteCount) { payload($0) }
    }

    private static func strings(of byteCount: Int, text: String) -> [UInt8] {
        list(of: byteCount) { _ in "\"\(text)\"" }
    }

    /// One object with many unique keys.
    private static func wideObject(of count: Int) -> [UInt8] {
        let members = (0..<count).map { "\"member-\($0)\":\($0 % 10)" }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func list(of byteCount: Int, element: (Int) -> String) -> [UInt8] {
        var bytes = Array("[".utf8)
        bytes.append(contentsOf: element(0).utf8)
        var number = 1
        while bytes.count < byteCount {
            bytes.append(contentsOf: ",\n".utf8)
            bytes.append(contentsOf: element(number).utf8)
            number += 1
        }
        bytes.append(contentsOf: "]".utf8)
        return bytes
    }

    private static let ascii = """
        The quick brown fox jumps over the lazy dog, again and again, until the paragraph is as long as what people \
        write into the body of a notification that tells a whole story.
        """

    private static let mixed = """
        Größere Auswahl, kürzere Wege \u{1F389}\u{1F69A}: 今週末のセールは日曜日まで。\\n\\"Tap\\" to see \\u00e9t\\u00e9 \
        offers, plus free delivery.
        """
}
