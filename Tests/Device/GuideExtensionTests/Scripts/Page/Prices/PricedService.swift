import UserNotifications

/// Shows the price below the title.
open class PricedService: UNNotificationServiceExtension {
    private var content: UNNotificationContent?
    private var handler: ((UNNotificationContent) -> Void)?

    /// The subtitle for a price.
    open func subtitle(of price: Price) -> String { price.text }

    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        content = request.content
        handler = contentHandler
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        if let price = Price(content.userInfo) { content.subtitle = subtitle(of: price) }
        contentHandler(content)
    }

    open override func serviceExtensionTimeWillExpire() {
        if let handler, let content { handler(content) }
    }
}
