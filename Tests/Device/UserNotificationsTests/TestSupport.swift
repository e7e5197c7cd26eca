import AttacheExtensionTesting
import AttacheTesting
import LoopbackOrigin
import UserNotifications

extension ScratchDirectory {
    /// Writes a file of a number of bytes, which may have holes.
    func file(_ name: String, byteCount: Int = 4) throws -> URL {
        let file = url.appendingPathComponent(name)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(byteCount))
        try handle.close()
        return file
    }

    func file(_ name: String, _ medium: SampleMedia) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(medium.bytes).write(to: file)
        return file
    }
}

extension ExtensionLimits {
    /// More time than a test has: how long a busy machine takes is no answer.
    static let patient = ExtensionLimits(expiry: .seconds(3600), cutOff: .seconds(3600))
}

/// The code of a thrown `UNError`; `nil` when nothing or another error is thrown.
func code<Result>(of body: () throws -> Result) -> UNError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? UNError)?.code
    }
}

let push = #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"key":"value"}"#

/// An extension made of closures.
// @unchecked Sendable: the closures do not change.
final class ClosureExtension: UNNotificationServiceExtension, @unchecked Sendable {
    typealias Handler = @Sendable (UNNotificationContent) -> Void

    private let receive: @Sendable (UNNotificationRequest, @escaping Handler) -> Void
    private let expire: @Sendable () -> Void

    init(
        receive: @escaping @Sendable (UNNotificationRequest, @escaping Handler) -> Void,
        expire: @escaping @Sendable () -> Void = {}
    ) {
        self.receive = receive
        self.expire = expire
    }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping Handler) {
        receive(request, contentHandler)
    }

    override func serviceExtensionTimeWillExpire() { expire() }
}

/// Returns a mutable copy of a request's content with another title.
func titled(_ title: String, _ request: UNNotificationRequest) -> UNMutableNotificationContent {
    let content = request.content.mutableCopy() as? UNMutableNotificationContent ?? UNMutableNotificationContent()
    content.title = title
    return content
}

/// A number that several threads change.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    /// Adds a number and returns the sum.
    @discardableResult
    func add(_ number: Int) -> Int {
        lock.lock()
        defer { lock.unlock() }
        value += number
        return value
    }
}
