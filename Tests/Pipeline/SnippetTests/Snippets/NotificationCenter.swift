import UserNotifications

func notificationCenter(
    file: URL,
    clock: ContinuousClock,
    appDelegate: any UNUserNotificationCenterDelegate,
    request: UNNotificationRequest
) async throws -> UNNotificationResponse? {
    let center = try UNUserNotificationCenter(file: file, clock: clock)
    center.delegate = appDelegate
    center.simulatesForegroundApp = true
    try await center.add(request)
    let response = await center.simulateResponse(to: request.identifier, actionIdentifier: "ANSWER", userText: "Yes")
    return response
}
