/// Faults in the code of a service extension, which compiles and shows no media.
package struct ServiceCode: Sendable {
    /// A place in the code.
    package struct Place: Sendable, Equatable {
        package let file: String
        package let line: Int
        package let column: Int

        init(_ token: SwiftToken, in file: SourceFile) {
            self.file = file.path
            line = token.line
            column = token.column
        }
    }

    /// The mark that Xcode's template appends to titles.
    private static let mark = "[modified]"
    private static let modules = SourceRules.systemModules.union(["CoreGraphics", "AVFoundation", "ImageIO", "Combine"])
    private static let callback = "didReceive"
    private static let label = "withContentHandler"
    private static let expiry = "serviceExtensionTimeWillExpire"
    /// The labels that are looked at: each may be that of a method whose body is all of the file.
    private static let labelLimit = 32

    private let files: [SourceFile]

    package init(_ files: [SourceFile]) {
        self.files = files
    }

    /// The code of Xcode's template: the first text with its mark.
    package var template: Place? {
        for file in files {
            let token = file.tokens.first { $0.kind == .string && $0.text.hasSuffix(Self.mark) }
            if let token { return Place(token, in: file) }
        }
        return nil
    }

    /// Whether the code makes attachments, by itself or by a name of a library.
    package func mentions(_ names: Set<String>) -> Bool {
        files.contains { $0.tokens.contains { $0.kind == .word && names.contains($0.text) } }
    }

    /// The modules that the code imports itself, or a header of.
    package var importedNames: Set<String> {
        Set(
            imports.map { name, _ in
                let folder = name.split(separator: "/").first ?? ""
                return folder.split(separator: ".").first.map(String.init) ?? ""
            }
        )
    }

    /// Whether the code imports something besides Apple's modules and its own headers, which may attach media.
    package var importsLibraries: Bool {
        let own = Set(files.compactMap { Self.stem(of: $0.path) })
        return imports.contains { name, isQuoted in
            isQuoted ? !own.contains(Self.stem(of: name) ?? "") : !Self.modules.contains(name)
        }
    }

    /// What the files import: modules, and headers with their folders or only these; headers in quotation marks may be own.
    private var imports: some Sequence<(name: String, isQuoted: Bool)> {
        files.lazy.flatMap { file in
            file.tokens.indices.lazy.compactMap { index in
                Self.imported(at: index, file.tokens)
            }
        }
    }

    private static func imported(at index: Int, _ tokens: [SwiftToken]) -> (name: String, isQuoted: Bool)? {
        if let module = ExtensionSources.importedModule(at: index, tokens) { return (module.text, false) }
        guard index + 1 < tokens.count else { return nil }
        let next = tokens[index + 1]
        switch tokens[index].text {
        case "@import": return next.kind == .word ? (next.text, false) : nil
        case "#import", "#include":
            if next.kind == .string { return (next.text, true) }
            return index + 2 < tokens.count ? (tokens[index + 2].text, false) : nil
        default: return nil
        }
    }

    /// The name of a file without its folders and its extensions.
    private static func stem(of path: String) -> Substring? {
        path.split(separator: "/").last?.split(separator: ".").first
    }

    /// The method of a service extension that never calls its handler and passes it to nothing: the name of the parameter
    /// is not used, or it is kept in a variable that is not used.
    package var silentHandler: Place? {
        var left = Self.labelLimit
        for file in files where file.path.hasSuffix(".swift") {
            for index in file.tokens.indices where file.tokens[index].text == Self.label {
                left -= 1
                guard left >= 0 else { return nil }
                guard let (name, body) = method(at: index, in: file.tokens) else { continue }
                let tokens = file.tokens
                // A property of the same name is no use of the parameter.
                let uses = body.filter { place in
                    tokens[place].kind == .word && tokens[place].text == name && tokens[place - 1].text != "."
                }
                if uses.isEmpty || uses.count == 1 && isKeptOnly(uses[0], name, file.tokens) {
                    return Place(file.tokens[index], in: file)
                }
            }
        }
        return nil
    }

    /// A call of the content handler that comes after another call has got it, in the same block or in one around that: without
    /// a `return` between them, both are made.
    package var secondCall: Place? {
        var left = Self.labelLimit
        for file in files where file.path.hasSuffix(".swift") {
            let tokens = file.tokens
            for index in tokens.indices where tokens[index].text == Self.label {
                left -= 1
                guard left >= 0 else { return nil }
                guard let (name, body) = method(at: index, in: tokens) else { continue }
                let names = HandlerNames(name, in: body, tokens)
                for pass in body where tokens[pass].text == Self.label {
                    left -= 1
                    guard left >= 0 else { return nil }
                    guard names.isPassed(at: pass, tokens),
                        let call = names.call(after: pass, until: body.upperBound, tokens)
                    else { continue }
                    return Place(tokens[call], in: file)
                }
            }
        }
        return nil
    }

    /// The parameter and the body of `func didReceive(…, withContentHandler name: …) { … }`; `nil` for a call.
    private func method(at label: Int, in tokens: [SwiftToken]) -> (name: String, body: Range<Int>)? {
        guard label + 2 < tokens.count, label >= 4 else { return nil }
        var name = Self.label
        if tokens[label + 1].kind == .word, tokens[label + 2].text == ":" { name = tokens[label + 1].text }
        guard name != Self.label || tokens[label + 1].text == ":" else { return nil }
        // A declaration has `func` shortly before its label.
        let before = tokens[max(0, label - 12)..<label]
        guard let start = before.lastIndex(where: { $0.text == Self.callback }), start > 0,
            tokens[start - 1].text == "func"
        else { return nil }
        guard let open = tokens[label...].prefix(64).firstIndex(where: { $0.text == "{" }) else { return nil }
        return Self.end(of: open, in: tokens).map { (name, (open + 1)..<$0) }
    }

    /// Whether the only use is `self.kept = name` or `kept = name`, and no file uses what is kept before the time expires.
    private func isKeptOnly(_ use: Int, _ name: String, _ tokens: [SwiftToken]) -> Bool {
        guard use >= 2, tokens[use - 1].text == "=", tokens[use - 2].kind == .word else { return false }
        if use + 1 < tokens.count, ["(", "?", ".", "["].contains(tokens[use + 1].text) { return false }
        let kept = tokens[use - 2].text
        for file in files {
            let expiry = expiryBody(in: file.tokens)
            for (index, token) in file.tokens.enumerated() where token.kind == .word && token.text == kept {
                if !expiry.contains(index), !isDeclaredOrSet(at: index, kept, file.tokens) { return false }
            }
        }
        return true
    }

    /// The body of `func serviceExtensionTimeWillExpire() { … }`, which iOS calls after 30 s; empty without one.
    private func expiryBody(in tokens: [SwiftToken]) -> Range<Int> {
        guard let name = tokens.firstIndex(where: { $0.text == Self.expiry }), name > 0,
            tokens[name - 1].text == "func",
            let open = tokens[name...].prefix(8).firstIndex(where: { $0.text == "{" })
        else { return 0..<0 }
        return open..<(Self.end(of: open, in: tokens) ?? open)
    }

    /// The brace that closes the one at an index.
    private static func end(of open: Int, in tokens: [SwiftToken]) -> Int? {
        var depth = 0
        for index in open..<tokens.count {
            if tokens[index].text == "{" { depth += 1 }
            if tokens[index].text == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Whether a name is only declared there, set, or set from the parameter of the same name.
    private func isDeclaredOrSet(at index: Int, _ name: String, _ tokens: [SwiftToken]) -> Bool {
        func text(_ offset: Int) -> String {
            tokens.indices.contains(index + offset) ? tokens[index + offset].text : ""
        }
        if text(-1) == "var" || text(-1) == Self.label { return true }
        if text(1) == "=", text(2) != "=" { return text(-1) != "let" }
        return text(-1) == "=" && text(-2) == name && text(1) != "("
    }
}
