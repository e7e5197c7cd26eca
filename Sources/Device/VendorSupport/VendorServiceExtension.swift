import Attache
import AttacheSystem
public import UserNotifications

/// A vendor's service extension, from which an app's inherits: it does what the policy of a name says.
open class VendorServiceExtension: UNNotificationServiceExtension {
    /// Its own push: that of another stand-in, to which an app may hand the content on, ends by its own call.
    private let running = Locked<RunningPush?>(nil)

    /// The name of the policy.
    open class var attachePolicy: String { "apple" }

    /// What the policy reads of a push; without an override all of it.
    open func attachePayload(_ userInfo: [AnyHashable: Any]) -> [AnyHashable: Any] { userInfo }

    /// Processes a push as the vendor's extension does.
    @preconcurrency
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        let content = request.content
        let payload = attachePayload(content.userInfo)
        let push = VendorWork.begin(request, content, policy: Self.attachePolicy, reading: payload, contentHandler)
        running.withLock { $0 = push }
    }

    /// Ends the download, and delivers the content as pushed.
    open override func serviceExtensionTimeWillExpire() { running.withLock { $0 }?.expire() }
}

/// The work of stand-ins, one push at a time.
package enum VendorWork {
    private static let latest = Locked<RunningPush?>(nil)

    /// Begins with a push. The policy reads `userInfo`, which is that of the content without one. The handler gets
    /// `content` with what the vendor's extension adds, and is not called where that would not.
    @discardableResult
    package static func begin(
        _ request: UNNotificationRequest?,
        _ content: UNNotificationContent,
        policy: String,
        reading userInfo: [AnyHashable: Any]? = nil,
        _ handler: @escaping @Sendable (UNNotificationContent) -> Void
    ) -> RunningPush {
        let running = RunningPush(content) { if let content = $0 { handler(content) } }
        latest.withLock { $0 = running }
        guard
            let changed = content as? UNMutableNotificationContent
                ?? content.mutableCopy() as? UNMutableNotificationContent
        else {
            running.finish(content)
            return running
        }
        let push = VendorPush(
            changed,
            reading: userInfo,
            identifier: request?.identifier ?? "",
            configuration: VendorPush.configuration(policy: policy)
        )
        running.start {
            do {
                if let result = try await push.process(), VendorPush.neverAnswers(result) { return }
            } catch {
                FileHandle.standardError.write(Data("\(policy): \(error)\n".utf8))
            }
            running.finish(push.content)
        }
        return running
    }

    /// Ends the work on the latest push.
    package static func expire() { latest.withLock { $0 }?.expire() }
}
