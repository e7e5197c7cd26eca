import NotificationPicture
import Testing

/// Texts of notifications in many scripts, and some that strangers may send.
enum SampleTexts {
    struct Sample: Sendable, CustomTestStringConvertible {
        let locale: String
        let title: String
        let body: String

        var testDescription: String { locale }

        func notification(medium: PictureMedium? = nil, actions: [PictureAction] = []) -> PictureNotification {
            PictureNotification(
                app: "Aurora",
                time: ScreenWords.of(locale).now,
                title: title,
                subtitle: "Aurora 2",
                body: body,
                medium: medium,
                actions: actions
            )
        }
    }

    static let languages: [Sample] = [
        Sample(
            locale: "en",
            title: "Raid starts in 10 minutes",
            body: "Gather your party at the gate, and bring fire potions."
        ),
        Sample(
            locale: "de",
            title: "Der Raid beginnt in 10 Minuten",
            body: "Donaudampfschifffahrtsgesellschaftskapitänsmütze für alle Helden!"
        ),
        Sample(
            locale: "fr",
            title: "Le raid commence dans 10 minutes",
            body: "Rassemblez votre équipe à la porte ; apportez des potions."
        ),
        Sample(
            locale: "ru",
            title: "Рейд начнётся через 10 минут",
            body: "Соберите отряд у ворот и возьмите зелья огня."
        ),
        Sample(locale: "el", title: "Η επιδρομή αρχίζει σε 10 λεπτά", body: "Συγκεντρώστε την ομάδα σας στην πύλη."),
        Sample(locale: "ar", title: "تبدأ الغارة بعد ١٠ دقائق", body: "اجمع فريقك عند البوابة وأحضر جرعات النار."),
        Sample(locale: "he", title: "הפשיטה מתחילה בעוד 10 דקות", body: "אספו את החבורה ליד השער."),
        Sample(locale: "hi", title: "रेड 10 मिनट में शुरू होगी", body: "अपनी टोली को द्वार पर इकट्ठा करें और अग्नि औषधि लाएँ।"),
        Sample(locale: "th", title: "การบุกจะเริ่มในอีก 10 นาที", body: "รวมพลที่ประตูและนำยาไฟมาด้วยก่อนที่ระฆังจะดังสองครั้ง"),
        Sample(locale: "ja", title: "レイド開始まであと10分", body: "門の前に仲間を集め、火の薬を持って急げ。鐘が二度鳴ると扉は閉まる。"),
        Sample(locale: "ko", title: "레이드 시작 10분 전", body: "성문 앞에 파티를 모으고 불의 물약을 챙기세요."),
        Sample(locale: "zh-Hans", title: "突袭将在10分钟后开始", body: "请在城门前集合队伍,并带上火焰药水。"),
    ]

    /// Emoji, a word longer than a line, and two directions in one text.
    static let mixed = Sample(
        locale: "de",
        title: "🐉🔥 Donaudampfschifffahrtsgesellschaftskapitän wartet",
        body: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz: 🎁🎁 jetzt!\nZeile mit العربية und 日本語."
    )

    /// Each costs no more than a short text, and stays in its box.
    static let hostile: [Sample] = [
        Sample(
            locale: "en",
            title: String(repeating: "W", count: 10_000),
            body: String(repeating: "verylong", count: 10_000)
        ),
        Sample(
            locale: "en",
            title: "a" + String(repeating: "\u{0301}", count: 5_000),
            body: "Z" + String(repeating: "\u{0335}\u{0489}", count: 2_000)
        ),
        Sample(locale: "en", title: "\u{0}\u{1}\u{1B}[31m", body: String(repeating: "\n", count: 10_000)),
        Sample(locale: "en", title: "\u{202E}evil\u{2066}", body: String(repeating: "\u{202B}x", count: 5_000)),
        Sample(locale: "xx-not-a-tag-\u{0}", title: "😀👨‍👩‍👧‍👦🇰🇷👍🏽", body: String(repeating: "👨‍👩‍👧‍👦", count: 1_000)),
        Sample(locale: "en", title: "\u{10FFFF}\u{E000}\u{FFFF}", body: "\u{1D173}\u{E0001}\u{FEFF}"),
        Sample(locale: String(repeating: "a", count: 5_000), title: "", body: " "),
    ]

    /// A chequered picture.
    static let pixels: PicturePixels = {
        let (width, height) = (160, 100)
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let isDark = (row / 20 + column / 20) % 2 == 0
                bytes += [UInt8(60 + row), UInt8(90 + column / 2), isDark ? 180 : 230, 255]
            }
        }
        return PicturePixels(width: width, height: height, bytes: bytes) ?? PicturePixels.one
    }()

    static let actions = [
        PictureAction(title: "Join the raid", needsUnlock: true),
        PictureAction(title: "Reply", input: PictureAction.TextInput(placeholder: "Message", button: "Send")),
        PictureAction(title: "A title of a button with forty characters", isDestructive: true),
    ]
}

extension PicturePixels {
    /// One white pixel.
    static var one: PicturePixels {
        guard let pixels = PicturePixels(width: 1, height: 1, bytes: [255, 255, 255, 255]) else {
            fatalError("a pixel")
        }
        return pixels
    }
}
