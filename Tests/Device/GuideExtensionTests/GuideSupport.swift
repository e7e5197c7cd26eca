import AttacheExtensionTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import UserNotifications

/// The path of an Info.plist beside the tests.
func plist(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Extensions/\(name)/Info.plist")
        .path
}

/// A server of one picture, a page for other paths, and silence below /slow.
func mediaOrigin() throws -> LoopbackOrigin {
    try .start { request in
        if request.path.hasPrefix("/slow") { return .silent }
        if request.path.hasPrefix("/photo") { return .file(SampleMedia.photoJPEG.bytes, type: "image/jpeg") }
        return .response(404, headers: ["Content-Type: text/html"], body: SampleMedia.pageHTML.bytes)
    }
}

/// The payload of a push with a title, a category and further members.
func push(_ title: String, category: String = "", thread: String = "", more: String = "") -> String {
    "{\"aps\":{\"alert\":{\"title\":\"\(title)\",\"body\":\"\(title) body\"},\"mutable-content\":1,\"category\":\"\(category)\","
        + "\"thread-id\":\"\(thread)\"}\(more.isEmpty ? "" : ",\(more)")}"
}

extension ExtensionLimits {
    /// More time than a test has: how long a busy machine takes is no answer.
    static let patient = ExtensionLimits(expiry: .seconds(3600), cutOff: .seconds(3600))
}

/// Whether a step throws a `NotificationScriptError` that names what was seen.
@MainActor
func isRefused(_ step: () async throws -> Void) async -> Bool {
    do {
        try await step()
        return false
    } catch {
        return error is NotificationScriptError && "\(error)".contains("the screen shows: ")
    }
}

/// Suites that use the centre of the process or Hive's settings, of which there is one: their tests run one after the other.
@Suite("State of the process", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ProcessStateTests {}
