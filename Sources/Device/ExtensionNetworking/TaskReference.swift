import AttacheSystem
import Foundation
import FoundationNetworking

/// The task of a completion, which is made before the task.
final class TaskReference: Sendable {
    private let held = Locked<URLSessionTask?>(nil)

    var task: URLSessionTask? { held.withLock { $0 } }

    func set(_ task: URLSessionTask) { held.withLock { $0 = task } }

    func take() -> URLSessionTask? { held.withLock { exchange(&$0, with: nil) } }
}
