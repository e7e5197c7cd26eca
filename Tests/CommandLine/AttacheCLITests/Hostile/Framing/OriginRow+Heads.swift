import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = SampleMedia.photoPNG.bytes
    private static let filler = String(repeating: "a", count: 1000)

    /// Hostile response heads: cases 93 to 96, 101.
    static let heads: [OriginRow] =
        [
            OriginRow(
                93,
                "one field of 200 KB",
                .plain(.fetchHeadersTooLarge),
                .response(headers: ["X-Padding: " + String(repeating: "a", count: 200_000)], body: png)
            ).requests(1),
            OriginRow(
                93,
                "10,000 fields",
                .plain(.fetchHeadersTooLarge),
                .response(headers: (0..<10_000).map { "X-\($0): a" }, body: png)
            ),
            OriginRow(
                93,
                "257 fields",
                .plain(.fetchHeadersTooLarge),
                .response(headers: (0..<256).map { "X-\($0): a" }, body: png)
            ),
            OriginRow(
                93,
                "256 fields",
                .attached,
                .response(headers: (0..<255).map { "X-\($0): a" }, body: png)
            ),
            OriginRow(93, "fields without end", .plain(.fetchHeadersTooLarge), .endlessHeaders),
            OriginRow(93, "a trailer of 1 MB", .plain(.fetchHeadersTooLarge), trailer(lineCount: 1000)),
            OriginRow(
                94,
                "100 Continue",
                .plain(.fetchHeadersTooLarge),
                .raw([.repeatEndlessly(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))])
            ),
            OriginRow(
                94,
                "103 Early Hints",
                .plain(.fetchHeadersTooLarge),
                .raw([.repeatEndlessly(Array("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n".utf8))])
            ),
            OriginRow(
                94,
                "one, then the picture",
                .attached,
                .raw(
                    [.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))] + Behaviour.file(png, type: "image/png").steps
                )
            ),
            encoded("gzip", "Content-Encoding: gzip"),
            encoded("br, in capitals", "CONTENT-ENCODING: BR"),
            encoded("an unknown coding", "Content-Encoding: nonsense"),
            OriginRow(
                95,
                "identity",
                .attached,
                .response(headers: ["Content-Encoding: identity"], body: png)
            ),
            OriginRow(
                96,
                "six encodings",
                .plain(.fetchEncodedBody),
                .response(headers: ["Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip"], body: png)
            ),
            OriginRow(
                96,
                "six fields",
                .plain(.fetchEncodedBody),
                .response(headers: Array(repeating: "Content-Encoding: gzip", count: 6), body: png)
            ),
            transferEncoded("gzip"),
            transferEncoded("gzip, chunked"),
            transferEncoded("chunked, chunked"),
            transferEncoded("nonsense"),
        ]
        + [
            ("HTTP/0.9", "<html>no status</html>"),
            ("garbage", "\u{1}\u{2}\u{3} nothing of HTTP\r\n\r\n"),
            ("a status of 999", "HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n"),
            ("a status of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
            ("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
            ("HTTP/7.3", "HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n"),
            ("the greeting of a mail server", "220 mail.example ESMTP\r\n"),
        ].map { name, text in
            OriginRow(101, name, .plain(.fetchBadFraming), .raw([.send(Array(text.utf8)), .close]))
        }

    private static func encoded(_ name: String, _ line: String) -> OriginRow {
        // The decompressed content does not matter, since nothing decompresses it.
        let body: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 10_000)
        return OriginRow(95, name, .plain(.fetchEncodedBody), .response(headers: [line], body: body)).requests(1)
    }

    private static func transferEncoded(_ coding: String) -> OriginRow {
        OriginRow(
            96,
            "transfer encoding \(coding)",
            .plain(.fetchBadFraming),
            .raw([.send(Behaviour.head(200, ["Transfer-Encoding: \(coding)"])), .send(png), .close])
        )
    }

    private static func trailer(lineCount: Int) -> Behaviour {
        let lines = (0..<lineCount).map { "X-\($0): \(filler)\r\n" }.joined()
        return .raw([
            .send(Behaviour.head(200, ["Transfer-Encoding: chunked"])),
            .send(Behaviour.chunk(png[...])),
            .send(Array("0\r\n\(lines)\r\n".utf8)),
        ])
    }
}
