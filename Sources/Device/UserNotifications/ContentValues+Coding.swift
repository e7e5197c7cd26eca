import Foundation

extension ContentValues {
    /// Reads an archive; what is missing has its default.
    init(_ coder: NSCoder) {
        title = coder.text("title") ?? ""
        subtitle = coder.text("subtitle") ?? ""
        body = coder.text("body") ?? ""
        badge = coder.decodeObject(of: NSNumber.self, forKey: "badge")
        sound = coder.decodeObject(of: UNNotificationSound.self, forKey: "sound")
        launchImageName = coder.text("launchImageName") ?? ""
        userInfo = coder.values("userInfo")
        attachments = coder.objects([UNNotificationAttachment.self], "attachments")
        categoryIdentifier = coder.text("categoryIdentifier") ?? ""
        threadIdentifier = coder.text("threadIdentifier") ?? ""
        targetContentIdentifier = coder.text("targetContentIdentifier")
        if coder.containsValue(forKey: "interruptionLevel") {
            let level = UNNotificationInterruptionLevel(rawValue: coder.decodeInteger(forKey: "interruptionLevel"))
            interruptionLevel = level ?? .active
        }
        relevanceScore = coder.decodeDouble(forKey: "relevanceScore")
        filterCriteria = coder.text("filterCriteria")
        summaryArgument = coder.text("summaryArgument") ?? ""
        summaryArgumentCount = max(0, coder.decodeInteger(forKey: "summaryArgumentCount"))
        localize(coder.localized, in: .main)
    }

    func encode(with coder: NSCoder) {
        coder.encode(text: title, "title")
        coder.encode(text: subtitle, "subtitle")
        coder.encode(text: body, "body")
        coder.encode(badge, forKey: "badge")
        coder.encode(sound, forKey: "sound")
        coder.encode(text: launchImageName, "launchImageName")
        coder.encode(
            values: Dictionary(
                userInfo.compactMap { key, value in (key.base as? String).map { ($0, value) } },
                uniquingKeysWith: { first, _ in first }
            ),
            "userInfo"
        )
        coder.encode(objects: attachments, "attachments")
        coder.encode(text: categoryIdentifier, "categoryIdentifier")
        coder.encode(text: threadIdentifier, "threadIdentifier")
        coder.encode(text: targetContentIdentifier, "targetContentIdentifier")
        coder.encode(interruptionLevel.rawValue, forKey: "interruptionLevel")
        coder.encode(relevanceScore, forKey: "relevanceScore")
        coder.encode(text: filterCriteria, "filterCriteria")
        coder.encode(text: summaryArgument, "summaryArgument")
        coder.encode(summaryArgumentCount, forKey: "summaryArgumentCount")
        coder.encode(localized: localized)
    }
}
