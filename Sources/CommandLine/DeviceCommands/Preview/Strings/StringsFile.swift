import AttacheCore
import AttacheSystem
import Glibc
import PolicyFiles

/// Reads the texts of an app: `.strings`, `.stringsdict` and `.xcstrings`.
enum StringsFile {
    /// The largest file in bytes.
    private static let limit = 8 << 20

    /// Adds the texts of a file to a table.
    ///
    /// - Parameters:
    ///   - path: The file; its extension says the format.
    ///   - locale: The language that a file with several is read for.
    ///   - table: Receives the texts; a later file wins.
    /// - Throws: `ConfigurationError` with the problem, which names the file.
    static func read(_ path: String, locale: String, into table: inout StringsTable) throws(ConfigurationError) {
        let bytes: [UInt8]
        do {
            bytes = try FileDescriptor.readAll(path: path, limit: limit)
        } catch {
            throw problem(path, error.code == EFBIG ? "it is larger than 8 MiB" : "it cannot be read: \(error.message)")
        }
        if path.hasSuffix(".xcstrings") {
            try readCatalog(bytes, path, locale, &table)
        } else if path.hasSuffix(".stringsdict") || bytes.starts(with: "bplist".utf8)
            || bytes.starts(with: "<?xml".utf8)
        {
            try readPropertyList(bytes, path, &table)
        } else if path.hasSuffix(".strings") {
            var parser = StringsParser(text: decoded(bytes))
            guard let pairs = parser.pairs() else {
                throw problem(path, "line \(parser.line) has no \"key\" = \"text\"; ends with a semicolon")
            }
            for (key, text) in pairs { table.add(key, .text(text)) }
        } else {
            throw problem(path, "its name does not end in .strings, .stringsdict or .xcstrings")
        }
    }

    private static func problem(_ path: String, _ cause: String) -> ConfigurationError {
        ConfigurationError(problems: ["invalid strings file \(path): \(cause); use a file of the app's resources."])
    }

    /// UTF-8, or UTF-16 by its mark, as Xcode wrote such files once.
    private static func decoded(_ bytes: [UInt8]) -> String {
        guard bytes.count >= 2, [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes[..<2])) else {
            let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
            return String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
        }
        let isLittle = bytes[0] == 0xFF
        var units: [UInt16] = []
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func readPropertyList(
        _ bytes: [UInt8],
        _ path: String,
        _ table: inout StringsTable
    ) throws(ConfigurationError) {
        guard let members = MarkedFile(propertyList: bytes, file: path).root?.members else {
            throw problem(path, "it is not a property list with a dictionary, or is too large or too deep")
        }
        for member in members {
            switch member.value.content {
            case .text(let text): table.add(member.key, .text(text))
            case .mapping(let entry):
                guard let format = member.value["NSStringLocalizedFormatKey"]?.text else { continue }
                var variables: [String: StringsTable.Variable] = [:]
                for variable in entry {
                    guard let forms = variable.value.members else { continue }
                    let texts = forms.compactMap { form in form.value.text.map { (form.key, $0) } }
                    let byForm = Dictionary(texts, uniquingKeysWith: { first, _ in first })
                    variables[variable.key] = StringsTable.Variable(forms: byForm)
                }
                table.add(member.key, .plural(format: format, variables: variables))
            default: continue
            }
        }
    }

