import AttacheSystem
public import Foundation
package import NotificationCenterStore

/// The notification centre of an app and its extensions, in memory or in a file.
///
/// It grants every authorization unless a test denies it, delivers a request without a trigger at once, and keeps one
/// with a trigger pending until its clock delivers it. The delegate is called as on a device. Completion handlers and
/// the delegate run on a queue of their own.
///
/// `current()` is in memory, and in the file that the environment variable `ATTACHE_CENTER` names, if any: then the app,
/// its extensions and `attache center` share it.
// @unchecked Sendable: the state is behind locks.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private static let shared = UNUserNotificationCenter(environment: ProcessInfo.processInfo.environment)

    let notifications: NotificationStore
    let clock: any CenterClock
    let callbacks = DispatchQueue(label: "UNUserNotificationCenter", attributes: .concurrent)
    private let heldDelegate = Locked(WeakDelegate())
    private let alarm = Locked(Alarm())
    private let isForeground = Locked(false)
    /// The files of attachments between an extension's call of the handler and the delivery.
    package let store: AttachmentStore

    /// The directory with the attachments of what the centre lists.
    package var attachmentDirectory: URL { URL(fileURLWithPath: notifications.attachmentDirectory) }

    /// Creates a centre in memory.
    package override convenience init() { self.init(clock: SystemCenterClock()) }

    package convenience init(clock: any CenterClock) {
        let directory = Self.temporaryDirectory
        let place = NotificationStore.Place.memory(attachments: directory.appendingPathComponent("delivered").path)
        do throws(CenterFailure) {
            self.init(try NotificationStore(place), clock, directory)
        } catch {
            // Without memory for it nothing else runs either.
            fatalError(error.sentence)
        }
    }

    /// Opens a centre in a file and creates it if it does not exist; several processes may share the file.
    ///
    /// - Parameters:
    ///   - file: The file; attachments are beside it in a directory with the ending `attachments`.
    ///   - clock: The clock that delivers pending notifications, and counts from the present time.
    /// - Throws: An error whose description names the file, the cause and the cure.
    public convenience init<Source: Clock>(
        file: URL,
        clock: Source = ContinuousClock()
    ) throws where Source.Duration == Duration {
        do throws(CenterFailure) {
            let store = try NotificationStore(.file(file.path))
            self.init(store, ElapsedCenterClock(clock), Self.temporaryDirectory)
        } catch {
            throw Self.error(error)
        }
    }

    private convenience init(environment: [String: String]) {
        let clock: any CenterClock = StoppedCenterClock(environment: environment) ?? SystemCenterClock()
        guard let path = environment["ATTACHE_CENTER"], !path.isEmpty else {
            self.init(clock: clock)
            return
        }
        do throws(CenterFailure) {
            let store = try NotificationStore(.file(path))
            self.init(store, clock, Self.temporaryDirectory)
        } catch {
            // `current()` cannot throw. With another centre than the named one a test could pass for a wrong reason; in a
            // process of an extension this is a reported crash, and the original is delivered.
            fatalError("ATTACHE_CENTER: \(error.sentence)")
        }
    }

    private init(_ notifications: NotificationStore, _ clock: any CenterClock, _ directory: URL) {
        self.notifications = notifications
        self.clock = clock
        store = AttachmentStore(directory: directory)
        super.init()
        arm()
    }

    // The files of the process's own centre stay in the temporary directory.
    deinit {
        alarm.withLock { $0.task?.cancel() }
        store.removeAll()
    }

    /// The centre of the process.
    open class func current() -> UNUserNotificationCenter { shared }

    /// The app's handler of notifications, held weakly.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { heldDelegate.withLock { $0.value } }
        set { heldDelegate.withLock { $0.value = newValue } }
    }

    /// Whether the device shows content extensions.
    open var supportsContentExtensions: Bool { false }

    /// Whether the app is in the foreground, so that its delegate decides on what is presented; `false` at first.
    public var simulatesForegroundApp: Bool {
        get { isForeground.withLock { $0 } }
        set { isForeground.withLock { $0 = newValue } }
    }

    /// The delegate that decides on what is presented.
    var presenter: (any UNUserNotificationCenterDelegate)? { simulatesForegroundApp ? delegate : nil }

    /// Delivers what is due, and sleeps until the next is.
    func deliverDue() {
        let presenter = presenter
        // Within the lock, so that nothing is delivered once the deliveries are held.
        let delivered = alarm.withLock { alarm -> [CenterNotification] in
            if alarm.isHeld { return [] }
            return list { store throws(CenterFailure) in
                try store.deliverDue(at: clock.now, setsBadge: presenter == nil)
            }
        }
        for notification in delivered { present(notification, to: presenter) }
        arm()
    }

    /// Wakes up when the next pending notification is due.
    func arm() {
        // Within the lock, so that the alarm of the latest look remains.
        let last = alarm.withLock { alarm in
            let due: Int? = alarm.isHeld ? nil : (try? notifications.nextDue()) ?? nil
            let next = due.map { due in
                Task { [weak self, clock] in
                    guard (try? await clock.sleep(until: due)) != nil, !Task.isCancelled, let self else { return }
                    // The file may be busy, and a task must not wait for it.
                    self.callbacks.async { self.deliverDue() }
                }
            }
            return exchange(&alarm.task, with: next)
        }
        last?.cancel()
    }

    /// Keeps the clock from delivering what is due, until as many calls of `resumeDeliveries()`.
    package func holdDeliveries() {
        alarm.withLock { $0.holdCount += 1 }
        arm()
    }

    /// Lets the clock deliver again what is due.
    package func resumeDeliveries() {
        alarm.withLock { $0.holdCount -= 1 }
        arm()
    }

    /// Reads from the store; a failure is reported on standard error and gives nothing.
    func list<Element>(_ body: (NotificationStore) throws(CenterFailure) -> [Element]) -> [Element] {
        attempt(body) ?? []
    }

    /// Uses the store; a failure is reported on standard error.
    @discardableResult
    func attempt<Value>(_ body: (NotificationStore) throws(CenterFailure) -> Value) -> Value? {
        do throws(CenterFailure) {
            return try body(notifications)
        } catch {
            FileHandle.standardError.write(Data("UNUserNotificationCenter: \(error.sentence)\n".utf8))
            return nil
        }
    }

    /// The error of a failure, as an app sees it.
    static func error(_ failure: CenterFailure) -> any Error {
        switch failure {
        case .notAllowed: UNError(.notificationsNotAllowed)
        case .attachment: UNError(.attachmentMoveIntoDataStoreFailed)
        case .database:
            NSError(
                domain: "UNUserNotificationCenter",
                code: 1,
                userInfo: [NSLocalizedDescriptionKey: failure.sentence]
            )
        }
    }

    private static var temporaryDirectory: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("attache-attachments-\(UUID().uuidString)")
    }
}

/// What wakes the centre up when the next pending notification is due.
private struct Alarm {
    var task: Task<Void, Never>?
    /// The scripts that let time pass in place of the clock.
    var holdCount = 0

    var isHeld: Bool { holdCount > 0 }
}

/// A reference that does not keep a delegate alive.
private struct WeakDelegate {
    weak var value: (any UNUserNotificationCenterDelegate)?
}
