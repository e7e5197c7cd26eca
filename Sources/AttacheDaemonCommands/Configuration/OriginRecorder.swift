import AttacheThreads
import Configuration

/// Learns from swift-configuration which provider a value came from.
final class OriginRecorder: AccessReporter {
    /// The name of the provider that holds the flags.
    static let flags = "flags"

    private let last = Locked<String?>(nil)

    func report(_ event: AccessEvent) {
        let origin = event.providerResults.lazy.compactMap { answer -> String? in
            guard case .success(let found) = answer.result, found.value != nil else { return nil }
            // A variable's key is its name, and the file's is its line.
            return answer.providerName.contains(Self.flags) ? "--\(found.encodedKey)" : found.encodedKey
        }.first
        last.withLock { $0 = origin }
    }

    /// Where the value that was asked for last was said, and forgets it.
    func takeOrigin() -> String? {
        last.withLock { origin in
            defer { origin = nil }
            return origin
        }
    }
}
