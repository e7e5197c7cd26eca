// swift-format-ignore-file
import UserNotifications

private var stateBetweenPushes: [String] = []

// The behaviours met in real service extensions, B1 to B26; the key `do` names one.
final class BehaviourService: Service {
    private var file: URL { FileManager.default.temporaryDirectory.appendingPathComponent("fixed.png") }

    private func picture(_ url: URL, _ text: String = "picture") -> URL {
        try! Data(text.utf8).write(to: url)
        return url
    }

    private func attach(_ identifier: String, _ url: URL, _ options: [AnyHashable: Any]? = nil) -> String {
        do {
            content.attachments.append(try UNNotificationAttachment(identifier: identifier, url: url, options: options))
            return "attached"
        } catch { return "\((error as? UNError)?.errorCode ?? -1)" }
    }

    // The time may be over before didReceive, when the process was slow to start.
    private let received = DispatchSemaphore(value: 0)

    override func receive() {
        received.signal()
        switch what {
        case "B1": break
        case "B2": try! FileManager.default.moveItem(at: URL(fileURLWithPath: "/no/file"), to: file)
        case "B3":
            defer { handler(content) }
            finish("first")
        case "B4", "B24": break
        case "B5": DispatchGroup().notify(queue: .main) { Task { @MainActor in self.finish("main") } }
        case "B6":
            let semaphore = DispatchSemaphore(value: 0)
            URLSession.shared.dataTask(with: URL(string: "http://127.0.0.1:1/")!) { _, _, _ in semaphore.signal() }.resume()
            semaphore.wait()
            finish("waited")
        case "B7":
            finish("before")
            content.title = "after"
        case "B8":
            content.title = "copy"
            handler(content.copy() as! UNNotificationContent)
        case "B8 empty": handler(UNNotificationContent())
        case "B10": finish(attach("", URL(string: "https://example.com/a.png")!) + " " + attach("", URL(string: "/a.png")!))
        case "B11":
            let download = picture(file.deletingPathExtension().appendingPathExtension("tmp"))
            finish(attach("", download) + " " + attach("", download, [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]))
        case "B12": finish(attach("", picture(file), [UNNotificationAttachmentOptionsThumbnailClippingRectKey: CGRect.zero]))
        case "B13":
            _ = attach("", picture(file))
            finish("secured")
            try? FileManager.default.removeItem(at: file)
        case "B14":
            let made = picture(file.deletingLastPathComponent().appendingPathComponent("made"))
            try! FileManager.default.moveItem(at: made, to: file)
            finish(attach("", file))
        case "B15":
            let resource = picture(Bundle.main.bundleURL.appendingPathComponent("resource.png"))
            finish(attach("", resource))
        case "B15 again": finish("\(FileManager.default.fileExists(atPath: Bundle.main.bundleURL.appendingPathComponent("resource.png").path))")
        case "B16":
            _ = picture(file)
            finish(attach("", file) + " " + attach("", file))
        case "B17":
            let folders = [FileManager.SearchPathDirectory.documentDirectory, .cachesDirectory, .applicationSupportDirectory]
            for folder in folders { _ = picture(FileManager.default.urls(for: folder, in: .userDomainMask)[0].appendingPathComponent("a.png")) }
            _ = picture(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.test")!.appendingPathComponent("a.png"))
            finish("written")
        case "B18":
            let defaults = UserDefaults(suiteName: "group.test")!
            defaults.set(defaults.integer(forKey: "count") + 1, forKey: "count")
            finish("\(defaults.integer(forKey: "count"))")
        case "B19":
            let action = UNNotificationAction(identifier: "open", title: "Open", options: [.foreground])
            let added = UNNotificationCategory(identifier: "c", actions: [action], intentIdentifiers: [], options: [])
            let center = UNUserNotificationCenter.current()
            center.getNotificationCategories { categories in
                center.setNotificationCategories(categories.union([added]))
                center.getNotificationCategories { self.finish("\($0 == categories.union([added]))") }
            }
        case "B20":
            UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
                self.content.badge = notifications.count + 1 as NSNumber
                self.finish("counted")
            }
        case "B21":
            content.userInfo = ["kept": "text", "data": Data([1]), "object": BehaviourService.self]
            finish("changed")
        case "B22": finish("\(content.attachments.count)")
        case "B23":
            content.title = ""
            content.subtitle = ""
            handler(content)
        case "B23 all":
            content.title = ""
            content.body = ""
            handler(content)
        case "B25":
            stateBetweenPushes.append("push")
            finish("\(stateBetweenPushes.count)")
        case "B26":
            let content = self.content!
            let handler = self.handler!
            Task {
                content.title = "captured"
                handler(content)
            }
        default: finish("unknown")
        }
    }

    override func serviceExtensionTimeWillExpire() {
        DispatchQueue.global().async {
            self.received.wait()
            self.expire()
        }
    }

    private func expire() {
        switch what {
        case "B4": finish("expired")
        case "B24":
            content.body = ""
            content.subtitle = "[Time Expired]"
            handler(content)
        default: break
        }
    }
}
