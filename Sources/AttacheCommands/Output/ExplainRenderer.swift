import AttacheCore
import AttacheReports

/// One result for people, stage by stage.
struct ExplainRenderer {
    let style: Style

    func render(_ result: RewriteResult) -> String {
        var lines = [headline(result), ""]
        for stage in StageName.allCases where stage != .emit { lines += report(of: stage, in: result) }
        let others = result.reasons.filter { $0.severity == .block }.dropFirst()
        if !others.isEmpty { lines.append("") }
        for reason in others { lines.append("  also: \(sentence(reason))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func headline(_ result: RewriteResult) -> String {
        let word = result.outcome.rawValue.uppercased()
        let colored: String =
            switch result.outcome {
            case .attached, .rewritten: style.good(word)
            case .untouched: result.isFallback ? style.bad(word) : style.risky(word)
            case .plain, .rejected: style.bad(word)
            }
        let terms = [result.policy.map { "policy \($0)" }, result.network.map { "network \($0)" }].compactMap { $0 }
        let context = terms.isEmpty ? "" : style.faint("  (\(terms.joined(separator: ", ")))")
        return "\(colored)  \(result.source.escapedForTerminal): \(Self.meaning(result))\(context)"
    }

    private static func meaning(_ result: RewriteResult) -> String {
        switch result.outcome {
        case .attached: "shown with its media"
        case .rewritten: "shown with changed text, without media"
        case .plain: "shown as plain text, without its media"
        case .untouched: result.isFallback ? "shown as sent; its media are not checked" : "shown as sent"
        case .rejected: "not delivered at all"
        }
    }

    private func report(of stage: StageName, in result: RewriteResult) -> [String] {
        let found = result.reasons.filter { StageName(of: $0.code) == stage }
        let stopped = result.headline.map { StageName(of: $0.code) }
        var lines: [String] = []
        let isReached = stopped.map { stage.isAtOrBefore($0) } ?? (result.outcome != .untouched || stage <= .gate)
        let mark: String
        if found.contains(where: { $0.severity == .block }) {
            mark = style.bad("✗")
        } else if !isReached {
            // Rewriting happens in any case but rejection; the other stages are skipped.
            guard stage == .rewrite, result.outcome != .rejected else {
                return ["  " + style.faint("·  \(pad(stage))not reached")]
            }
            mark = style.good("✓")
        } else {
            mark = found.isEmpty ? style.good("✓") : style.risky("!")
        }
        let facts = StageFacts.text(of: stage, in: result)
        let head = facts ?? (found.first.map { $0.message.escapedForTerminal } ?? stage.question)
        lines.append("  \(mark)  \(style.strong(pad(stage)))\(head.escapedForTerminal)")
        for reason in found {
            if facts != nil || reason != found.first { lines.append(indent + sentence(reason)) }
            lines += details(reason)
        }
        return lines
    }

    private func details(_ reason: Reason) -> [String] {
        var words = [reason.code.rawValue]
        if let apple = reason.apple { words.append("\(apple.domain) \(apple.code)") }
        if reason.severity == .block { words.append(reason.isPermanent ? "permanent" : "temporary: try again") }
        var lines = [indent + style.faint(words.joined(separator: " · "))]
        if let fix = reason.fix { lines.append(indent + "→ " + fix.escapedForTerminal) }
        return lines
    }

    private func sentence(_ reason: Reason) -> String { reason.message.escapedForTerminal }

    private func pad(_ stage: StageName) -> String {
        stage.rawValue + String(repeating: " ", count: 9 - stage.rawValue.count)
    }

    private var indent: String { String(repeating: " ", count: 14) }

}

extension StageName {
    func isAtOrBefore(_ other: StageName) -> Bool { self <= other }

    static func <= (left: StageName, right: StageName) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) <= (allCases.firstIndex(of: right) ?? 0)
    }
}

/// Sizes, times and types of successful stages.
enum StageFacts {
    /// Returns a few words for a stage that passed, or `nil`.
    static func text(of stage: StageName, in result: RewriteResult) -> String? {
        switch stage {
        case .payload: result.payload == nil ? nil : "\(result.content?.userInfo.count ?? 0) of 4096 bytes"
        case .gate: nil
        case .policy: nil
        case .fetch: transfer(result.timing) ?? cacheNote(result)
        case .inspect: result.content?.attachments.first.map(type)
        case .attach: result.content?.attachments.first.map { $0.file.path }
        case .rewrite, .emit: rewritten(result)
        }
    }

    /// Returns the times of the transfers, or `nil` without a request.
    static func transfer(_ timing: ResultTiming) -> String? {
        guard timing.transfer.requestCount > 0 else { return nil }
        let all = timing.transfer
        let parts = [
            ("resolve", all.resolve), ("connect", all.connect), ("TLS", all.tls), ("first byte", all.firstByte),
            ("body", all.body),
        ]
        let words = parts.filter { $0.1 > .zero }.map { "\($0.0) \(DurationText.brief($0.1))" }
        let device = timing.device.map { "; on the device about \(DurationText.brief($0))" } ?? ""
        return words.joined(separator: ", ") + device
    }

    private static func cacheNote(_ result: RewriteResult) -> String? {
        result.traces.contains { $0.supply == .cached } ? "no request was sent: a cached response is still fresh" : nil
    }

    private static func type(_ attachment: Attachment) -> String {
        var words = [attachment.format.typeIdentifier]
        if let pixels = attachment.pixels { words.append("\(pixels.width) × \(pixels.height)") }
        if let frames = attachment.frameCount, frames > 1 { words.append("\(frames) frames") }
        words.append("\(attachment.file.byteCount) bytes")
        return words.joined(separator: ", ")
    }

    private static func rewritten(_ result: RewriteResult) -> String? {
        guard let content = result.content else { return nil }
        let count = content.attachments.count
        switch result.outcome {
        case .attached: return "the content carries \(count) attachment\(count == 1 ? "" : "s"); the payload is as sent"
        case .plain: return "the content is as pushed; the payload goes out without its media keys"
        default: return "content and payload are as pushed"
        }
    }
}
