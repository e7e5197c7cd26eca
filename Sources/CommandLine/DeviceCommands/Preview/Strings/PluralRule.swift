/// The plural categories of Unicode CLDR for whole numbers.
enum PluralRule {
    /// The category of an argument: a number as text. A text that is no number counts as 0.
    static func category(of argument: String, in language: String) -> String {
        if let number = Int(argument) { return category(of: number, in: language) }
        guard let number = Double(argument), number.isFinite else { return category(of: 0, in: language) }
        // Numbers with a fraction: French and Portuguese look at the whole part.
        return ["fr", "pt"].contains(language) && number.magnitude < 2 ? "one" : "other"
    }

    static func category(of number: Int, in language: String) -> String {
        let count = number.magnitude
        let tens = count % 100
        switch language {
        case "ja", "ko", "zh", "th", "vi", "id", "ms", "my", "lo", "km": return "other"
        case "fr", "pt", "hi", "fa", "bn", "gu", "kn", "zu": return count <= 1 ? "one" : "other"
        case "ru", "uk", "be", "sr", "hr", "bs":
            if count % 10 == 1, tens != 11 { return "one" }
            return (2...4).contains(count % 10) && !(12...14).contains(tens)
                ? "few" : language.hasPrefix("s") ? "other" : "many"
        case "pl":
            if count == 1 { return "one" }
            return (2...4).contains(count % 10) && !(12...14).contains(tens) ? "few" : "many"
        case "cs", "sk": return count == 1 ? "one" : (2...4).contains(count) ? "few" : "other"
        case "ar":
            if count <= 2 { return ["zero", "one", "two"][Int(count)] }
            return (3...10).contains(tens) ? "few" : tens >= 11 ? "many" : "other"
        case "he": return count == 1 ? "one" : count == 2 ? "two" : "other"
        case "lt":
            if (11...19).contains(tens) || count % 10 == 0 { return "other" }
            return count % 10 == 1 ? "one" : "few"
        default: return count == 1 ? "one" : "other"
        }
    }
}
