import BatchExtension

class NotificationService: BAENotificationServiceExtension {}
