/// The names of the metadata in the canonical line, in one place: they are an API.
enum LogKey {
    static let id = "id"
    static let source = "source"
    static let outcome = "outcome"
    static let policy = "policy"
    static let network = "network"
    static let reason = "reason"
    static let isPermanent = "permanent"
    static let message = "message"
    static let reasons = "reasons"
    static let urls = "urls"
    static let supplies = "supplies"
    static let types = "types"
    static let byteCount = "bytes"
    static let digests = "sha256"
    static let total = "total_ms"
    static let device = "device_ms"

    /// The key of a stage's time.
    static func stage(_ name: String) -> String { "\(name)_ms" }
}
