import AttacheCore
import AttacheReports

/// A synthetic run: the same items each time, some with hostile text from payloads.
struct SampleRun {
    /// Text that breaks out of every format that does not escape it.
    static let hostile =
        #"=cmd|'/C calc'!A0 </script><script>window.injected=1</script> <blink onx="1"> ]]> & "q", `t` | *b* [l](u)"#
        + "\u{0}\u{1B}[31m\u{202E}\u{FFFE}\r\n\tend"

    let count: Int
    /// The attachments that items show in rotation.
    var attachments: [Attachment] = []
    /// The statuses with which the media of the plain items fail, in rotation; without one App Transport Security
    /// refuses them.
    var statuses: [Int] = []

    var feed: ItemFeed {
        ItemFeed { visit in
            for index in 0..<count { try visit(ReportedItem(record: record(index), output: "out/users.ndjson")) }
        }
    }

    var summary: RunSummary {
        var totals = RunTotals()
        for index in 0..<count { totals.add(record(index)) }
        var summary = totals.summary(wallTime: .milliseconds(count * 2))
        summary.facts = [
            RunSummary.Fact("Started", "2026-11-21 16:17:13 UTC"),
            RunSummary.Fact("Command", "attache batch campaign \(Self.hostile)"),
        ]
        return summary
    }

    /// The outcome of an item, by its number: most are attached, every seventh is not.
    func record(_ index: Int) -> ItemRecord {
        var record = ItemRecord(
            source: index < count / 2 ? "campaign/raid \(index).json" : "campaign/users.ndjson#\(index)",
            identifier: index.isMultiple(of: 2) ? Array("\"user-\(index)\"".utf8) : nil,
            outcome: .attached,
            policy: "hive",
            network: "wifi",
            timing: timing(index)
        )
        switch index % 28 {
        case 6: fall(&record, index)
        case 13:
            record.outcome = .rejected
            record.policy = nil
            record.reasons = [Reason(.payloadInvalidJSON, "Line 1, column \(index % 40): \(Self.hostile)")]
        case 20:
            record.outcome = .untouched
            record.isFallback = true
            record.reasons = [
                Reason(.gateMutableContentMissing, "mutable-content is missing.", fix: "Add \"mutable-content\": 1.")
            ]
        case 27: record.outcome = .rewritten
        default: attach(&record, index)
        }
        if index == 6 { record.source = "campaign/\(Self.hostile)" }
        return record
    }

    private func fall(_ record: inout ItemRecord, _ index: Int) {
        let host = "img\(index % 40).example.com"
        record.outcome = .plain
        record.isFallback = true
        record.reasons = [
            Reason(
                .atsInsecureHTTP,
                "App Transport Security blocks http to \(host).",
                fix: "Use https, or add an exception for the host to the Info.plist of the extension."
            ),
            Reason(.lintMediaWithActions, "Media and actions share the room of one notification."),
        ]
        if !statuses.isEmpty {
            let status = statuses[index / 28 % statuses.count]
            record.reasons[0] = Reason(.fetchStatus, "The origin answered with status \(status).", status: status)
        }
        record.traces = [TransferRecord(host: host, supply: .transferred, byteCount: 0, transfer: .milliseconds(40))]
    }

    private func attach(_ record: inout ItemRecord, _ index: Int) {
        guard !attachments.isEmpty else { return }
        var attachment = attachments[index % attachments.count]
        attachment.source = "https://cdn\(index % 5).example.com/raid.png?signature=secret\(index)"
        record.attachments = [attachment]
        if index % 28 == 1 {
            record.reasons = [
                Reason(.typeExtensionCorrected, "The URL says .jpg, the bytes say .png.", fix: "Name it .png.")
            ]
        }
        let supply = MediaSupply.allCases[index % 4]
        record.traces = [
            TransferRecord(
                host: "cdn\(index % 5).example.com",
                supply: supply,
                byteCount: attachment.file.byteCount,
                transfer: .milliseconds(20 + index % 5 * 60)
            )
        ]
    }

    private func timing(_ index: Int) -> ResultTiming {
        var transfer = TransferTiming()
        transfer.resolve = .microseconds(800 + index % 100 * 10)
        transfer.connect = .microseconds(2000 + index % 300 * 10)
        transfer.tls = .microseconds(6000 + index % 700 * 10)
        transfer.firstByte = .microseconds(20_000 + index % 1900 * 40)
        transfer.body = .microseconds(9000 + index % 5000 * 10)
        let inspection = Duration.microseconds(90 + index % 60)
        return ResultTiming(total: transfer.total + inspection, transfer: transfer, inspection: inspection)
    }
}
