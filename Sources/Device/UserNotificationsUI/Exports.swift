// On Apple systems `import UserNotificationsUI` also gives UserNotifications and Foundation.
@_exported public import UserNotifications
