import TestWidth
import Testing

@testable import AttacheCore

@Suite("Suggested file names", .inProcess, .timeLimit(.minutes(1)))
struct SuggestedFileNameTests {
    /// The order is the Content-Disposition, the URL's last component, the host, and `unknown`; an extension is appended
    /// to a name without one.
    @Test(
        arguments: [
            ("https://h.ex/a/photo.jpg", "image/jpeg", nil, "photo.jpg"),
            ("https://h.ex/a/photo", "image/jpeg", nil, "photo.jpg"),
            ("https://h.ex/a/photo", "image/jpeg; charset=x", nil, "photo.jpg"),
            ("https://h.ex/a/photo", "IMAGE/PNG", nil, "photo.png"),
            ("https://h.ex/a/photo", "application/octet-stream", nil, "photo"),
            ("https://h.ex/a/photo", nil, nil, "photo"),
            ("https://h.ex/a/photo.jpg?x=/b.png", "image/png", nil, "photo.jpg"),
            ("https://h.ex/dl.php", "image/jpeg", nil, "dl.php.jpg"),
            ("https://h.ex/dl.php", "text/html", nil, "dl.php"),
            ("https://h.ex/dl.php", "application/octet-stream", nil, "dl.php"),
            ("https://h.ex/dl.php", "image/jpeg", "inline; filename=a.jpg", "a.jpg"),
            ("https://h.ex/a%20b.png", nil, nil, "a b.png"),
            ("https://h.ex/a%2Fb.png", nil, nil, "a_b.png"),
            ("https://h.ex/", "image/png", nil, "h.ex.png"),
            ("https://h.ex", nil, nil, "h.ex"),
            ("https://h.ex/a.png/", nil, nil, "a.png"),
            ("https://h.ex/x", "image/png", "attachment; filename=b.gif", "b.gif"),
            ("https://h.ex/x", "image/png", "attachment; filename=\"c d.gif\"", "c d.gif"),
            ("https://h.ex/x", "image/png", #"inline; filename="a\"b.gif""#, "a\"b.gif"),
            ("https://h.ex/x", "image/png", "attachment; FileName = \"e\" ; x=y", "e.png"),
            ("https://h.ex/x", "image/png", "attachment; filename=a.png; filename*=UTF-8''%e2%82%ac.jpg", "€.jpg"),
            ("https://h.ex/x", "image/png", "attachment; filename*=ISO-8859-1'en'%e9.jpg", "é.jpg"),
            ("https://h.ex/x", "image/png", "attachment; filename*=UTF-8''%e2%82; filename=f.gif", "f.gif"),
            ("https://h.ex/x", "image/png", "attachment; filename*=UTF-16''a.jpg", "x.png"),
            ("https://h.ex/x", "image/png", "attachment; filename=\"../../etc/passwd\"", ".._.._etc_passwd.png"),
            ("https://h.ex/x", "image/png", "attachment; filename=\"..\"", "x.png"),
            ("https://h.ex/x", "image/png", "attachment; filename=\"", "x.png"),
            ("https://h.ex/x", "image/png", "attachment; filename", "x.png"),
            ("https://h.ex/x", "image/png", "filename=a.gif", "x.png"),
            ("https://h.ex/x", "image/png", ";;;;=;filename=;", "x.png"),
        ] as [(String, String?, String?, String)]
    )
    func names(_ url: String, _ type: String?, _ disposition: String?, _ name: String) {
        let facts = ResponseFacts(finalURL: url, contentType: type, contentDisposition: disposition)
        #expect(SuggestedFileName.name(of: facts) == name)
    }

    /// Also beside a disposition that names no file.
    @Test(arguments: [
        ("https://h.ex/dl.php", nil, true), ("https://h.ex/dl.php", "inline", true), ("https://h.ex/a.jpg", nil, false),
        ("https://h.ex/dl.php", "inline; filename=a.jpg", false), ("https://h.ex/dl", nil, false),
        ("https://h.ex/x", "inline; filename=a.php", true),
    ])
    func appended(_ url: String, _ disposition: String?, isAppended: Bool) {
        let facts = ResponseFacts(finalURL: url, contentType: "image/jpeg", contentDisposition: disposition)
        #expect(SuggestedFileName.isAppended(to: facts, DeviceURL(url)) == isAppended)
    }

    @Test("A name is as long as a file name may be")
    func length() {
        let facts = ResponseFacts(finalURL: "https://h.ex/" + String(repeating: "a", count: 9000))
        #expect(SuggestedFileName.name(of: facts).utf8.count == 255)
    }

    @Test(arguments: [
        ("https://h.ex/a.PNG?b=c.gif", "PNG"), ("https://h.ex/a", nil), ("https://h.ex/.png", nil),
        ("https://h.ex/a.", nil), ("https://h.ex/a.b c", nil), ("https://h.ex/a.tar.gz", "gz"), ("https://h.ex", nil),
        ("https://h.ex/a.png#x.gif", "png"), ("https://h.ex/a%2Egif", "gif"), ("https://h.ex/%ff.gif", "gif"),
        ("a.png", "png"), ("/a.png", "png"),
    ])
    func pathExtensions(_ text: String, _ name: String?) {
        #expect(DeviceURL(text)?.pathExtension == name)
    }

    /// iOS 17 percent-encodes what is illegal; neither takes an empty text or a leading space.
    @Test(arguments: [
        ("https://h.ex/a b.png", false, true), ("https://h.ex/é.png", false, true), ("https://h.ex/a|b", false, true),
        ("https://h.ex/a%20b.png", true, true), (" https://h.ex/a.png", false, false), ("", false, false),
    ])
    func releases(_ text: String, on16: Bool, on17: Bool) {
        #expect((DeviceURL(text, on: .ios16) != nil) == on16)
        #expect((DeviceURL(text, on: .ios17) != nil) == on17)
    }
}
