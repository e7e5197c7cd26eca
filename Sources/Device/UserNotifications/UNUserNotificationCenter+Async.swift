extension UNUserNotificationCenter {
    /// Asks for permissions, which are granted unless a test denies them.
    ///
    /// - Parameter options: The permissions.
    /// - Returns: Whether they are granted.
    /// - Throws: `UNError` with the code `notificationsNotAllowed`.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            requestAuthorization(options: options) { isGranted, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: isGranted) }
            }
        }
    }

    /// Returns the categories.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await withCheckedContinuation { continuation in
            getNotificationCategories { continuation.resume(returning: $0) }
        }
    }

    /// Returns the settings.
    public func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings { continuation.resume(returning: $0) }
        }
    }

    /// Delivers a request at once, or keeps it pending when it has a trigger.
    ///
    /// - Parameter request: The request.
    /// - Throws: `UNError` for a bad attachment, or when the app may not notify.
    public func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            add(request) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Returns the pending requests.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            getPendingNotificationRequests { continuation.resume(returning: $0) }
        }
    }

    /// Returns the delivered notifications.
    public func deliveredNotifications() async -> [UNNotification] {
        await withCheckedContinuation { continuation in
            getDeliveredNotifications { continuation.resume(returning: $0) }
        }
    }

    /// Sets the number on the app's icon.
    ///
    /// - Parameter newBadgeCount: The number, 0 or more.
    /// - Throws: `UNError` with the code `badgeInputInvalid`, or `notificationsNotAllowed` without the permission.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            setBadgeCount(newBadgeCount) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
}
