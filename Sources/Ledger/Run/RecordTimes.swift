import AttacheCore

/// The times of a record as the ledger keeps them: one text of microseconds, in a fixed order.
enum RecordTimes {
    /// Writes total, resolve, connect, tls, first byte, body, inspection and device, then supply and transfer of each
    /// medium, all separated by spaces.
    static func text(_ record: ItemRecord) -> String {
        let timing = record.timing
        let transfer = timing.transfer
        var parts = [
            timing.total, transfer.resolve, transfer.connect, transfer.tls, transfer.firstByte, transfer.body,
            timing.inspection,
        ].map { String(microseconds($0)) }
        parts.append(timing.device.map { String(microseconds($0)) } ?? "-")
        for trace in record.traces { parts += [trace.supply.rawValue, String(microseconds(trace.transfer))] }
        return parts.joined(separator: " ")
    }

    /// Reads the times back.
    static func read(_ text: String) -> (timing: ResultTiming, supplies: [MediaSupply], transfers: [Duration]) {
        let parts = text.split(separator: " ")
        func duration(_ index: Int) -> Duration {
            .microseconds(index < parts.count ? Int64(parts[index]) ?? 0 : 0)
        }
        var transfer = TransferTiming()
        transfer.resolve = duration(1)
        transfer.connect = duration(2)
        transfer.tls = duration(3)
        transfer.firstByte = duration(4)
        transfer.body = duration(5)
        let device = parts.count > 7 && parts[7] != "-" ? duration(7) : nil
        var supplies: [MediaSupply] = []
        var transfers: [Duration] = []
        for index in stride(from: 8, to: parts.count - 1, by: 2) {
            supplies.append(MediaSupply(rawValue: String(parts[index])) ?? .transferred)
            transfers.append(duration(index + 1))
        }
        let timing = ResultTiming(total: duration(0), transfer: transfer, inspection: duration(6), device: device)
        return (timing, supplies, transfers)
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
