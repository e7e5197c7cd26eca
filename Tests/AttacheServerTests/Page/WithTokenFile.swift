import Foundation

/// Writes a token file for as long as `body` runs.
///
/// - Parameters:
///   - text: Its text.
///   - body: Is given its path.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or when the file cannot be written.
func withTokenFile<Value>(_ text: String, _ body: (String) async throws -> Value) async throws -> Value {
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-tokens-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await body(file.path(percentEncoded: false))
}
