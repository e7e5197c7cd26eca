/// The name and the type hint with which an extension hands a file to iOS.
package struct FileNaming: Sendable, Equatable {
    /// The file's name; the part before the extension is `media` where the extension makes one up.
    package var fileName: String
    /// The type hint, if the extension sets one.
    package var typeHint: String?
    /// Whether the extension has found no type that it attaches.
    package var isUnlisted = false
    /// Whether a rule was without the response that it needs.
    package var isInferred = false
    /// Whether the extension of a suggested file name contradicts the MIME type, where Apple's rule is not public.
    package var isContradicted = false

    /// The extension that iOS reads; `nil` without one.
    package var fileExtension: String? { DeviceURL.pathExtension(of: fileName) }
}

/// What is known about a media file when its file is named.
package struct NamingInput: Sendable {
    package var url: DeviceURL
    /// The type that the payload states beside the URL.
    package var statedType: String?
    /// The response; `nil` where none was seen.
    package var facts: ResponseFacts?

    /// The URL after redirects; `nil` without a response.
    var finalURL: DeviceURL? {
        guard let text = facts?.finalURL else { return nil }
        return text == url.text ? url : DeviceURL(text)
    }
}

extension DeviceRules {
    /// Names a media file by `naming`, the first rule that gives a name; a type hint is looked for beside it.
    package func name(_ input: NamingInput) -> FileNaming {
        var naming = FileNaming(fileName: "media")
        var isNamed = false
        var isStopped = false
        for rule in self.naming {
            if rule.needsResponse, input.facts == nil { naming.isInferred = naming.isInferred || !isNamed }
            if let hint = hint(rule, input) {
                naming.typeHint = naming.typeHint ?? hint
                continue
            }
            if rule == .nameSuffix {
                naming.fileName = input.url.lastPathComponent.isEmpty ? "media" : input.url.lastPathComponent
                let name = naming.fileName.lowercased()
                // A name that ends like this gets no hint.
                if (allowed ?? []).contains(where: name.hasSuffix) { return naming }
                continue
            }
            guard !isNamed, !isStopped, let word = fileExtension(rule, input), !word.isEmpty else { continue }
            guard let listed = listed(word) else {
                isStopped = stopsAtUnlisted
                continue
            }
            isNamed = true
            if rule == .suggestedName, let facts = input.facts {
                naming.fileName = SuggestedFileName.name(of: facts, input.finalURL)
                let stated = facts.mimeType.flatMap(MIMEType.named).flatMap {
                    MediaFormat.named(byExtension: $0.preferredExtension)
                }
                naming.isContradicted =
                    stated.map { $0 != MediaFormat.named(byExtension: word) } ?? false
                    || SuggestedFileName.isAppended(to: facts, input.finalURL)
            } else {
                naming.fileName = "media.\(listed)"
            }
        }
        if !isNamed, self.naming.contains(.suggestedName), let facts = input.facts {
            naming.fileName = SuggestedFileName.name(of: facts, input.finalURL)
        }
        naming.isUnlisted = !isNamed && naming.typeHint == nil
        return naming
    }

    /// The extension as the extension writes it, if the list has it.
    func listed(_ word: String) -> String? {
        guard let allowed else { return word }
        if isCaseSensitive { return allowed.contains(word) ? word : nil }
        let lowered = word.lowercased()
        return allowed.contains(lowered) ? lowered : nil
    }

    /// The URL whose name counts.
    private func named(_ input: NamingInput) -> DeviceURL {
        basis == .final ? input.finalURL ?? input.url : input.url
    }

    private func fileExtension(_ rule: NamingRule, _ input: NamingInput) -> String? {
        let facts = input.facts
        switch rule {
        case .suggestedName:
            return facts.flatMap { DeviceURL.pathExtension(of: SuggestedFileName.name(of: $0, input.finalURL)) }
        case .mimeImageSubtype:
            guard let type = facts?.contentType, let mark = type.firstRange(of: "image/") else { return nil }
            let subtype = type[mark.upperBound...].prefix { $0 != ";" }.trimmingSpaces
            return subtype.contains("/") ? nil : subtype
        case .mimeType: return facts?.mimeType.flatMap(MIMEType.named)?.preferredExtension
        case .mimeMap: return facts?.mimeType.flatMap { mime[$0] }
        case .url: return named(input).pathExtension
        case .urlWithoutType: return facts?.mimeType == nil ? named(input).pathExtension : nil
        case .urlText: return DeviceURL.pathExtension(of: named(input).text)
        case .afterLastDot:
            let text = named(input).text.utf8
            return text.lastIndex(of: UInt8(ascii: ".")).map { String(Substring(text[text.index(after: $0)...])) }
        case .query(let name):
            return named(input).queryItems.first { $0.name == name }.flatMap { Self.afterDot($0.value) }
        case .queryAny:
            return named(input).queryItems.reversed().lazy.compactMap { item in
                item.value.utf8.split(separator: UInt8(ascii: ".")).reversed().lazy.map { String(Substring($0)) }
                    .first { self.listed($0) != nil }
            }.first
        case .payloadType: return input.statedType
        case .payloadValue: return input.statedType.flatMap { values[$0] }
        case .mimeTail: return facts?.contentType?.split(separator: "/").last.map(String.init)
        case .bytes: return facts?.format?.preferredExtension
        case .fixed(let word): return word
        case .nameSuffix, .hintPayloadType, .hintPayloadValue, .hintPayloadIdentifier, .hintMIMEType, .hintBytes:
            return nil
        }
    }

    private static func afterDot(_ text: String) -> String? {
        text.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
    }

    private func hint(_ rule: NamingRule, _ input: NamingInput) -> String? {
        switch rule {
        case .hintPayloadType: return input.statedType
        case .hintPayloadValue: return input.statedType.map { values[$0] ?? $0 }
        case .hintPayloadIdentifier: return input.statedType.flatMap(Self.identifier)
        case .hintMIMEType:
            guard let type = input.facts?.mimeType.flatMap(MIMEType.named) else { return nil }
            return allowed.map { $0.contains(type.preferredExtension) } ?? true ? type.identifier : nil
        case .hintBytes: return input.facts.flatMap { SignatureTable.identifier(of: $0.signature) }
        default: return nil
        }
    }

    /// The type identifier of an extension, a MIME type or a type identifier.
    private static func identifier(_ type: String) -> String? {
        if type.contains("/") { return MIMEType.named(type.lowercased())?.identifier }
        return type.contains(".") ? type : MediaFormat.named(byExtension: type)?.typeIdentifier
    }
}
