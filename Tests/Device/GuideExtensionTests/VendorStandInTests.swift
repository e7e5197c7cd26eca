import LoopbackOrigin
import TestWidth
import Testing
import UserNotifications
import VendorSupport

@Suite("Stand-ins of vendors' extensions", .inProcess, .timeLimit(.minutes(1)))
struct VendorStandInTests {
    enum Payload: CaseIterable {
        case noPush
        case noJSON
        case noMedia

        var userInfo: [AnyHashable: Any] {
            switch self {
            case .noPush: ["x": "y"]
            case .noJSON: ["x": Date()]
            case .noMedia: ["aps": ["alert": "Hi", "mutable-content": 1] as [String: Any]]
            }
        }
    }

    @Test("Each push is answered, and keeps the app's attachment where nothing is loaded", arguments: Payload.allCases)
    func answer(payload: Payload) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        try Data(SampleMedia.photoJPEG.bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let content = UNMutableNotificationContent()
        content.userInfo = payload.userInfo
        content.attachments = [try UNNotificationAttachment(identifier: "own", url: file)]
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        let names = await withCheckedContinuation { continuation in
            VendorServiceExtension().didReceive(request) { delivered in
                continuation.resume(returning: delivered.attachments.map(\.identifier))
            }
        }
        #expect(names == ["own"])
    }

    @Test("What is answered too late loses the files that it loaded, and no file of the app")
    func late() throws {
        let files = ["own", "loaded"].map {
            FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\($0).jpg")
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let attachments = try files.map { file in
            try Data(SampleMedia.photoJPEG.bytes).write(to: file)
            return try UNNotificationAttachment(identifier: "", url: file)
        }
        let (original, made) = (UNMutableNotificationContent(), UNMutableNotificationContent())
        original.attachments = [attachments[0]]
        made.attachments = attachments
        let push = RunningPush(original) { _ in }
        push.expire()
        push.finish(made)
        #expect(files.map { FileManager.default.fileExists(atPath: $0.path) } == [true, false])
    }
}
