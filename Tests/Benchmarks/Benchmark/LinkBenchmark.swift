import AttacheCore
import AttacheSystem
import AttacheTesting
import Glibc
import LoopbackOrigin

/// Compares the link model's times with real transfers through a proxy that shapes delay and rate.
///
/// Each line is one HTTP transfer over a new TCP connection; the networks run in parallel, the sizes of one network one
/// after the other. Exits with 1 when a ratio is outside 1 ± 0.15.
enum LinkBenchmark {
    /// The allowed deviation of the measured time from the model's.
    private static let tolerance = 0.15

    /// The loss-free networks, and sizes that keep the slowest under 25 s.
    private static let plan: [(network: Network, byteCounts: [Int])] = [
        (.wifi, [64_000, 300_000, 1_000_000]),
        (.lte, [64_000, 300_000, 1_000_000]),
        (.threeG, [64_000, 300_000, 1_000_000]),
        (.edge, [64_000, 150_000, 300_000]),
        (.dsl, [64_000, 300_000, 1_000_000]),
    ]

    static func run() throws {
        let origin = try LoopbackOrigin.start { request in
            let byteCount = Int(request.path.dropFirst()) ?? 0
            return .file([UInt8](repeating: 0x2A, count: byteCount), type: "application/octet-stream")
        }
        defer { origin.stop() }
        let rows = Locked<[Int: [LinkBenchmarkRow]]>([:])
        let threads = try plan.indices.map { index in
            try NativeThread {
                let measured = try? measure(plan[index].network, plan[index].byteCounts, originPort: origin.port)
                rows.withLock { $0[index] = measured }
            }
        }
        for thread in threads { thread.join() }

        print("network      bytes    model ms  measured ms  measured / model")
        let results = rows.withLock { rows in plan.indices.flatMap { rows[$0] ?? [] } }
        for row in results { print(row.line(tolerance: tolerance)) }
        let expected = plan.reduce(0) { $0 + $1.byteCounts.count }
        guard results.count == expected, results.allSatisfy({ $0.isWithin(tolerance) }) else { exit(1) }
    }

    private static func measure(
        _ network: Network,
        _ byteCounts: [Int],
        originPort: Int
    ) throws -> [LinkBenchmarkRow] {
        let proxy = try ShapingProxy(originPort: originPort, link: network.link)
        defer { proxy.stop() }
        return try byteCounts.compactMap { byteCount in
            // The model uses the same input as in a run: a transfer without the link in between.
            let (timing, _) = try transfer(byteCount, port: originPort)
            let (_, measured) = try transfer(byteCount, port: proxy.port)
            guard let measured,
                let model = network.link.deviceTime(for: timing, byteCount: byteCount, lookupCount: 0)
            else { return nil }
            return LinkBenchmarkRow(network: network.name, byteCount: byteCount, model: model, measured: measured)
        }
    }

    /// Makes one transfer over a new connection.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes to ask for.
    ///   - port: The origin's port, or that of a proxy to it.
    /// - Returns: The timing, and the total time from connecting to the last byte, or `nil` for an incomplete body.
    /// - Throws: `SystemCallError` when the port has no listener or a system call fails.
    private static func transfer(_ byteCount: Int, port: Int) throws -> (TransferTiming, Duration?) {
        let start = ContinuousClock.now
        let client = try LoopbackClient(port: port)
        let sent = ContinuousClock.now
        client.get("/\(byteCount)")
        let isWhole = client.response()?.body.count == byteCount
        var timing = TransferTiming()
        timing.connectionCount = 1
        timing.requestCount = 1
        timing.connect = start.duration(to: sent)
        timing.firstByte = sent.duration(to: client.firstArrival ?? sent)
        timing.body = (client.firstArrival ?? sent).duration(to: client.lastArrival)
        return (timing, isWhole ? start.duration(to: client.lastArrival) : nil)
    }
}
