import AttacheTesting
import TestWidth
import Testing
import UserNotifications

/// The page that lists what `UserNotifications` has is generated from its sources:
/// `ATTACHE_WRITE_COVERAGE=1 swift test --filter CoverageTests` writes it again.
@Suite("Coverage page", .inProcess, .timeLimit(.minutes(1)))
struct CoverageTests {
    /// What Apple's module has and this one does not: the type, or the type and a member, and the reason.
    private static let missing: [(name: String, reason: String)] = [
        ("UNNotificationResponse.targetScene", "`UIScene` belongs to UIKit, which Linux does not have."),
        ("UNNotificationContentExtension", "It belongs to UserNotificationsUI and is a view controller of UIKit."),
    ]

    private static let page = Checkout.root.appendingPathComponent(
        "Sources/Pipeline/Attache/Attache.docc/UserNotificationsCoverage.md"
    )
    private static let mark = "<!-- generated -->\n"

    /// The public types of the sources with their members, by name.
    private static func declarations() throws -> [String: Set<String>] {
        let folder = Checkout.root.appendingPathComponent("Sources/Device/UserNotifications")
        let type = #/^(?:open|public)?\s*(?:class|struct|enum|protocol|extension) (\w+)/#
        let member = #/^(?: {4})?(?:(?:open|public|static|class|override|convenience) )*(?:var|let|func|case) `?(\w+)/#
        var found: [String: Set<String>] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            var owner: String?
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(of: type) {
                    owner = String(match.1)
                    if line.hasPrefix("open") || line.hasPrefix("public") {
                        found[String(match.1), default: []].formUnion([])
                    }
                } else if line.hasPrefix("    "), !line.hasPrefix("     "), let match = line.firstMatch(of: member),
                    line.contains("open ") || line.contains("public ") || line.contains("case ")
                        || owner?.hasSuffix("Delegate") == true
                {
                    if let owner { found[owner, default: []].insert(String(match.1)) }
                }
            }
        }
        // What every object and error has.
        let common: Set = ["hash", "isEqual", "_nsError", "_nsErrorDomain", "copy", "encode", "supportsSecureCoding"]
        return found.filter { $0.key.hasPrefix("UN") }.mapValues { $0.subtracting(common) }
    }

    private static func table(of declarations: [String: Set<String>]) -> String {
        let rows = declarations.sorted { $0.key < $1.key }.map { name, members in
            "| `\(name)` | \(members.isEmpty ? "none" : members.sorted().map { "`\($0)`" }.joined(separator: ", ")) |"
        }
        let absent = missing.map { "| `\($0.name)` | \($0.reason) |" }
        return
            (["| Type | Members |", "|---|---|"] + rows
            + ["", "## What is not there", "", "| Name | Why |", "|---|---|"] + absent + [""])
            .joined(separator: "\n")
    }

    @Test("The page lists what the sources declare")
    func page() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let parts = text.components(separatedBy: Self.mark)
        try #require(parts.count == 2)
        let table = Self.table(of: try Self.declarations())
        if ProcessInfo.processInfo.environment["ATTACHE_WRITE_COVERAGE"] != nil {
            try (parts[0] + Self.mark + table).write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(parts[1] == table)
        }
    }

    @Test("Nothing that the page calls missing is declared")
    func missing() throws {
        let declarations = try Self.declarations()
        #expect(declarations.count > 25)
        for (name, _) in Self.missing {
            let parts = name.split(separator: ".").map(String.init)
            let isDeclared =
                parts.count == 1 ? declarations[parts[0]] != nil : declarations[parts[0]]?.contains(parts[1]) == true
            #expect(!isDeclared, "\(name)")
        }
    }

    @Test(
        "The members that real extensions use are declared",
        arguments: [
            "UNNotificationContent.title", "UNNotificationContent.userInfo", "UNMutableNotificationContent.attachments",
            "UNNotificationAttachment.url", "UNNotificationServiceExtension.didReceive",
            "UNNotificationRequest.identifier",
            "UNNotificationServiceExtension.serviceExtensionTimeWillExpire", "UNNotificationContent.updating",
            "UNUserNotificationCenter.setNotificationCategories", "UNUserNotificationCenter.deliveredNotifications",
            "UNUserNotificationCenter.setBadgeCount", "UNNotificationSound.criticalSoundNamed",
            "UNNotificationSound.default",
            "UNUserNotificationCenterDelegate.userNotificationCenter", "UNNotificationInterruptionLevel.timeSensitive",
        ]
    )
    func used(name: String) throws {
        let parts = name.split(separator: ".").map(String.init)
        #expect(try Self.declarations()[parts[0]]?.contains(parts[1]) == true)
    }
}
