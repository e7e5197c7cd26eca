import CTNotificationService

class NotificationService: CTNotificationServiceExtension {
    override init() {
        super.init()
        mediaUrlKey = "photo"
        mediaTypeKey = "kind"
    }
}
