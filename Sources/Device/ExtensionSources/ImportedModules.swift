extension ExtensionSources {
    /// The modules that the active code of the files imports.
    package var importedModules: Set<String> {
        Set(
            files.flatMap { file in
                let tokens = file.active
                return tokens.indices.compactMap { Self.importedModule(at: $0, tokens)?.text }
            }
        )
    }

    /// The module of the import that begins at a token, also of `import struct Foundation.Data`; `nil` for anything else.
    static func importedModule(at index: Int, _ tokens: [SwiftToken]) -> SwiftToken? {
        guard tokens[index].kind == .word, tokens[index].text == "import" else { return nil }
        let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        var place = index + 1
        if place < tokens.count, kinds.contains(tokens[place].text) { place += 1 }
        guard place < tokens.count, tokens[place].kind == .word, index == 0 || tokens[index - 1].text != ".",
            tokens[place].line == tokens[index].line
        else { return nil }
        return tokens[place]
    }
}
