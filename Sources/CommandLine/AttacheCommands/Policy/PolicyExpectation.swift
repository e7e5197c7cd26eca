import AttacheCore
import PolicyFiles

/// One expected member of a result.
struct PolicyExpectation: Sendable {
    /// The members that a case may name.
    enum Member: String, CaseIterable, Sendable {
        case outcome
        /// The file extension of the first attachment.
        case `extension`
        /// The number of attachments.
        case attachments
        /// The code of the reason that decided, or `null` for none.
        case reason
        /// Codes that are among the reasons.
        case reasons
        case policy
        case shape
        /// Members of the result's `device`.
        case device
    }

    let member: Member
    let value: MarkedValue

    /// The expectations of a case, at least one.
    static let kind = FieldKind<[PolicyExpectation]>(
        schema: { $0.object(keys).adding(["minProperties": 1]) },
        read: { reader, field in
            var expectations: [PolicyExpectation] = []
            guard reader.read(field, keys, into: &expectations) != nil else { return nil }
            if field.value.members?.isEmpty == true {
                reader.report(field, "it expects nothing", fix: "use expect: {outcome: attached}")
            }
            // In the order of the file.
            return expectations.sorted { ($0.value.mark ?? .start) < ($1.value.mark ?? .start) }
        }
    )

    private static let keys: [FieldKey<[PolicyExpectation]>] = Member.allCases.map { member in
        FieldKey(member.rawValue, member.kind) { $0.append(PolicyExpectation(member: member, value: $1.value)) }
    }

    /// The difference between a result and the expectation, as a clause; `nil` when there is none.
    func difference(from result: JSONValue, _ headline: Reason?) -> String? {
        switch member {
        case .outcome, .policy, .shape: return mismatch(result[member.rawValue])
        case .extension: return mismatch(result["content"]?["attachments"]?[0]?["extension"])
        case .attachments:
            let count = result["content"]?["attachments"]?.count ?? 0
            return value.scalarText == "\(count)" ? nil : text("\(count)")
        case .reason:
            return value.text == headline?.code.rawValue ? nil : text(headline?.code.rawValue ?? "none")
        case .reasons:
            let codes = result["reasons"].map { $0.elements.compactMap { $0["code"]?.string } } ?? []
            let missing = (value.list ?? []).compactMap(\.text).filter { !codes.contains($0) }
            return missing.isEmpty ? nil : text(codes.isEmpty ? "none" : codes.joined(separator: ", "))
        case .device: return mismatch(result["device"])
        }
    }

    private func mismatch(_ found: JSONValue?) -> String? {
        if let found, Self.contains(found, value) { return nil }
        return found == nil && value.isNull ? nil : text(found?.text ?? "none")
    }

    private func text(_ found: String) -> String {
        "\(member.rawValue) is \(found), expected \(String(decoding: value.json, as: UTF8.self))"
    }

    /// Whether a value has everything that another one names: the members of its objects, the elements of its lists.
    ///
    /// The depth is that of the file of cases, which its reader limits.
    static func contains(_ found: JSONValue, _ expected: MarkedValue) -> Bool {
        switch (found.kind, expected.content) {
        case (.object, .mapping(let members)):
            members.allSatisfy { member in
                found[member.key].map { contains($0, member.value) } ?? member.value.isNull
            }
        case (.array, .list(let elements)):
            found.count == elements.count && zip(found.elements, elements).allSatisfy { contains($0, $1) }
        case (.string, .text(let text)): found.string == text
        case (.number, .number(let text)): found.double == Double(text)
        case (.boolean, .boolean(let value)): found.boolean == value
        case (.null, .null): true
        default: false
        }
    }
}

extension PolicyExpectation.Member {
    /// What a case may expect of the member.
    fileprivate var kind: FieldKind<Field> {
        switch self {
        case .outcome: .kept(FieldKind<Outcome>.word)
        case .reason: .kept(FieldKind<String?>.optional(.code))
        case .reasons: .kept(FieldKind<[String]>.list(of: .code))
        case .extension, .attachments, .policy, .shape, .device: .field("string", "number", "object", "null")
        }
    }
}

extension FieldKind where Value == String {
    /// The code of a reason.
    fileprivate static var code: Self { .word(among: ReasonCode.allCases.map(\.rawValue)) }
}

extension FieldKind where Value == Field {
    /// A value that another kind checks and that stays as it is.
    fileprivate static func kept<Checked>(_ kind: FieldKind<Checked>) -> Self {
        kind.checked { _, field, _ in field }
    }
}
