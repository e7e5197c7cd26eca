/// The modifiers of a build setting's value, such as `rfc1034identifier` in `$(PRODUCT_NAME:rfc1034identifier)`.
enum SettingModifier {
    /// Returns the changed text; `nil` for a modifier whose effect is not known.
    static func apply(_ modifier: String, to text: String) -> String? {
        switch modifier {
        case "c99extidentifier", "identifier": return replaced(text) { isWord($0) ? $0 : "_" }
        case "rfc1034identifier":
            return replaced(text, first: "-") { $0.isASCII && isWord($0) && $0 != "_" || $0 == "." ? $0 : "-" }
        case "lower": return text.lowercased()
        case "upper": return text.uppercased()
        default:
            guard modifier.hasPrefix("default=") else { return nil }
            return text.isEmpty ? String(modifier.dropFirst("default=".count)) : text
        }
    }

    /// Replaces each scalar; a digit at the beginning, which no name has, becomes `first`.
    private static func replaced(
        _ text: String,
        first: Unicode.Scalar = "_",
        _ change: (Unicode.Scalar) -> Unicode.Scalar
    ) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isDigit = result.isEmpty && first == "_" && ("0"..."9").contains(scalar)
            result.append(isDigit ? first : change(scalar))
        }
        return String(result)
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        // Swift's names have letters of all scripts, and Xcode keeps them.
        scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
}
