import AttacheSystem
public import Foundation

/// The notification centre of a test: it keeps everything in memory, and its files in a temporary directory.
///
/// It grants every authorization unless a test denies it, delivers a request without a trigger at once, and keeps one
/// with a trigger pending. It shows nothing and does not call its delegate. Completion handlers run on a queue of
/// their own.
// @unchecked Sendable: the state is behind a lock.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private let state = Locked(NotificationCenterState())
    private let callbacks = DispatchQueue(label: "UNUserNotificationCenter", attributes: .concurrent)
    private let heldDelegate = Locked(WeakDelegate())
    /// The store of the attachments.
    package let store: AttachmentStore

    private static let shared = UNUserNotificationCenter()

    package override init() {
        let name = "attache-attachments-\(UUID().uuidString)"
        store = AttachmentStore(directory: FileManager.default.temporaryDirectory.appendingPathComponent(name))
    }

    // The files of the process's own centre stay in the temporary directory.
    deinit { store.removeAll() }

    /// The centre of the process.
    open class func current() -> UNUserNotificationCenter { shared }

    /// The app's handler of notifications, held weakly.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { heldDelegate.withLock { $0.value } }
        set { heldDelegate.withLock { $0.value = newValue } }
    }

    /// Whether the device shows content extensions.
    open var supportsContentExtensions: Bool { false }

    /// Asks for permissions, which are granted unless a test denies them.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let isGranted = state.withLock { state in
            state.authorize(options)
            return state.status != .denied
        }
        callbacks.async { completionHandler(isGranted, isGranted ? nil : UNError(.notificationsNotAllowed)) }
    }

    /// Replaces the categories.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        state.withLock { $0.categories = categories }
    }

    /// Passes the categories to a handler.
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let categories = state.withLock { $0.categories }
        callbacks.async { completionHandler(categories) }
    }

    /// Passes the settings to a handler.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let settings = state.withLock { UNNotificationSettings(status: $0.status, options: $0.options) }
        callbacks.async { completionHandler(settings) }
    }

    /// Delivers a request at once, or keeps it pending when it has a trigger; one bad attachment refuses all of it.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let fault = fault(adding: request)
        if let completionHandler { callbacks.async { completionHandler(fault) } }
    }

    private func fault(adding request: UNNotificationRequest) -> UNError? {
        guard state.withLock({ $0.status }) != .denied else { return UNError(.notificationsNotAllowed) }
        var stored: [UNNotificationAttachment] = []
        do throws(UNError) {
            for attachment in request.content.attachments { stored.append(try store.secure(attachment)) }
        } catch {
            store.remove(stored.map(\.url))
            return error
        }
        store.removeSources(of: request.content.attachments)
        let content = request.content.replacing(attachments: stored)
        let moved = UNNotificationRequest(identifier: request.identifier, content: content, trigger: request.trigger)
        if request.trigger == nil {
            deliver(moved)
        } else {
            state.withLock { $0.schedule(moved) }
        }
        return nil
    }

    /// Lists a request, whose attachments are in the store, as delivered.
    package func deliver(_ request: UNNotificationRequest, at date: Date = Date()) {
        let replaced = state.withLock { $0.deliver(UNNotification(date: date, request: request)) }
        removeFiles(of: replaced, except: request)
    }

    /// Passes the pending requests to a handler.
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        let pending = state.withLock { $0.pending }
        callbacks.async { completionHandler(pending) }
    }

    /// Removes pending requests.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        let identifiers = Set(identifiers)
        state.withLock { $0.removePending(where: identifiers.contains) }
    }

    /// Removes all pending requests.
    open func removeAllPendingNotificationRequests() {
        state.withLock { $0.removePending { _ in true } }
    }

    /// Passes the delivered notifications to a handler.
    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        let delivered = state.withLock { $0.delivered }
        callbacks.async { completionHandler(delivered) }
    }

    /// Removes delivered notifications and their files.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        let identifiers = Set(identifiers)
        removeFiles(of: state.withLock { $0.removeDelivered(where: identifiers.contains) })
    }

    /// Removes all delivered notifications and their files.
    open func removeAllDeliveredNotifications() {
        removeFiles(of: state.withLock { $0.removeDelivered { _ in true } })
    }

    /// Sets the number on the app's icon, 0 or more.
    open func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        if newBadgeCount >= 0 { state.withLock { $0.badge = newBadgeCount } }
        let fault = newBadgeCount >= 0 ? nil : UNError(.badgeInputInvalid)
        if let completionHandler { callbacks.async { completionHandler(fault) } }
    }

    /// The number on the app's icon.
    package var badge: Int { state.withLock { $0.badge } }

    /// Sets the permission without a question.
    package func setAuthorization(_ status: UNAuthorizationStatus) {
        state.withLock { $0.status = status }
    }

    private func removeFiles(of removed: [UNNotification], except kept: UNNotificationRequest? = nil) {
        let keptFiles = Set(kept?.content.attachments.map(\.url) ?? [])
        store.remove(removed.flatMap { $0.request.content.attachments.map(\.url) }.filter { !keptFiles.contains($0) })
    }
}

/// A reference that does not keep a delegate alive.
private struct WeakDelegate {
    weak var value: (any UNUserNotificationCenterDelegate)?
}
