import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia
@testable import PolicyFiles

/// The name that each extension gives to nine media, as read from the code of the extensions.
///
/// `drop` and `ABORT` are refusals, `none` is a file without an extension, and `hint:` precedes a type hint.
@Suite("Golden names", .inProcess, .timeLimit(.minutes(1)))
struct GoldenNameTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        let type: String
        let format: MediaFormat
        let names: [String]

        var testDescription: String { name }
    }

    /// One column for each group of extensions that behave alike.
    static let columns: [[String]] = [
        ["fcm", "notifee"], ["onesignal"], ["airship"], ["clevertap"],
        ["pushwoosh", "iterable", "customerio", "countly", "adobe-campaign-standard", "moengage"], ["adobe-aep"],
        ["leanplum"], ["salesforce-mc"],
        ["aws-amplify"], ["swrve"], ["emarsys"], ["braze"], ["klaviyo"], ["batch"], ["infobip"], ["appcues"],
        ["cleverpush"], ["bloomreach"], ["expo"], ["mixpanel"], ["dengage"], ["home-assistant"],
        ["wonderpush"], ["kumulos-optimove"], ["hive"], ["airship-17"],
    ]

    private static func row(
        _ name: String,
        _ path: String,
        _ type: String,
        _ format: MediaFormat,
        _ names: String
    ) -> Case {
        Case(
            name: name,
            path: path,
            type: type,
            format: format,
            names: names.split(separator: " ").map(String.init)
        )
    }

    private static let octets = "application/octet-stream"

    // fcm onesignal airship clevertap suggested adobe leanplum salesforce aws swrve emarsys | braze klaviyo batch infobip
    // appcues cleverpush bloomreach expo mixpanel dengage home-assistant wonderpush kumulos hive airship-17
    static let cases: [Case] = [
        row(
            "C1",
            "/photo.jpg",
            "image/jpeg",
            .jpeg,
            "jpg jpeg jpg jpg jpg jpg jpg jpeg jpg jpg jpeg jpg jpg tmp+public.jpeg jpg jpeg jpg png jpg jpg jpg jpg jpg jpg jpg jpg"
        ),
        row(
            "C2",
            "/PHOTO.JPG",
            octets,
            .jpeg,
            "JPG drop JPG jpg JPG jpg tmp jpg JPG JPG octet-stream jpg jpg tmp+public.jpeg JPG tmp drop png jpg JPG JPG JPG JPG JPG jpg JPG"
        ),
        row(
            "C3",
            "/photo",
            "image/jpeg",
            .jpeg,
            "jpg jpeg hint:public.jpeg jpg jpg jpg jpg jpeg ex/x/photo jpeg jpeg jpg jpg tmp+public.jpeg none jpeg jpeg png jpg none none none drop jpg drop hint:public.jpeg"
        ),
        row(
            "C4",
            "/photo",
            octets,
            .jpeg,
            "none drop hint:public.jpeg jpg none jpg tmp jpg ex/x/photo drop octet-stream jpg jpg tmp+public.jpeg none tmp drop png jpg none none none drop drop drop hint:public.jpeg"
        ),
        row(
            "C5",
            "/photo.jpg?w=600",
            "image/jpeg",
            .jpeg,
            "jpg jpeg jpg jpg jpg jpg jpg jpeg jpg?w=600 jpg jpeg jpg jpg tmp+public.jpeg jpg jpeg jpg png jpg jpg?w=600 jpg jpg jpg jpg jpg jpg"
        ),
        row(
            "C6",
            "/photo.jpg",
            "image/webp",
            .webp,
            "jpg jpg jpg jpg jpg jpg tmp webp jpg jpg webp jpg jpg tmp+public.jpeg jpg webp jpg png jpg jpg jpg jpg jpg jpg jpg jpg"
        ),
        row(
            "C7",
            "/photo.webp",
            "image/webp",
            .webp,
            "webp drop ABORT jpg webp jpg tmp webp webp webp webp jpg jpg tmp+public.jpeg webp webp drop png jpg webp webp webp webp webp drop webp"
        ),
        row(
            "C8",
            "/img?id=7",
            "image/png",
            .png,
            "png png hint:public.png jpg png png png png ex/x/img?id=7 png png jpg jpg tmp+public.jpeg none png png png jpg none none none drop png drop hint:public.png"
        ),
        row(
            "C9",
            "/clip.mp4",
            "video/mp4",
            .mp4,
            "mp4 mp4 mp4 mp4 mp4 mp4 tmp mp4 mp4 mp4 mp4 mp4 mp4 tmp+public.mpeg-4 mp4 mp4 mp4 png jpg mp4 mp4 mp4 mp4 mp4 mp4 mp4"
        ),
    ]

    /// What a truthful sender states beside the URL.
    private static func statedType(_ name: String, _ format: MediaFormat) -> String? {
        let isVideo = format.kind == .video
        switch name {
        case "clevertap": return isVideo ? "video" : "image"
        case "braze", "klaviyo": return isVideo ? "mp4" : "jpg"
        case "batch": return isVideo ? "public.mpeg-4" : "public.jpeg"
        default: return nil
        }
    }

    private static func text(_ naming: FileNaming, _ rules: DeviceRules) -> String {
        if naming.isUnlisted, rules.unknownType == .dropItem { return "drop" }
        if naming.isUnlisted, rules.unknownType == .abortAll { return "ABORT" }
        // A name may hold a slash, which ends what iOS reads as the extension.
        let name = naming.fileName
        let suffix = rules.naming == [.afterLastDot] ? String(name.dropFirst("media.".count)) : naming.fileExtension
        guard let hint = naming.typeHint else { return suffix ?? "none" }
        return suffix.map { "\($0)+\(hint)" } ?? "hint:\(hint)"
    }

    @Test("Every extension names every golden medium as its code does", arguments: cases)
    func names(_ row: Case) throws {
        try #require(row.names.count == Self.columns.count)
        let url = "https://h.ex/x\(row.path)"
        let signature: [UInt8] = row.format == .png ? [0x89, 0x50, 0x4E, 0x47] : [0xFF, 0xD8, 0xFF, 0xE0]
        let facts = ResponseFacts.whole(url, row.type, row.format, bytes: row.format == .webp ? [] : signature)
        for (names, expected) in zip(Self.columns, row.names) {
            for name in names {
                let rules = try #require(Dialects.policies[name]?.device, "\(name)")
                let input = NamingInput(
                    url: try #require(DeviceURL(url)),
                    statedType: Self.statedType(name, row.format),
                    facts: facts
                )
                #expect(Self.text(rules.name(input), rules) == expected, "\(name)")
            }
        }
    }

    /// A name that iOS does not know gives error 101; one that it knows is attached.
    @Test(arguments: [
        ("jpg", true), ("jpeg", true), ("JPG", true), ("png", true), ("gif", true), ("aif", true), ("aiff", true),
        ("wav", true), ("mp3", true), ("m4a", true), ("mp4", true), ("mpg", true), ("mpeg", true), ("avi", true),
        ("mov", true), ("webp", false), ("html", false), ("tmp", false), ("octet-stream", false), ("svg+xml", false),
        ("jpg?w=600", false), ("jpeg; charset=utf-8", false), ("", false),
    ])
    func acceptedNames(_ suffix: String, isAccepted: Bool) {
        let naming = FileNaming(fileName: suffix.isEmpty ? "media" : "media.\(suffix)")
        let format = MediaFormat.named(byExtension: suffix) ?? .jpeg
        let facts = ResponseFacts.whole("https://h.ex/a", nil, format)
        let acceptance = AttachmentAcceptance(naming, facts: facts, types: [:])
        #expect(acceptance.isAccepted == isAccepted)
        #expect(acceptance.error == (isAccepted ? nil : .notification(101)))
    }

    /// A dialect without a row would be one that nobody has compared with its code.
    @Test func everyDialectHasAColumn() {
        #expect(Set(Self.columns.flatMap(\.self)) == Set(Dialects.names))
    }
}
