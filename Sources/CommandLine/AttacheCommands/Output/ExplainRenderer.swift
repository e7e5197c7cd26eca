import AttacheCore
import AttacheLint
import AttacheReports
import CommandSupport

/// One result for people, stage by stage.
struct ExplainRenderer {
    let style: Style
    /// Whether only a media file was given: what belongs to the payload around it is not printed.
    var isMedium = false

    /// Returns the stages, then what lint finds beyond them, then what the device does.
    func render(_ result: RewriteResult, beyond findings: [LintFinding] = []) -> String {
        var lines = [headline(result), ""]
        lines += request(result)
        let stages = result.stages
        for stage in StageName.allCases where stage != .emit && isShown(stage, in: result) {
            lines += report(of: stage, stages[stage], in: result)
        }
        lines += FindingText(style: style, namesPlaces: !isMedium).lines(findings, indent: indent)
        if let device = result.device, let vendor = result.deviceVendor {
            lines += DeviceText(style: style, vendor: vendor, hasMedia: !Self.namesNoMedia(result)).lines(
                device,
                beside: result.outcome,
                indent: indent
            )
        }
        let advice = isMedium ? [] : AppAdvice.lines(result)
        if !advice.isEmpty { lines += [""] + advice.map { style.faint("  " + $0) } }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A payload that was made around a media file is shown only where it failed.
    private func isShown(_ stage: StageName, in result: RewriteResult) -> Bool {
        guard isMedium, [.payload, .gate, .rewrite].contains(stage) else { return true }
        return result.reasons.contains { $0.stage == stage }
    }

    private func headline(_ result: RewriteResult) -> String {
        let word = result.outcome.rawValue.uppercased()
        let colored: String =
            switch result.outcome {
            case .attached: result.isFallback ? style.risky(word) : style.good(word)
            case .rewritten: result.isFallback ? style.risky(word) : style.good(word)
            case .untouched: result.isFallback ? style.bad(word) : style.risky(word)
            case .plain, .rejected: style.bad(word)
            }
        let terms = [result.policy.map { "policy \($0)" }, result.network.map { "network \($0)" }].compactMap { $0 }
        let context = terms.isEmpty ? "" : style.faint("  (\(terms.joined(separator: ", ")))")
        return "\(colored)  \(result.source.escapedForTerminal): \(Self.meaning(result))\(context)"
    }

    /// For a request to a push service: what it is, and what the phone receives.
    private func request(_ result: RewriteResult) -> [String] {
        guard let shape = result.shape, let title = RequestShapes.title(of: shape), let content = result.content else {
            return []
        }
        let payload = String(decoding: content.userInfo, as: UTF8.self)
        let lines = ["This is \(title); the phone receives:", payload, RequestShapes.additions(of: shape)]
        return lines.compactMap(\.self).map { "  " + $0.escapedForTerminal } + [""]
    }

    private static func meaning(_ result: RewriteResult) -> String {
        if result.outcome == .untouched, namesNoMedia(result) {
            return result.headline?.code == .gateHandlerNotCalled ? "shown as sent, after 30 s" : "shown as sent"
        }
        return switch result.outcome {
        case .attached:
            result.isFallback ? "shown with its media; other media keys are not read" : "shown with its media"
        case .rewritten:
            result.isFallback ? "shown with changed text; its media are not read" : "shown with changed text"
        case .plain: plain(result)
        case .untouched: result.isFallback ? "shown as sent; its media are not checked" : "shown as sent"
        // What was given may be a part of a push that does arrive.
        case .rejected
        where result.headline?.code == .payloadNotAPayload
            || result.shape == nil && result.headline?.code == .payloadInvalidJSON:
            "not what a phone receives"
        case .rejected: "not delivered at all"
        }
    }

    /// What the user sees where the media were not found good: the device's verdict, unless that is plain text.
    private static func plain(_ result: RewriteResult) -> String {
        let isRefusedHere = result.headline?.code.isRefusalHere ?? false
        guard let device = result.device, !isRefusedHere else {
            return isRefusedHere ? DeviceWords.unread : "shown as plain text, without its media"
        }
        return switch device.shown {
        case .errorPicture: "shown with a picture of the error, without its media"
        case .original, .changedText, .nothing: DeviceWords.sentence(device)
        case nil: result.headline?.code.stage == "type" ? DeviceWords.atRisk : DeviceWords.unread
        case .plain, .media: "shown as plain text, without its media"
        }
    }

    private static func namesNoMedia(_ result: RewriteResult) -> Bool {
        result.reasons.contains { $0.code == .gateNoMedia }
    }

    private func report(of stage: StageName, _ entry: StageReport.Entry, in result: RewriteResult) -> [String] {
        let found = result.reasons.filter { $0.stage == stage }
        let facts = StageFacts.text(of: stage, entry, in: result)
        // What stopped the payload comes first, what the stage saw after it.
        let isStopped = entry.hasPassed == false
        let head = isStopped ? found.first?.message : facts
        var lines = [
            "  \(mark(entry, found))  \(style.strong(pad(stage)))\((head ?? found.first?.message ?? "not reached").escapedForTerminal)"
        ]
        if entry.hasPassed == nil, found.isEmpty { lines = ["  " + style.faint("·  \(pad(stage))not reached")] }
        for (index, reason) in found.enumerated() {
            if index > 0 || (head != nil && !isStopped) { lines.append(indent + sentence(reason)) }
            // The gate names the only media already.
            lines += details(reason, namesURL: result.media.count != 1)
        }
        if isStopped, let facts { lines.append(indent + style.faint(facts.escapedForTerminal)) }
        return lines
    }

    /// A tick is for a stage that ran and passed; a dot for one that did not run, also where a cached verdict answers.
    private func mark(_ entry: StageReport.Entry, _ found: [Reason]) -> String {
        if found.contains(where: { $0.severity == .block }) { return style.bad("✗") }
        if entry.hasPassed == false || found.contains(where: { $0.severity == .warning }) { return style.risky("!") }
        return entry.ran ? style.good("✓") : style.faint("·")
    }

    private func details(_ reason: Reason, namesURL: Bool) -> [String] {
        var words = [reason.code.rawValue]
        if let apple = reason.apple { words.append("\(apple.domain) \(apple.code)") }
        if reason.severity == .block { words.append(reason.isPermanent ? "permanent" : "temporary: try again") }
        var lines = [indent + style.faint(words.joined(separator: " · "))]
        if let fix = reason.fix { lines.append(indent + "→ " + fix.escapedForTerminal) }
        if namesURL, let url = reason.url {
            let place = reason.pointer.map { "\($0): " } ?? ""
            lines.append(indent + style.faint((place + RedactedURL.text(url)).escapedForTerminal))
        }
        return lines
    }

    private func sentence(_ reason: Reason) -> String { reason.message.escapedForTerminal }

    private func pad(_ stage: StageName) -> String {
        stage.rawValue + String(repeating: " ", count: 9 - stage.rawValue.count)
    }

    private var indent: String { String(repeating: " ", count: 14) }

}

/// What the stages saw: sizes, URLs, times and types.
enum StageFacts {
    /// Returns a few words about a stage that passed or stopped the payload; `nil` for one without any.
    static func text(of stage: StageName, _ entry: StageReport.Entry, in result: RewriteResult) -> String? {
        guard entry.hasPassed != nil else { return nil }
        switch stage {
        case .payload: return result.content.map { "\($0.userInfo.count) of 4096 bytes" }
        case .gate: return gate(result)
        case .policy: return entry.hasPassed == true ? "the URL may be loaded" : nil
        case .fetch: return fetch(result)
        case .inspect: return inspected(result).map { cached(entry) + $0 }
        case .attach: return result.attachments.first.map { cached(entry) + $0.file.path }
        case .rewrite, .emit: return rewritten(result)
        }
    }

