import AttacheCore
import AttacheSystem
import MediaStore

/// A file to repair for one payload, and the verdicts on it.
struct RepairJob: Sendable {
    static let tooLate = Reason(.fetchDeadline, "The time of the payload ended before the repair did.")

    let body: ReceivedBody
    /// The reason why a device refuses the file.
    let refusal: Reason
    let request: DownloadRequest

    var policy: Policy { request.context.policy }
    var limit: Int { body.format.kind.flatMap { policy.types[$0] }?.limit ?? 0 }
    var client: Int { request.context.clientID }
    var deadline: Deadline { request.context.deadline }

    /// Copies the file to a directory and hashes it; blocks.
    func copy(to directory: String) throws(SystemCallError) -> (ScratchFile, digest: String) {
        let file = try ScratchFile(in: directory)
        var digest = RunningDigest()
        while case let piece = try body.spool.read(at: digest.byteCount, count: 256 * 1024), !piece.isEmpty {
            digest.update(piece[...])
            try file.append(piece)
        }
        return (file, HexText.of(digest.value))
    }

    func record(
        _ kind: RepairRecord.Kind,
        _ outcome: RepairRecord.Outcome,
        time: Duration = .zero
    ) -> RepairRecord {
        RepairRecord(kind, outcome, from: body.format.mimeType, bytesBefore: body.byteCount, time: time)
    }

    // MARK: - Verdicts

    /// The verdict on a file whose payload's time ends while its repair waits for a thread.
    func failed(_ missed: RepairTurns.Missed) -> MediaVerdict {
        let kind = RepairPlan.kind(of: body.format, byteCount: body.byteCount, limit: limit)
        let cause =
            switch missed {
            case .late: "the time was over"
            case .refused: "earlier repairs of the same client left too little time"
            }
        return failed(.init(kind: kind, outcome: .tooLate, cause: cause), time: .zero)
    }

    /// The verdict on a file whose result is not what it was to be.
    func failed(_ record: RepairRecord, _ cause: String) -> MediaVerdict {
        failed(.init(kind: record.kind, outcome: .failed, cause: cause), time: record.time)
    }

    /// The verdict on a file without a result; lack of time is not remembered, since it is the payload's.
    func failed(_ refusal: RepairPlan.Refusal, time: Duration) -> MediaVerdict {
        let note = Reason(
            .typeRepairFailed,
            "The file could not be repaired: \(refusal.cause).",
            fix: refusal.tool.map { "Install the package \($0.package)." },
            isPermanent: refusal.isMomentary ? false : nil
        )
        var verdict = MediaVerdict(reasons: refusal.outcome == .tooLate ? [Self.tooLate, note] : [note])
        verdict.repair = record(refusal.kind, refusal.outcome, time: time)
        verdict.repair?.package = refusal.tool?.package
        return verdict
    }

    /// The verdict on this payload's file: what was done, or the original reason to refuse it.
    func complete(_ result: MediaVerdict) -> MediaVerdict {
        var verdict = result
        verdict.isOutOfTime = verdict.repair?.outcome == .tooLate
        guard verdict.attachment != nil else {
            // A fault of this machine, or the payload's time, decides before the file does.
            if verdict.repair == nil, verdict.reasons.first?.severity == .block { return verdict }
            let isMomentary =
                [.tooLate, .toolMissing].contains(verdict.repair?.outcome)
                || verdict.reasons.contains { $0.code == .typeRepairFailed && !$0.isPermanent }
            let headline = isMomentary ? refusal.again : refusal
            verdict.reasons = [headline.found(at: .inspect)] + verdict.reasons.filter { $0.severity != .block }
            return verdict
        }
        verdict.attachment?.source = request.reference.text
        let done = Reason(
            .typeRepaired,
            "A device would refuse the file: \(refusal.message) \(verdict.repair?.sentence ?? "")",
            fix: "Send the repaired file: the URL in the payload still names the original."
        )
        verdict.reasons.insert(done, at: 0)
        return verdict
    }
}

extension Reason {
    /// The same reason where a retry may succeed.
    fileprivate var again: Reason {
        Reason(code, message, fix: fix, severity: severity, isPermanent: false, apple: apple, status: status)
    }
}

extension RepairRecord {
    /// What was done, as a sentence.
    fileprivate var sentence: String {
        let to = to ?? ""
        let lost = losses.map { loss in
            switch loss {
            case .firstFrame: ", with its first picture only"
            case .scaled: ", with fewer pixels"
            case .flattened: ", with white for transparent"
            }
        }
        .joined()
        return switch kind {
        case .rename: "It was given the extension \"\(fileExtension ?? "")\"."
        case .remux: "Its video and sound were put into \(to)."
        case .convert, .transcode: "It was converted to \(to)\(lost)."
        case .recompress: "It was made \(ByteSize(byteCount: bytesAfter ?? 0).text) as \(to)\(lost)."
        }
    }
}
