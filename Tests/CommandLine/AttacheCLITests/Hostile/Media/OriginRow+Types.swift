import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = SampleMedia.photoPNG.bytes
    private static let gif = SampleMedia.animationGIF.bytes
    private static let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#

    /// Names and declared types that do not match the bytes: cases 28, 113 to 117, 122, 123, 125, 126, 144.
    static let types: [OriginRow] = lies + programs + polyglots + brands + announcements + names

    private static let lies = [
        media(113, "a page as image/png", .plain(.typeMismatch), SampleMedia.pageHTML.bytes),
        media(113, "a page without an extension", .plain(.typeUnsupported), SampleMedia.pageHTML.bytes, path: "/a"),
        media(114, "named .svg", .plain(.typeExtensionUnsupported), Array(svg.utf8), path: "/a.svg").requests(0),
        media(114, "named .png", .plain(.typeMismatch), Array(svg.utf8)),
        media(114, "without an extension", .plain(.typeUnsupported), Array(svg.utf8), path: "/a"),
        media(117, "a playlist named .mp4", .plain(.typeMismatch), playlist, path: "/a.mp4"),
        media(117, "a playlist named .avi", .plain(.typeMismatch), playlist, path: "/a.avi"),
        media(
            117,
            "a list of ffmpeg's named .mp4",
            .plain(.typeMismatch),
            Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8),
            path: "/a.mp4"
        ),
    ]

    private static let programs = [
        ("ZIP", HostileMedia.zip),
        ("JAR", HostileMedia.zip + Array("META-INF/MANIFEST.MF".utf8)),
        ("a Windows program", Array("MZ".utf8) + [UInt8](repeating: 0, count: 200) + Array("PE\0\0".utf8)),
        ("PDF", Array("%PDF-1.7\n1 0 obj\n".utf8)),
        ("ELF", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 200)),
        ("gzip", [0x1F, 0x8B, 8] + [UInt8](repeating: 0, count: 200)),
        ("a script", Array("#!/bin/sh\nrm -rf /\n".utf8)),
    ].map { media(115, "\($0.0) named .png", .plain(.typeMismatch), $0.1) }

    private static let polyglots = [
        media(116, "PNG and ZIP", .attached, png + HostileMedia.zip).warning(.typeTrailingBytes),
        media(116, "GIF and JAR", .attached, gif + HostileMedia.zip, path: "/a.gif").warning(.typeTrailingBytes),
        media(
            116,
            "a page in a JPEG's comment",
            .attached,
            HostileMedia.jpeg(comment: "<html><script>alert(1)</script></html>"),
            path: "/a.jpg"
        ),
        media(116, "a page, then a PNG", .plain(.typeMismatch), SampleMedia.pageHTML.bytes + png),
    ]

    private static let brands = [
        media(122, "HEIC named .mp4", .plain(.typeMismatch), HostileMedia.branded("heic"), path: "/a.mp4"),
        media(122, "AVIF named .mp4", .plain(.typeMismatch), HostileMedia.branded("avif"), path: "/a.mp4"),
        media(122, "AVIF without an extension", .plain(.typeUnsupported), HostileMedia.branded("avif"), path: "/a"),
        media(122, "MP4 named .png", .plain(.typeMismatch), SampleMedia.clipMP4.bytes),
        media(122, "MP4 without an extension", .attached, SampleMedia.clipMP4.bytes, path: "/a"),
        media(
            122,
            "an unknown brand named .mp4",
            .plain(.typeMismatch),
            HostileMedia.branded("zzzz"),
            path: "/a.mp4"
        ),
    ]

    private static let announcements =
        ["image/png, text/html", "image/png text/html", "what", "text/html", "video/mp4", ""].map { type in
            OriginRow(
                123,
                type.isEmpty ? "an empty Content-Type" : type,
                .attached,
                .response(headers: ["Content-Type: \(type)"], body: png)
            )
        } + [
            OriginRow(123, "no Content-Type", .attached, .response(body: png)),
            OriginRow(
                123,
                "two Content-Types",
                .attached,
                .response(headers: ["Content-Type: text/html", "Content-Type: image/png"], body: png)
            ),
            media(125, "WebP named .png", .plain(.typeUnsupported), SampleMedia.pictureWebP.bytes),
            media(125, "PNG named .jpg", .attached, png, path: "/a.jpg").warning(.typeExtensionCorrected),
            media(126, "named .tiff", .plain(.typeExtensionUnsupported), tiff, path: "/a.tiff").requests(0),
            media(126, "TIFF named .png", .plain(.typeUnsupported), tiff),
            media(126, "TIFF without an extension", .plain(.typeUnsupported), tiff, path: "/a"),
            media(126, "named .jxl", .plain(.typeExtensionUnsupported), jxl, path: "/a.jxl").requests(0),
            media(126, "JPEG XL named .png", .plain(.typeUnsupported), jxl),
            media(126, "named .bmp", .plain(.typeExtensionUnsupported), bmp, path: "/a.bmp").requests(0),
            media(126, "BMP named .png", .plain(.typeUnsupported), bmp),
        ]

    private static let names = [
        media(28, "PNG without an extension", .attached, png, path: "/a"),
        media(28, "PNG with an extension in the query", .attached, png, path: "/a?f=.exe"),
        media(144, "a path upwards", .attached, png, path: "/..%2f..%2fetc%2fpasswd"),
        media(144, "a name that begins with a full stop", .attached, png, path: "/.bashrc"),
        media(144, "NUL and a newline in the name", .attached, png, path: "/a%00b%0ac.png"),
        OriginRow(
            144,
            "a name from the origin",
            .attached,
            .response(
                headers: ["Content-Type: image/png", #"Content-Disposition: attachment; filename="../../x.sh""#],
                body: png
            )
        ),
    ]

    private static let playlist = Array("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8)
    private static let tiff: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0] + [UInt8](repeating: 0, count: 64)
    private static let jxl: [UInt8] = [0xFF, 0x0A] + [UInt8](repeating: 0x10, count: 64)
    private static let bmp: [UInt8] =
        Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
        + [UInt8](repeating: 0, count: 40)

    /// A file with the headers that the origin of a picture would send.
    static func media(
        _ number: Int,
        _ name: String,
        _ verdict: HostileVerdict,
        _ bytes: [UInt8],
        path: String = "/a.png"
    ) -> OriginRow {
        OriginRow(number, name, verdict, .file(bytes, type: "image/png")).asking(path)
    }
}
