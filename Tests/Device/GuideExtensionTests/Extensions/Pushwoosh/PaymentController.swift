// swift-format-ignore-file
import UserNotifications
import UserNotificationsUI

// Segments choose an amount, a switch adds a tip, and a button opens a payment sheet.
class PaymentController: ContentViewController, UNNotificationContentExtension {
    let amounts = [5, 10, 20]
    lazy var segments = ContentSegments("amount", titles: ["$5", "$10", "$20", "Other"])
    lazy var tip = ContentSwitch("tip")
    let status = ContentLabel("status")

    override func viewDidLoad() {
        super.viewDidLoad()
        view.add(segments, tip, ContentButton("pay", title: "Pay") { [unowned self] in pay() }, status)
    }

    func didReceive(_ notification: UNNotification) {
        status.show(notification.request.content.body)
    }

    func pay() {
        let index = segments.selectedIndex ?? -1
        let amount = amounts.indices.contains(index) ? amounts[index] : 5
        let lines = ["Donation $\(amount)"] + (tip.isOn ? ["Tip $1"] : [])
        present(ContentSheet(title: "Pay $\(amount + (tip.isOn ? 1 : 0))", lines: lines) { [unowned self] paid in
            status.show(paid ? "Thank you" : "Not paid")
        })
    }
}
