/// Lists what in the sources of a service extension does not compile on Linux, or behaves otherwise than on a device.
package struct SourceChecker {
    /// The codes of findings in sources.
    package static let codes = [
        "source.import", "source.attribute", "source.directive", "source.keychain", "source.commoncrypto",
        "source.coredata", "source.framework", "source.app-only", "source.uikit", "source.uiimage", "source.session",
        "source.no-class", "source.several-classes", "source.vendor", otherFiles, objectiveC,
    ]
    /// The code for files of the target that were not given.
    package static let otherFiles = "source.other-files"
    /// The code for files in Objective-C, and a bridging header, of the target.
    package static let objectiveC = "source.objective-c"

    /// The findings in sources that are listed.
    static let limit = 500

    private let sources: ExtensionSources
    private let declared: DeclaredNames

    package init(_ sources: ExtensionSources) {
        self.sources = sources
        var declared = DeclaredNames()
        for file in sources.files + sources.libraryFiles { declared.add(file.active) }
        self.declared = declared
    }

    /// The findings, in the order of files and lines, with those of its libraries behind them; of very many the most severe.
    package func findings(principalClass: String?) -> [SourceFinding] {
        var all: [SourceFinding] = []
        for file in sources.files + sources.libraryFiles {
            all += findings(in: file)
            guard all.count > Self.limit else { continue }
            let order = all.indices.sorted { (all[$1].severity, $0) < (all[$0].severity, $1) }
            all = order.prefix(Self.limit).sorted().map { all[$0] }
        }
        return all + classFindings(principalClass)
    }

    private func classFindings(_ name: String?) -> [SourceFinding] {
        let classes = PrincipalClass.all(in: sources.files, named: name, besides: sources.libraryFiles)
        if classes.isEmpty {
            return [
                SourceFinding(
                    code: "source.no-class",
                    severity: .error,
                    file: sources.root,
                    message: "There is no class that inherits from UNNotificationServiceExtension.",
                    fix: PrincipalClass.contentExtensions(in: sources.files).isEmpty
                        ? "Name the folder of the service extension, and further files that have its superclass."
                        : "A content extension runs with attache center play --content-extension."
                )
            ]
        }
        guard classes.count > 1, name.map({ $0 != classes[0].name }) ?? true else { return [] }
        let names = classes.map(\.name).joined(separator: ", ")
        return [
            SourceFinding(
                code: "source.several-classes",
                severity: .warning,
                file: classes[1].file,
                line: classes[1].line,
                column: 1,
                message: "Several classes are service extensions: \(names). The first one is used.",
                fix: "Name the class in NSExtensionPrincipalClass of the Info.plist, or with --class."
            )
        ]
    }

    private func findings(in file: SourceFile) -> [SourceFinding] {
        let tokens = file.active
        var findings: [SourceFinding] = []
        // One finding for each name of a file: the first place leads to the others.
        var seen: Set<String> = tokens.contains { $0.text == "FoundationXML" } ? ["XMLParser"] : []
        var brackets: [String] = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .punctuation where ["(", "[", "{"].contains(token.text): brackets.append(token.text)
            case .punctuation where [")", "]", "}"].contains(token.text): _ = brackets.popLast()
            // The label of an argument or a parameter is a name of its function.
            case .word where brackets.last == "(" && Self.isLabel(at: index, tokens): break
            case .word where token.text == "import": add(importAt: index, tokens, file, &seen, &findings)
            case .word: add(wordAt: index, tokens, file, &seen, &findings)
            case .attribute: add(attribute: token, file, &seen, &findings)
            case .directive:
                guard let fix = SourceRules.directives[token.text], seen.insert(token.text).inserted else { continue }
                let message =
                    token.text == "#error"
                    ? "#error is in code that is compiled on Linux." : "\(token.text) has no form on Linux."
                findings.append(finding("source.directive", .error, token, file, message, fix))
            case .string, .punctuation: break
            }
        }
        return findings
    }

    private func add(
        importAt index: Int,
        _ tokens: [SwiftToken],
        _ file: SourceFile,
        _ seen: inout Set<String>,
        _ findings: inout [SourceFinding]
    ) {
        guard let module = ExtensionSources.importedModule(at: index, tokens), findings.count < Self.limit,
            seen.insert("import \(module.text)").inserted
        else { return }
        if let vendor = VendorModule.named(module.text), vendor.product != nil, !vendor.omission.isEmpty {
            let message =
                "\(module.text) is a stand-in on Linux, which follows the policy \(vendor.policy) and \(vendor.omission)."
            let fix = "Expect what attache explain --policy \(vendor.policy) push.json shows."
            return findings.append(finding("source.vendor", .note, module, file, message, fix))
        }
        guard !file.importable.contains(module.text) else { return }
        let message = "There is no module \(module.text) on Linux."
        findings.append(
            finding(
                "source.import",
                .error,
                module,
                file,
                message,
                SourceRules.fix(ofModule: module.text).capitalizedAtStart
            )
        )
    }

    private func add(
        wordAt index: Int,
        _ tokens: [SwiftToken],
        _ file: SourceFile,
        _ seen: inout Set<String>,
        _ findings: inout [SourceFinding]
    ) {
        let word = tokens[index]
        let previous = index > 0 ? tokens[index - 1].text : ""
        let isMember = previous == "."
        var name = word.text
        // A member of something else, such as `.UIImage`; or the module itself.
        var found = isMember ? SourceRules.members[name] : SourceRules.rule(for: name)
        if let label = Self.firstLabel(at: index, tokens), let rule = SourceRules.calls[name]?[label] {
            (found, name) = (rule, "\(name)(\(label):)")
        }
        let own = isMember ? declared.members : declared.all
        guard let rule = found, !own.contains(word.text), previous != "import" else { return }
        // A type of another module may have a member of that name.
        let isSure = !isMember || isOfSystem(memberAt: index, tokens)
        guard seen.insert(isSure ? name : ".\(name)").inserted else { return }
        let severity = isSure ? rule.severity : min(rule.severity, .warning)
        findings.append(finding(rule.code, severity, word, file, "\(name): \(rule.message)", rule.fix))
    }

    /// Whether a member is of a type of the system, such as in `URLSession.shared.bytes`.
    private func isOfSystem(memberAt index: Int, _ tokens: [SwiftToken]) -> Bool {
        var place = index
        // Chains are short; the type of a longer one is unknown.
        while place >= 2, index - place < 16, tokens[place - 1].text == ".", tokens[place - 2].kind == .word {
            place -= 2
        }
        guard index - place < 16 else { return false }
        let root = tokens[place].text
        return place < index && SourceRules.owners.contains(root) && !declared.all.contains(root)
    }

    /// Whether a word is the label of an argument or of a parameter, where the bracket around it is a parenthesis.
    private static func isLabel(at index: Int, _ tokens: [SwiftToken]) -> Bool {
        guard index > 0, index + 1 < tokens.count, tokens[index + 1].text == ":" else { return false }
        return tokens[index - 1].text == "(" || tokens[index - 1].text == ","
    }

    /// The label of the first argument of a call.
    private static func firstLabel(at index: Int, _ tokens: [SwiftToken]) -> String? {
        guard index + 3 < tokens.count, tokens[index + 1].text == "(", tokens[index + 2].kind == .word else {
            return nil
        }
        return tokens[index + 3].text == ":" ? tokens[index + 2].text : nil
    }

    private func add(
        attribute: SwiftToken,
        _ file: SourceFile,
        _ seen: inout Set<String>,
        _ findings: inout [SourceFinding]
    ) {
        guard let isRemoved = SourceRules.attributes[attribute.text], seen.insert(attribute.text).inserted else {
            return
        }
        let message = "\(attribute.text) has no form on Linux."
        findings.append(
            isRemoved
                ? finding(
                    "source.attribute",
                    .warning,
                    attribute,
                    file,
                    message,
                    "attache extension run leaves it out; in a test target of your own, put it behind "
                        + "#if canImport(ObjectiveC)."
                )
                : finding("source.attribute", .error, attribute, file, message, "Leave the file out of the extension.")
        )
    }

    private func finding(
        _ code: String,
        _ severity: SourceFinding.Severity,
        _ token: SwiftToken,
        _ file: SourceFile,
        _ message: String,
        _ fix: String
    ) -> SourceFinding {
        SourceFinding(
            code: code,
            severity: severity,
            file: file.path,
            line: token.line,
            column: token.column,
            message: message,
            fix: fix
        )
    }
}

extension String {
    /// The text with a capital letter at its beginning.
    package var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
