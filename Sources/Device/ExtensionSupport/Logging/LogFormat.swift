import Foundation

/// The formats of `os_log`, such as `%{public}@` and `%.2f`.
enum LogFormat {
    /// Returns the text of a format. An argument that is missing is `<decode: missing data>`, as on a device.
    static func text(_ format: String, _ arguments: [any CVarArg]) -> LogText {
        var text = LogText()
        var left = arguments[...]
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            text.append(String(rest[..<percent]))
            rest = rest[rest.index(after: percent)...]
            guard let conversion = Conversion(&rest) else { continue }
            if conversion.letter == "%" {
                text.append("%")
            } else if let argument = left.popFirst() {
                text.append(conversion.text(of: argument), isPublic: conversion.isPublic)
            } else {
                text.append("<decode: missing data>")
            }
        }
        text.append(String(rest))
        return text
    }

    /// A conversion: options in braces, flags, width and precision, length and letter.
    private struct Conversion {
        let letter: Character
        let isPublic: Bool
        /// Digits after the full stop of a floating-point number.
        let precision: Int?

        init?(_ rest: inout Substring) {
            var options: [String] = []
            if rest.first == "{", let brace = rest.firstIndex(of: "}") {
                options = rest[rest.index(after: rest.startIndex)..<brace].lowercased()
                    .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                rest = rest[rest.index(after: brace)...]
            }
            let modifiers = rest.prefix { "0123456789.-+ #'hlqjztL*".contains($0) }
            rest = rest[modifiers.endIndex...]
            guard let letter = rest.popFirst() else { return nil }
            self.letter = letter
            precision = modifiers.firstIndex(of: ".").flatMap { point in
                Int(modifiers[modifiers.index(after: point)...].prefix(while: \.isNumber).prefix(2))
            }
            let isText = "@sSPm".contains(letter)
            // Numbers are public unless the format says otherwise.
            isPublic = options.contains("public") || !(isText || options.contains("private"))
        }

        func text(of argument: any CVarArg) -> String {
            switch letter {
            case "x", "X":
                guard let number = (argument as? any BinaryInteger).map({ UInt(truncatingIfNeeded: $0) }) else {
                    return "\(argument)"
                }
                let digits = String(number, radix: 16)
                return letter == "X" ? digits.uppercased() : digits
            case "f", "F", "e", "g":
                guard let number = argument as? Double ?? (argument as? Float).map(Double.init) else {
                    return "\(argument)"
                }
                return String(format: "%.\(precision ?? 6)f", number)
            case "s":
                // Unsafe, and right: the extension passes a C string that lives during the call.
                if let bytes = unsafe argument as? UnsafePointer<CChar> { return unsafe String(cString: bytes) }
                return "\(argument)"
            default: return "\(argument)"
            }
        }
    }
}
