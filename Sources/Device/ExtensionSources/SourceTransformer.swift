/// Makes the copy of a source file that is compiled: the same lines and columns, without attributes of Objective-C.
package enum SourceTransformer {
    /// The bytes of the copy; messages of the compiler name the original file by its absolute path.
    package static func copy(of file: SourceFile) -> [UInt8] {
        var bytes = file.bytes
        for (index, token) in file.tokens.enumerated()
        where token.kind == .attribute && SourceRules.attributes[token.text] == true {
            blank(token.range, in: &bytes)
            // `@objc(name)`, where nothing is between the two.
            guard index + 1 < file.tokens.count, file.tokens[index + 1].text == "(",
                file.tokens[index + 1].range.lowerBound == token.range.upperBound,
                let end = file.tokens[index...].prefix(256).firstIndex(where: { $0.text == ")" })
            else { continue }
            blank(token.range.upperBound..<file.tokens[end].range.upperBound, in: &bytes)
        }
        let path = ExtensionSources.absolute(file.path).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return Array("#sourceLocation(file: \"\(path)\", line: 1)\n".utf8) + bytes
    }

    private static func blank(_ range: Range<Int>, in bytes: inout [UInt8]) {
        for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }

    /// The identifiers of app groups in the sources: texts that begin with `group.`.
    package static func appGroups(in files: [SourceFile]) -> [String] {
        let texts = files.flatMap(\.tokens).filter { $0.kind == .string && $0.text.hasPrefix("group.") }.map(\.text)
        let isName: (String) -> Bool = { text in
            text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains($0))
            }
        }
        return Set(texts.filter(isName)).sorted()
    }
}
