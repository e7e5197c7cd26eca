import AttacheCore
import CommandSupport

/// An ATS diagnosis for people.
struct ATSTable {
    let style: Style

    /// What `-v` adds: each load with its session and every finding.
    static func details(_ row: ATSDiagnosis.Row) -> String {
        let result = row.result
        var words = [result.passes ? "passes" : "fails"]
        if !result.isMade { words.append("no connection was made for it") }
        if let session = result.session { words.append("\(session.version.rawValue) \(session.cipherSuite)") }
        words += result.reasons.map { "\($0.code.rawValue): \($0.message)" }
        return "\(row.load.name): \(words.joined(separator: "; "))"
    }

    func render(_ diagnosis: ATSDiagnosis) -> String {
        var lines = [style.strong(diagnosis.url.text.escapedForTerminal)]
        guard diagnosis.rows.first?.result.isUnrelatedToATS != true || !diagnosis.isComplete else {
            return lines.joined() + "\n\n" + unreached(diagnosis).joined(separator: "\n") + "\n"
        }
        if let facts = facts(diagnosis) { lines.append(facts) }
        var section = ""
        for (index, row) in diagnosis.rows.enumerated() {
            if row.load.section != section {
                section = row.load.section
                lines += ["", section.escapedForTerminal]
            }
            lines.append(line("\(index + 1)", row.load.name, row.result))
        }
        if let own = diagnosis.own {
            lines += ["", "With the given Info.plist", line("", "The extension's own dictionary", own)]
        }
        lines += failures(diagnosis)
        lines += ["", "Loads \(diagnosis.rows.count), connections made for them \(diagnosis.connectionCount)", ""]
        lines += remedy(diagnosis)
        if !diagnosis.advice.isEmpty {
            lines +=
                ["", "What the server should change instead:"] + diagnosis.advice.map { "  → \($0.escapedForTerminal)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A host that was not reached: one sentence instead of sixteen loads that were not tried.
    private func unreached(_ diagnosis: ATSDiagnosis) -> [String] {
        let fail = "\(style.bad("FAIL"))  No connection was made, so no ATS dictionary can change the result."
        return [fail] + failures(diagnosis)
    }

    /// The session of the first load that has one.
    private func facts(_ diagnosis: ATSDiagnosis) -> String? {
        guard let result = diagnosis.rows.first(where: { $0.result.session != nil })?.result,
            let session = result.session
        else { return nil }
        var words = [session.version.rawValue, session.cipherSuite]
        if let leaf = session.certificates.first {
            words.append(leaf.key.description)
            if !leaf.signatureDigest.isEmpty { words.append("signed with \(leaf.signatureDigest)") }
        }
        if let address = result.address { words.append("\(address)") }
        return style.faint(words.joined(separator: " · ").escapedForTerminal)
    }

    private func line(_ number: String, _ name: String, _ result: ATSLoadResult) -> String {
        let place = String(repeating: " ", count: 4 - number.count) + number
        let word = result.passes ? style.good("PASS") : style.bad("FAIL")
        let reason = result.reasons.first { $0.severity == .block }
        var words = [reason?.code.rawValue, reason?.apple.map(Self.text)].compactMap { $0 }
        if !result.isMade { words.append("not tried") }
        let details = words.isEmpty ? "" : "  " + style.faint(words.joined(separator: " · "))
        return "\(place)  \(name.padded(to: 60))  \(word)\(details)"
    }

    private static func text(_ error: AppleError) -> String {
        "\(error.code)" + (error.streamCode.map { " (\($0))" } ?? "")
    }

    /// The findings of the default connection.
    private func failures(_ diagnosis: ATSDiagnosis) -> [String] {
        guard let reasons = diagnosis.rows.first?.result.reasons, !reasons.isEmpty else { return [] }
        let showsFixes = diagnosis.rows.first?.result.isUnrelatedToATS == true
        return [""]
            + reasons.flatMap { reason in
                let mark = reason.severity == .block ? style.bad("✗") : style.risky("!")
                let fix = showsFixes ? reason.fix.map { ["  → \($0.escapedForTerminal)"] } : nil
                return ["\(mark) \(reason.message.escapedForTerminal)"] + (fix ?? [])
            }
    }

    private func remedy(_ diagnosis: ATSDiagnosis) -> [String] {
        guard diagnosis.isComplete else { return ["Interrupted before the smallest exception was determined."] }
        switch diagnosis.remedy {
        case .notNeeded where diagnosis.isLocal:
            return ["No exception is needed: the destination is local, and ATS does not apply to it."]
        case .notNeeded:
            return ["No exception is needed."]
        case .none:
            return ["No dictionary makes it load: with ATS off it fails as well."]
        case .undetermined:
            return ["Cannot determine the smallest exception: a load failed to connect, or time ran out. Try again."]
        case .dictionary(let dictionary):
            let plist = dictionary.propertyList.split(separator: "\n").map { "    \(String($0).escapedForTerminal)" }
            return ["The smallest exception that makes it load, for the Info.plist of the extension:", ""] + plist
        }
    }

}
