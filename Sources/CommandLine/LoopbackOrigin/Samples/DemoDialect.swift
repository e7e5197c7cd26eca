/// What a push of the demo asks of iOS.
enum DemoPush: Sendable {
    case alert
    /// Without `mutable-content`.
    case unflagged
    /// With a category whose actions are buttons.
    case buttons
    /// For the app alone.
    case silent

    /// The value of `aps`.
    var aps: String {
        let alert = #""alert":\#(Self.texts)"#
        return switch self {
        case .alert: #"{\#(alert),"mutable-content":1}"#
        case .unflagged: "{\(alert)}"
        case .buttons: #"{\#(alert),"mutable-content":1,"category":"CONFIRM_CATEGORY"}"#
        case .silent: #"{"content-available":1}"#
        }
    }

    static let texts = #"{"title":"Raid starts","body":"Join now"}"#
}

/// The way in which a payload, or a request to a push service, names its media.
enum DemoDialect: Sendable {
    case hive
    case community
    case firebase
    case oneSignal
    case braze
    case expo
    case airship

    /// Returns a payload of the app's own sender, or the request to a push service, which always asks for an alert.
    func payload(url: String, push: DemoPush) -> String {
        switch self {
        case .hive:
            """
            {"aps":\(push.aps),
             "hive":{"mediaUrl":"\(url)"}}
            """
        case .community:
            """
            {"aps":\(push.aps),
             "data":{"attachment-url":"\(url)"}}
            """
        case .firebase:
            """
            {"message":{"token":"a-token","notification":\(DemoPush.texts),
             "apns":{"payload":{"aps":{"mutable-content":1}},"fcm_options":{"image":"\(url)"}}}}
            """
        case .oneSignal:
            """
            {"app_id":"00000000-0000-0000-0000-000000000000","included_segments":["All"],
             "headings":{"en":"Raid starts"},"contents":{"en":"Join now"},
             "ios_attachments":{"picture":"\(url)"}}
            """
        case .braze:
            """
            {"external_user_ids":["ann"],
             "messages":{"apple_push":{"alert":\(DemoPush.texts),
              "asset_url":"\(url)","asset_file_type":"gif"}}}
            """
        case .expo:
            """
            {"to":"ExponentPushToken[0000000000000000000000]","title":"Raid starts","body":"Join now",
             "mutableContent":true,"richContent":{"image":"\(url)"}}
            """
        case .airship:
            """
            {"audience":"all","device_types":["ios"],
             "notification":{"alert":"Join now","ios":{"title":"Raid starts","mutable_content":true,
              "media_attachment":{"url":"\(url)"}}}}
            """
        }
    }
}
