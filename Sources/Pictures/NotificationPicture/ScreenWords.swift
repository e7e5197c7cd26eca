/// The words of the screen around a notification.
package struct ScreenWords: Sendable {
    /// The time of a notification that has just come.
    package let now: String
    /// The date of the lock screen: Monday, 9 June.
    package let date: String

    /// The words of a locale's language; English for one that is not in the table.
    package static func of(_ locale: String) -> ScreenWords {
        let tag = locale.lowercased().replacing("_", with: "-")
        if tag.hasPrefix("zh-hant") || tag.hasPrefix("zh-tw") || tag.hasPrefix("zh-hk") {
            return ScreenWords(now: "現在", date: "6月9日 星期一")
        }
        let language = tag.split(separator: "-").first.map(String.init) ?? "en"
        return table[language] ?? ScreenWords(now: "now", date: "Monday, 9 June")
    }

    private static let table: [String: ScreenWords] = [
        "ar": ScreenWords(now: "الآن", date: "الاثنين، 9 يونيو"),
        "de": ScreenWords(now: "Jetzt", date: "Montag, 9. Juni"),
        "es": ScreenWords(now: "ahora", date: "lunes, 9 de junio"),
        "fr": ScreenWords(now: "maintenant", date: "lundi 9 juin"),
        "he": ScreenWords(now: "עכשיו", date: "יום שני, 9 ביוני"),
        "hi": ScreenWords(now: "अभी", date: "सोमवार, 9 जून"),
        "id": ScreenWords(now: "sekarang", date: "Senin, 9 Juni"),
        "it": ScreenWords(now: "adesso", date: "lunedì 9 giugno"),
        "ja": ScreenWords(now: "今", date: "6月9日 月曜日"),
        "ko": ScreenWords(now: "지금", date: "6월 9일 월요일"),
        "pl": ScreenWords(now: "teraz", date: "poniedziałek, 9 czerwca"),
        "pt": ScreenWords(now: "agora", date: "segunda-feira, 9 de junho"),
        "ru": ScreenWords(now: "сейчас", date: "понедельник, 9 июня"),
        "th": ScreenWords(now: "ตอนนี้", date: "วันจันทร์ที่ 9 มิถุนายน"),
        "tr": ScreenWords(now: "şimdi", date: "9 Haziran Pazartesi"),
        "uk": ScreenWords(now: "зараз", date: "понеділок, 9 червня"),
        "vi": ScreenWords(now: "bây giờ", date: "Thứ Hai, 9 tháng 6"),
        "zh": ScreenWords(now: "现在", date: "6月9日 星期一"),
    ]
}
