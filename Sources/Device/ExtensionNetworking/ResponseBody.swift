import AttacheCore
import AttacheSystem
import Foundation

/// Receives the response of one hop, with its body in memory or in a file.
final class ResponseBody: ResponseReceiving {
    private struct State {
        var bytes: [UInt8] = []
        var file: FileHandle?
        var byteCount = 0
        var hasFailed = false
        var lastActivity = Duration.zero
    }

    /// The file of a download; `nil` for a body in memory.
    let fileURL: URL?
    private let state = Locked(State())
    private let elapsed: @Sendable () -> Duration

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - isDownload: Whether the body goes into a file of the temporary directory.
    ///   - elapsed: The stopwatch of the load.
    init(isDownload: Bool, elapsed: @escaping @Sendable () -> Duration) {
        self.elapsed = elapsed
        guard isDownload else {
            fileURL = nil
            return
        }
        let directory = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
        fileURL = directory.appendingPathComponent("CFNetworkDownload_\(UUID().uuidString.prefix(6)).tmp")
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var byteCount: Int { state.withLock { $0.byteCount } }
    /// Whether the file could not be written.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }
    /// The time of the last byte on the stopwatch.
    var lastActivity: Duration { state.withLock { $0.lastActivity } }

    func receive(head: ResponseHead) -> TransferDecision {
        let now = elapsed()
        return state.withLock { state in
            state.lastActivity = now
            // The body of a redirect is not needed.
            return Self.redirects(head) ? .discard : .proceed
        }
    }

    func receive(body bytes: Span<UInt8>) -> TransferDecision {
        let now = elapsed()
        let piece = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
        return state.withLock { state in
            state.lastActivity = now
            state.byteCount += piece.count
            guard let fileURL else {
                state.bytes += piece
                return .proceed
            }
            do {
                try write(Data(piece), to: fileURL, &state)
                return .proceed
            } catch {
                state.hasFailed = true
                return .refuse(Reason(.fetchCancelled, "The temporary file could not be written."))
            }
        }
    }

    private func write(_ data: Data, to url: URL, _ state: inout State) throws {
        if state.file == nil {
            try create(url)
            state.file = try FileHandle(forWritingTo: url)
        }
        try state.file?.write(contentsOf: data)
    }

    private func create(_ url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data().write(to: url)
    }

    /// Closes the file, which exists also for an empty body.
    func finish() throws {
        let file = state.withLock { exchange(&$0.file, with: nil) }
        if let file {
            try file.close()
        } else if let fileURL {
            try create(fileURL)
        }
    }

    /// Removes the file.
    func discard() {
        state.withLock { $0.file = nil }
        if let fileURL { try? FileManager.default.removeItem(at: fileURL) }
    }

    /// Whether a response names another URL; one without that is an ordinary response.
    static func redirects(_ head: ResponseHead) -> Bool {
        RedirectRule.statuses.contains(head.status) && !head.values("Location").isEmpty
    }
}