    /// The keys that were read and their URLs, without queries.
    private static func gate(_ result: RewriteResult) -> String? {
        guard !result.media.isEmpty else { return nil }
        let media = result.media.map { "\($0.pointer) → \(RedactedURL.text($0.text))" }
        return "the extension starts and reads \(media.joined(separator: ", "))"
    }

    private static func fetch(_ result: RewriteResult) -> String? {
        let trace = result.traces.first
        // A load that was ended early has read a part of the file, whose size is another number.
        let isPart = result.reasons.contains { $0.stage == .fetch && $0.severity == .block }
        let words = [
            trace?.status.map { "status \($0)" },
            trace.flatMap { $0.receivedCount > 0 && $0.askedOrigin ? received($0.receivedCount, isPart: isPart) : nil },
            result.timing.transferText,
        ].compactMap(\.self)
        return cacheNote(trace) ?? (words.isEmpty ? nil : words.joined(separator: ", "))
    }

    private static func received(_ byteCount: Int, isPart: Bool) -> String {
        let size = ByteSize(byteCount: byteCount).text
        return isPart ? "ended after \(size)" : size
    }

    private static func cached(_ entry: StageReport.Entry) -> String { entry.ran ? "" : "cached: " }

    private static func cacheNote(_ trace: TransferRecord?) -> String? {
        switch trace?.supply {
        case .cached: "no request was sent: a cached response is still fresh"
        case .shared: "no request was sent: another payload has the same URL"
        case .transferred, .revalidated, nil: nil
        }
    }

    /// The file's type and size, also of one that the device does not show.
    private static func inspected(_ result: RewriteResult) -> String? {
        if let attachment = result.attachments.first { return type(attachment) }
        guard let facts = result.responses.lazy.compactMap(\.self).first, let format = facts.format else { return nil }
        return "\(format.typeIdentifier), \(ByteSize(byteCount: facts.byteCount).text)"
    }

    private static func type(_ attachment: Attachment) -> String {
        var words = [attachment.format.typeIdentifier]
        if let pixels = attachment.pixels { words.append("\(pixels.width) × \(pixels.height)") }
        if let frames = attachment.frameCount, frames > 1 { words.append("\(frames) frames") }
        words.append(ByteSize(byteCount: attachment.file.byteCount).text)
        return words.joined(separator: ", ")
    }

    private static func rewritten(_ result: RewriteResult) -> String? {
        guard let content = result.content else { return nil }
        let count = content.attachments.count
        let input = result.shape == nil ? "payload" : "request"
        switch result.outcome {
        case .attached:
            let change = result.namesCopies ? "names the copy" : "is as sent"
            return "the content carries \(count) attachment\(count == 1 ? "" : "s"); the \(input) \(change)"
        case .plain:
            let text = content.texts.isEmpty ? "the text is unchanged" : "the extension changes the text"
            return "\(text); media keys are removed from the \(input)"
        case .rewritten: return "the extension changes the text; the \(input) is as sent"
        default: return "content and \(input) are unchanged"
        }
    }
}
