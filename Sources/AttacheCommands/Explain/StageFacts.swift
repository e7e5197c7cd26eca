import AttacheCore

/// What a stage has to tell when it went well: sizes, times, types.
enum StageFacts {
    /// A few words for a stage that passed, or `nil` where there is nothing to tell.
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

    /// Where the time of the transfers went, or `nil` without a request.
    static func transfer(_ timing: ResultTiming) -> String? {
        guard timing.transfer.requestCount > 0 else { return nil }
        let all = timing.transfer
        let parts = [
            ("resolve", all.resolve), ("connect", all.connect), ("TLS", all.tls), ("first byte", all.firstByte),
            ("body", all.body),
        ]
        let words = parts.filter { $0.1 > .zero }.map { "\($0.0) \(Milliseconds.text($0.1))" }
        let device = timing.device.map { "; on the device about \(Milliseconds.text($0))" } ?? ""
        return words.joined(separator: ", ") + device
    }

    /// Why nobody was asked.
    private static func cacheNote(_ result: RewriteResult) -> String? {
        result.traces.contains { $0.supply == .cached } ? "nobody was asked: an earlier run's answer still holds" : nil
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
