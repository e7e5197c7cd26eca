import Foundation

@testable import NotificationCenterStore

/// A directory with a centre's file, which is removed after the test.
final class ScratchCenter: Sendable {
    let directory: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "center-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        directory = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var path: String { "\(directory)/center.sqlite" }

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
        let file = "\(directory)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        return CenterAttachment(identifier: name, typeIdentifier: "public.png", path: file)
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
