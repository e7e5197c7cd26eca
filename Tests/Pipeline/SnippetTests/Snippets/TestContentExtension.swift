import AttacheExtensionTesting
import UserNotificationsUI

final class OfferController: ContentViewController, UNNotificationContentExtension {
    let price = ContentLabel("price")

    override func viewDidLoad() {
        let amount = ContentSegments("amount", titles: ["1", "2"], selectedIndex: 0) { [unowned self] index in
            price.show("\(5 * (index + 1)) €")
        }
        view.add(price, amount)
    }

    func didReceive(_ notification: UNNotification) {
        price.show("5 €")
    }
}

@MainActor
func testContentExtension() async throws {
    let category = UNNotificationCategory(identifier: "offer", actions: [], intentIdentifiers: [])
    UNUserNotificationCenter.current().setNotificationCategories([category])
    let offer = ContentExtension(categories: ["offer"], isInteractive: true, OfferController())
    let script = NotificationScript(extensions: [offer])
    try await script.deliver(#"{"aps":{"alert":"Tickets","category":"offer"}}"#)
    try await script.longPress()
    try await script.choose("2", in: "amount")
    try await script.expect(element: "price", "10 €")
    try await script.expect(\.stage, .expanded)
}

@MainActor
func testScript() async throws {
    let offer = ContentExtension(infoPlist: "Content/Info.plist", OfferController())
    try await NotificationScript(extensions: [offer]).play("offer.yaml")
}
