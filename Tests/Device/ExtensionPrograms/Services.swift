// swift-format-ignore-file
import UserNotifications

// Extensions in the manner of real ones; the key `do` of the payload names what they do.

class Service: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)!
    var content: UNMutableNotificationContent!
    var what: String { content.userInfo["do"] as? String ?? "" }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = (request.content.mutableCopy() as! UNMutableNotificationContent)
        receive()
    }

    func receive() {}

    func finish(_ title: String) {
        content.title = title
        handler(content)
    }
}

// The ends of a process.
final class CrashingService: Service {
    override func receive() {
        switch what {
        case "try": _ = try! Data(contentsOf: URL(fileURLWithPath: "/no/such/file"))
        case "fatal": fatalError("no such case")
        case "unwrap": print(content.badge!)
        case "cast": print(content.userInfo["aps"] as! String)
        case "keys": print(["a": 1, "a": content.title.count])
        case "segfault": kill(getpid(), SIGSEGV)
        case "exit": exit(3)
        case "exit0": exit(0)
        case "exit4": exit(4)
        case "late":
            finish("before")
            fatalError("after the handler")
        default: finish("alive")
        }
    }
}

// What the process finds.
final class LookingService: Service {
    override func receive() {
        let files = FileManager.default
        func isWritable(_ directory: FileManager.SearchPathDirectory) -> Bool {
            guard let url = files.urls(for: directory, in: .userDomainMask).first else { return false }
            return (try? Data("x".utf8).write(to: url.appendingPathComponent("x"))) != nil
        }
        let group = files.containerURL(forSecurityApplicationGroupIdentifier: "group.test")
        var found = [
            "home": NSHomeDirectory(), "temporary": NSTemporaryDirectory(),
            "group": group?.path ?? "", "bundle": Bundle.main.bundleIdentifier!,
            "bundle-path": Bundle.main.bundlePath,
            "class": (Bundle.main.infoDictionary?["NSExtension"] as? [String: Any])?["NSExtensionPrincipalClass"] as? String ?? "",
            "secret": ProcessInfo.processInfo.environment["SECRET_OF_THE_HOST"] ?? "",
            "language": Bundle.main.object(forInfoDictionaryKey: "GroupName") as? String ?? "",
        ]
        found["documents"] = "\(isWritable(.documentDirectory))"
        found["caches"] = "\(isWritable(.cachesDirectory))"
        found["support"] = "\(isWritable(.applicationSupportDirectory))"
        found["group-writable"] = "\((try? Data("x".utf8).write(to: group!.appendingPathComponent("x"))) != nil)"
        content.userInfo["found"] = found
        finish("looked")
    }
}

private var countOfProcess = 0

// State of the process, of the group's defaults, and of a file in the group.
final class CountingService: Service {
    override func receive() {
        countOfProcess += 1
        let defaults = UserDefaults(suiteName: "group.test")!
        defaults.set(defaults.integer(forKey: "count") + 1, forKey: "count")
        content.badge = NSNumber(value: countOfProcess)
        content.userInfo["suite"] = defaults.integer(forKey: "count")
        finish("counted")
    }
}

// Output on both streams, with and without a line's end.
final class PrintingService: Service {
    override func receive() {
        print("to output \(what)")
        FileHandle.standardError.write(Data("to errors\n".utf8))
        NSLog("by %@", "NSLog")
        finish("printed")
    }
}

// Memory that is written to, in MB.
final class AllocatingService: Service {
    override func receive() {
        let count = (content.userInfo["megabytes"] as? Int ?? 0) << 20
        let bytes = [UInt8](repeating: 1, count: count)
        finish("allocated \(bytes.last ?? 0)")
    }
}

// Never calls the handler by itself.
final class SilentService: Service {
    override func serviceExtensionTimeWillExpire() {
        if what == "answer" { finish("expired") }
    }
}

// Calls the handler twice.
final class TwiceService: Service {
    override func receive() {
        finish("first")
        finish("second")
    }
}

