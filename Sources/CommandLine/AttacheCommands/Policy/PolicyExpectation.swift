import AttacheCore

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
    let value: JSONValue

    /// Reads the expectations of a case; adds mistakes to `problems`.
    static func read(_ value: JSONValue?, _ place: String, _ problems: inout [String]) -> [PolicyExpectation] {
        guard let value, value.kind == .object, value.count > 0 else {
            problems.append("\(place): invalid case: it expects nothing; use expect: {outcome: attached}.")
            return []
        }
        PolicyCase.check(value, Member.allCases.map(\.rawValue), "\(place): expect:", &problems)
        if let outcome = value["outcome"], outcome.string.flatMap(Outcome.init) == nil {
            let known = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
            problems.append("\(place): expect: invalid outcome \(outcome.text); use one of \(known).")
        }
        let codes = [value["reason"]].compactMap(\.self) + (value["reasons"].map { Array($0.elements) } ?? [])
        for code in codes where !code.isNull && !ReasonCode.allCases.contains(where: { $0.rawValue == code.string }) {
            let hint = NearestName.question(code.string ?? "", among: ReasonCode.allCases.map(\.rawValue))
            problems.append("\(place): expect: invalid reason code \(code.text)\(hint); use one of attache's codes.")
        }
        return value.members.compactMap { name, value in
            Member(rawValue: name).map { PolicyExpectation(member: $0, value: value) }
        }
    }

    /// The difference between a result and the expectation, as a clause; `nil` when there is none.
    func difference(from result: JSONValue, _ headline: Reason?) -> String? {
        switch member {
        case .outcome, .policy, .shape: return mismatch(result[member.rawValue])
        case .extension: return mismatch(result["content"]?["attachments"]?[0]?["extension"])
        case .attachments:
            let count = result["content"]?["attachments"]?.count ?? 0
            return value.integer == count ? nil : text("\(count)")
        case .reason:
            return value.string == headline?.code.rawValue ? nil : text(headline?.code.rawValue ?? "none")
        case .reasons:
            let codes = result["reasons"].map { $0.elements.compactMap { $0["code"]?.string } } ?? []
            let missing = value.elements.compactMap(\.string).filter { !codes.contains($0) }
            return missing.isEmpty ? nil : text(codes.isEmpty ? "none" : codes.joined(separator: ", "))
        case .device: return mismatch(result["device"])
        }
    }

    private func mismatch(_ found: JSONValue?) -> String? {
        if let found, Self.contains(found, value) { return nil }
        return found == nil && value.isNull ? nil : text(found?.text ?? "none")
    }

    private func text(_ found: String) -> String { "\(member.rawValue) is \(found), expected \(value.text)" }

    /// Whether a value has everything that another one names: the members of its objects, the elements of its lists.
    ///
    /// The depth is that of the file of cases, which its reader limits.
    static func contains(_ found: JSONValue, _ expected: JSONValue) -> Bool {
        guard found.kind == expected.kind else { return false }
        switch expected.kind {
        case .object:
            return expected.members.allSatisfy { name, value in found[name].map { contains($0, value) } ?? value.isNull
            }
        case .array:
            return found.count == expected.count
                && zip(found.elements, expected.elements).allSatisfy { contains($0, $1) }
        case .string: return found.string == expected.string
        case .number: return found.double == expected.double
        case .boolean, .null: return found.text == expected.text
        }
    }
}
