import Prices
import UserNotifications

class NotificationService: PricedService {
    override func subtitle(of price: Price) -> String { "Now \(price.text)" }
}