    private static func readCatalog(
        _ bytes: [UInt8],
        _ path: String,
        _ locale: String,
        _ table: inout StringsTable
    ) throws(ConfigurationError) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(parsing: bytes).root
        } catch {
            throw problem(path, "\(error)")
        }
        guard let strings = root["strings"], strings.kind == .object else {
            throw problem(path, "it has no \"strings\"")
        }
        let source = root["sourceLanguage"]?.string ?? "en"
        let language = locale.split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? locale
        for (key, value) in strings.members {
            let forms = value["localizations"]
            guard let form = forms?[locale] ?? forms?[language] ?? forms?[source] else {
                // Without a translation the key is the text of the source language.
                if source == language { table.add(key, .text(key)) }
                continue
            }
            if let entry = Self.entry(form) { table.add(key, entry) }
        }
    }

    /// A text, its forms by a plural, or a text with substitutions; `nil` for a form without any.
    private static func entry(_ form: JSONValue) -> StringsTable.Entry? {
        if let plural = form["variations"]?["plural"], plural.kind == .object {
            return .plural(format: "%#@value@", variables: ["value": StringsTable.Variable(forms: forms(plural))])
        }
        // Texts by device: those of the phone.
        if let devices = form["variations"]?["device"], let own = devices["iphone"] ?? devices["other"] {
            return entry(own)
        }
        guard let text = form["stringUnit"]?["value"]?.string else { return nil }
        guard let substitutions = form["substitutions"], substitutions.kind == .object else { return .text(text) }
        var variables: [String: StringsTable.Variable] = [:]
        for (name, substitution) in substitutions.members {
            guard let plural = substitution["variations"]?["plural"] else { continue }
            let number = substitution["argNum"]?.integer
            variables[name] = StringsTable.Variable(
                forms: forms(plural),
                argument: number.flatMap { (1...64).contains($0) ? $0 : nil }
            )
        }
        return .plural(format: text, variables: variables)
    }

    private static func forms(_ plural: JSONValue) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, unit) in plural.members { texts[name] = unit["stringUnit"]?["value"]?.string }
        return texts
    }
}

/// The parser of `"key" = "text";` with comments, in one pass.
struct StringsParser {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The line of the place that was read last, from 1.
    var line: Int { 1 + scalars[..<min(place, scalars.count)].count { $0 == "\n" } }

    /// Returns all pairs; `nil` at the first mistake.
    mutating func pairs() -> [(String, String)]? {
        var pairs: [(String, String)] = []
        while true {
            guard skipSpace() else { return nil }
            guard place < scalars.count else { return pairs }
            guard let key = word(), skipSpace(), take("="), skipSpace(), let text = word(), skipSpace(), take(";")
            else {
                return nil
            }
            pairs.append((key, text))
        }
    }

    /// Skips white space and comments; `false` for a comment without an end.
    private mutating func skipSpace() -> Bool {
        while place < scalars.count {
            if scalars[place].properties.isWhitespace {
                place += 1
            } else if scalars[place] == "/", place + 1 < scalars.count, scalars[place + 1] == "/" {
                while place < scalars.count, scalars[place] != "\n" { place += 1 }
            } else if scalars[place] == "/", place + 1 < scalars.count, scalars[place + 1] == "*" {
                place += 2
                while !(place + 1 < scalars.count && scalars[place] == "*" && scalars[place + 1] == "/") {
                    guard place + 1 < scalars.count else { return false }
                    place += 1
                }
                place += 2
            } else {
                return true
            }
        }
        return true
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard place < scalars.count, scalars[place] == scalar else { return false }
        place += 1
        return true
    }

    /// A quoted text, or a key of letters, digits and `_ . -` without quotation marks.
    private mutating func word() -> String? {
        var text = String.UnicodeScalarView()
        guard take("\"") else {
            while place < scalars.count,
                scalars[place].properties.isAlphabetic || "0123456789_.-".unicodeScalars.contains(scalars[place])
            {
                text.append(scalars[place])
                place += 1
            }
            return text.isEmpty ? nil : String(text)
        }
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            if scalar == "\"" { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard place < scalars.count else { return nil }
            place += 1
            switch scalars[place - 1] {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "U", "u":
                let digits = scalars[place..<min(scalars.count, place + 4)].map { Character($0) }
                guard digits.count == 4, let number = UInt32(String(digits), radix: 16) else { return nil }
                place += 4
                text.append(Unicode.Scalar(number) ?? "\u{FFFD}")
            case let other: text.append(other)
            }
        }
        return nil
    }
}
