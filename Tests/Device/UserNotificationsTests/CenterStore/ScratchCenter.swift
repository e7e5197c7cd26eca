import AttacheTesting
import Foundation

@testable import NotificationCenterStore

/// A directory with a centre's file, which is removed after the test.
final class ScratchCenter: Sendable {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory("center")
    }

    var directory: String { scratch.path }

    var path: String { scratch.path("center.sqlite") }

    /// The names of the stored attachments.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: "\(path).attachments")) ?? [] }

    func open(_ kind: Kind = .file) throws -> NotificationStore {
        switch kind {
        case .file: try NotificationStore(.file(path))
        case .memory: try NotificationStore(.memory(attachments: "\(path).attachments"))
        }
    }

    /// Writes a file to attach.
    func file(_ name: String = "a.png", _ text: String = "bytes") throws -> CenterAttachment {
        CenterAttachment(identifier: name, typeIdentifier: "public.png", path: try scratch.write(text, to: name))
    }

    enum Kind: CaseIterable, Sendable { case file, memory }
}

func request(
    _ identifier: String,
    _ title: String = "T",
    trigger: CenterTrigger? = nil,
    change: (inout CenterContent) -> Void = { _ in }
) -> CenterRequest {
    var content = CenterContent()
    content.title = title
    change(&content)
    return CenterRequest(identifier: identifier, content: content, trigger: trigger)
}
