import AttacheCore

/// Placeholders of templates.
enum PlaceholderText {
    /// Opening and closing marks; between them is the name of a field.
    private static let marks: [(open: String, close: String)] = [
        ("{{${", "}}}"), ("{{", "}}"), ("${", "}"), ("#{", "}"), ("%%", "%%"), ("%", "%"), ("{%", "%}"), ("<%", "%>"),
        ("[[", "]]"),
        ("*|", "|*"),
        ("%7B%7B", "%7D%7D"), ("{", "}"),
    ]
    /// Whole values that a program writes for a missing one.
    private static let missing = ["undefined", "null", "nil", "None", "NaN", "[object Object]"]
    /// The word for the value of a field; no host, path or extension has it.
    static let word = "xplaceholderx"
    /// The limit of a field's name in bytes.
    private static let nameLimit = 128

    /// Returns the first placeholder as written, or a value that stands for a missing one; `nil` for none.
    static func find(in text: String) -> String? {
        if missing.contains(text) { return text }
        let bytes = Array(text.utf8)
        if let range = next(in: bytes, from: 0) { return String(decoding: bytes[range], as: UTF8.self) }
        let components = text.split(separator: "/")
        return URLText.isWeb(text) ? components.first { missing.contains(String($0)) }.map(String.init) : nil
    }

    /// The first placeholder that begins at an offset or behind it.
    private static func next(in bytes: [UInt8], from offset: Int) -> Range<Int>? {
        for index in offset..<bytes.count {
            for mark in marks where bytes[index...].starts(with: mark.open.utf8, by: same) {
                let start = index + mark.open.utf8.count
                guard let end = end(of: mark.close, in: bytes, from: start), isName(bytes[start..<end], mark.open),
                    mark.open != "%" || !(isEncoded(bytes, index) && isEncoded(bytes, end))
                else { continue }
                return index..<end + mark.close.utf8.count
            }
        }
        return nil
    }

    /// Whether a percent sign begins a byte of a URL, as in `%2F`: two such signs are no marks of a field.
    private static func isEncoded(_ bytes: [UInt8], _ index: Int) -> Bool {
        bytes.count > index + 2
            && bytes[(index + 1)...(index + 2)].allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0 | 0x20) }
    }

    /// Replaces each placeholder of a URL by a neutral word; `nil` for a text of which nothing else is left.
    static func filled(_ text: String) -> String? {
        guard !missing.contains(text) else { return nil }
        let bytes = Array(text.utf8)
        var filled: [UInt8] = []
        var copied = 0
        while let range = next(in: bytes, from: copied) {
            filled += bytes[copied..<range.lowerBound] + word.utf8
            copied = range.upperBound
        }
        filled += bytes[copied...]
        let result = String(decoding: filled, as: UTF8.self)
        guard result != word else { return nil }
        // A field that holds the beginning of the URL holds its scheme.
        return result.hasPrefix(word) ? "https://" + result : result
    }

    private static func end(of close: String, in bytes: [UInt8], from start: Int) -> Int? {
        let limit = min(bytes.count, start + nameLimit)
        return (start..<max(start, limit)).first { bytes[$0...].starts(with: close.utf8, by: same) }
    }

    /// A single brace is also text: only an identifier is a field's name there.
    private static func isName(_ name: ArraySlice<UInt8>, _ open: String) -> Bool {
        guard !name.isEmpty, !name.contains(0x0A) else { return false }
        guard open == "{" || open == "%" || open == "%%" || open == "[[" else { return true }
        // "100%25%" is no field, and neither is a percentage in a sentence.
        guard open != "%" || (name.first.map { (0x61...0x7A).contains($0 | 0x20) } ?? false) else { return false }
        return name.allSatisfy { byte in
            let lower = byte | 0x20
            // A GUID in braces is a name with hyphens, and "50%% of 30%%" has spaces.
            return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || "._".utf8.contains(byte)
                || open == "[[" && "- ".utf8.contains(byte)
        }
    }

    private static func same(_ left: UInt8, _ right: UInt8) -> Bool {
        left == right || (0x41...0x5A).contains(right) && left == right | 0x20
    }
}
