/// The media keys of vendors' extensions, for payloads that the policy in use does not read.
///
/// It is data: a vendor whose policy is built in is found by that policy's own keys and needs no row here.
package struct KnownMediaKeys: Sendable {
    /// The vendor's name for people.
    package let vendor: String
    /// The name that a policy of the vendor's extension has.
    package let policy: String
    /// The paths of the media URLs, as JSONPath.
    package let paths: [JSONPath]

    private init(_ vendor: String, _ policy: String, _ paths: String...) {
        self.vendor = vendor
        self.policy = policy
        // A test parses every path.
        self.paths = paths.compactMap { try? JSONPath(parsing: $0) }
    }

    /// The vendors; the first with a matching path is named.
    package static let all = [
        KnownMediaKeys("OneSignal", "onesignal", "$.os_data.att.*", "$.att.*", "$.at.*", "$.os_data.buttons.at.*"),
        KnownMediaKeys(
            "Airship",
            "airship",
            "$['com.urbanairship.media_attachment'].url",
            "$['com.urbanairship.media_attachment'].url[*]",
            "$['com.urbanairship.media_attachment'].urls[*].url"
        ),
        KnownMediaKeys("Braze", "braze", "$.ab.att.url"),
        KnownMediaKeys("CleverTap", "clevertap", "$.ct_mediaUrl"),
        KnownMediaKeys("Iterable", "iterable", "$.itbl['attachment-url']"),
        KnownMediaKeys("Customer.io", "customerio", "$.CIO.push.image"),
        KnownMediaKeys("Batch", "batch", "$['com.batch'].at.u"),
        KnownMediaKeys("Klaviyo", "klaviyo", "$['rich-media']"),
        KnownMediaKeys("Adobe Experience Platform", "adobe-aep", "$.adb_media"),
        KnownMediaKeys("Adobe Campaign", "adobe-campaign", "$['media-attachment-url']"),
        KnownMediaKeys("Leanplum", "leanplum", "$.LP_URL"),
        KnownMediaKeys("Salesforce Marketing Cloud", "salesforce-mc", "$._mediaUrl"),
        KnownMediaKeys(
            "Expo",
            "expo",
            "$.body._richContent.image",
            "$.body._richContent.video",
            "$.body._richContent.audio"
        ),
        KnownMediaKeys(
            "Notifee",
            "notifee",
            "$.notifee_options.ios.attachments[*].url",
            "$.notifee_options.image"
        ),
        KnownMediaKeys("Swrve", "swrve", "$._sw.media.url", "$._sw.media.fallback_url"),
        KnownMediaKeys("Countly", "countly", "$.c.a"),
        KnownMediaKeys("Infobip", "infobip", "$.internalData.atts[*].url"),
        KnownMediaKeys("Appcues", "appcues", "$.appcues_attachment_url"),
        KnownMediaKeys(
            "CleverPush",
            "cleverpush",
            "$.notification.mediaUrl",
            "$.notification.carouselItems[*].mediaUrl"
        ),
        KnownMediaKeys("WonderPush", "wonderpush", "$._wp.attachments[*].url"),
        KnownMediaKeys("Kumulos and Optimove", "kumulos", "$.attachments.pictureUrl"),
        KnownMediaKeys("Home Assistant", "home-assistant", "$.attachment.url"),
        KnownMediaKeys("Mixpanel", "mixpanel", "$.mp_media_url"),
        // Its extension is closed: the key is the one that its users report.
        KnownMediaKeys("MoEngage", "moengage", "$['media-attachment']"),
    ]
}