// Attaches a file with a fixed name in Documents, which an earlier one must have left.
final class AttachingService: Service {
    override func receive() {
        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("made")
        let file = folder.appendingPathComponent("picture.png")
        do {
            try Data("picture".utf8).write(to: made)
            try FileManager.default.moveItem(at: made, to: file)
            content.attachments = [try UNNotificationAttachment(identifier: "", url: file)]
        } catch { content.subtitle = "\(error)" }
        let held = try? FileHandle(forWritingTo: file)
        if what == "remote" { content.attachments += [try? UNNotificationAttachment(identifier: "", url: URL(string: "https://example.com/a.png")!)].compactMap { $0 } }
        finish("attached")
        // The extension may change the file after the call. It may be gone by now, and is not made again: then the next
        // push would find it.
        held?.truncateFile(atOffset: 0)
        held?.write(Data("other".utf8))
        print("changed")
    }
}

// Every value of a content.
final class ValuesService: Service {
    override func receive() {
        content.subtitle = "subtitle"
        content.body = "body \u{1F600} \n\""
        content.badge = 7
        content.sound = .criticalSoundNamed(UNNotificationSoundName("a.caf"), withAudioVolume: 0.5)
        content.launchImageName = "launch"
        content.categoryIdentifier = "category"
        content.threadIdentifier = "thread"
        content.targetContentIdentifier = "target"
        content.filterCriteria = "filter"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.25
        content.userInfo["data"] = Data([1, 2, 255])
        content.userInfo["date"] = Date(timeIntervalSinceReferenceDate: 1.5)
        content.userInfo["bool"] = true
        content.userInfo["whole"] = 1.0
        content.userInfo["list"] = [1, "two", 3.5, NSNull(), ["v": 1]] as [Any]
        content.userInfo["object"] = Service.self
        finish("values")
    }
}

// The handler on queues that the host must serve.
final class QueuesService: Service {
    override func receive() {
        switch what {
        case "main": DispatchQueue.main.async { self.finish("main") }
        case "main-actor": Task { @MainActor in self.finish("main-actor") }
        case "main-later": DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { self.finish("main-later") }
        case "main-timer":
            DispatchQueue.main.async {
                Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
                    self.finish(Thread.isMainThread ? "main-timer" : "another thread")
                }
            }
        case "language": finish(ProcessInfo.processInfo.environment["ATTACHE_LANGUAGE"] ?? "none")
        case "wait":
            let semaphore = DispatchSemaphore(value: 0)
            UNUserNotificationCenter.current().getNotificationCategories { _ in semaphore.signal() }
            semaphore.wait()
            finish("wait")
        default: finish("direct")
        }
    }
}

// Hands over what it received, and as much again.
final class EchoService: Service {
    override func receive() {
        content.userInfo["again"] = content.userInfo["text"]
        finish("\((content.userInfo["text"] as? String)?.utf8.count ?? 0)")
    }
}

// Prints on both streams without an end: lines, or one line.
final class EndlessService: Service {
    override func receive() {
        let line = what == "lines" ? "line\n" : String(repeating: "x", count: 4096)
        for file in [FileHandle.standardOutput, FileHandle.standardError] {
            Thread.detachNewThread { while true { file.write(Data(line.utf8)) } }
        }
        finish("printing")
    }
}

// Counts the instances that live.
final class LivingService: Service {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var count = 0

    static func change(by difference: Int) -> Int {
        lock.lock()
        defer { lock.unlock() }
        count += difference
        return count
    }

    override init() {
        super.init()
        _ = Self.change(by: 1)
    }

    deinit { _ = Self.change(by: -1) }

    override func receive() {
        if what == "silent" { return }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        // The handler and the content are held beyond the call, as real extensions hold them.
        DispatchQueue.global().async {
            try? Data().write(to: file)
            self.finish("\(Self.change(by: 0))")
        }
    }
}
