/// A vendor's module for extensions, and the policy with which Attache does the same.
struct VendorModule: Sendable {
    /// The name, as an import has it.
    let name: String
    /// The policy.
    let policy: String
    /// The product of this package that has a stand-in; `nil` where the import does not compile.
    var product: String?
    /// The class from which an app's extension inherits, if there is one.
    var baseClass: String?
    /// What the stand-in does not do, as the end of a sentence.
    var omission = ""

    /// Finds a module.
    static func named(_ name: String) -> VendorModule? { all.first { $0.name == name } }

    /// The stand-ins first, in the order of use.
    static let all =
        [
            VendorModule(name: "HIVEExtensions", policy: "hive", product: "HIVEExtensions"),
            standIn("FirebaseMessaging", "fcm", omission: "exports no delivery metrics"),
            standIn("Firebase", "fcm", omission: "has no other part of Firebase"),
            standIn("OneSignalExtension", "onesignal", omission: "reports no receipt and changes no badge"),
            standIn("OneSignal", "onesignal", omission: "has no other part of OneSignal"),
            standIn("OneSignalFramework", "onesignal", omission: "has no other part of OneSignal"),
            standIn("AirshipServiceExtension", "airship", airship, omission: "writes no log"),
            standIn("AirshipNotificationServiceExtension", "airship", airship, omission: "writes no log"),
            standIn(
                "BatchExtension",
                "batch",
                "BAENotificationServiceExtension",
                omission: "sends no display receipt"
            ),
            standIn("CTNotificationService", "clevertap", "CTNotificationServiceExtension"),
            standIn("EmarsysNotificationService", "emarsys", emarsys, omission: "loads no in-app message"),
            standIn("EmarsysSDK", "emarsys", emarsys, omission: "has no other part of Emarsys"),
            standIn("IterableAppExtensions", "iterable", "ITBNotificationServiceExtension"),
            standIn("KlaviyoSwiftExtension", "klaviyo", omission: "counts no badge"),
        ] + others.map { VendorModule(name: $0.name, policy: $0.policy) }

    private static let airship = "UANotificationServiceExtension"
    private static let emarsys = "EMSNotificationService"

    private static func standIn(
        _ name: String,
        _ policy: String,
        _ baseClass: String? = nil,
        omission: String = "leaves nothing out"
    ) -> VendorModule {
        VendorModule(name: name, policy: policy, product: "VendorModules", baseClass: baseClass, omission: omission)
    }

    private static let others: [(name: String, policy: String)] = [
        ("AEPNotificationContent", "adobe-aep"), ("AEPMessaging", "adobe-aep"),
        ("AWSPinpoint", "aws-amplify"),
        ("AmplifyUtilsNotifications", "aws-amplify"), ("AppcuesNotificationService", "appcues"), ("Batch", "batch"),
        ("ExponeaSDKNotifications", "bloomreach"), ("ExponeaSDK_Notifications", "bloomreach"), ("BrazeKit", "braze"),
        ("BrazeNotificationService", "braze"), ("CleverPush", "cleverpush"), ("CleverPushExtension", "cleverpush"),
        ("CleverTapSDK", "clevertap"), ("Countly", "countly"), ("CioMessagingPush", "customerio"),
        ("CioMessagingPushAPN", "customerio"), ("CioMessagingPushFCM", "customerio"), ("Dengage", "dengage"),
        ("Dengage_Framework", "dengage"),
        ("EXNotifications", "expo"), ("ExpoModulesCore", "expo"), ("MobileMessaging", "infobip"),
        ("MobileMessagingNotificationExtension", "infobip"), ("KumulosSDKExtension", "kumulos-optimove"),
        ("OptimoveNotificationServiceExtension", "kumulos-optimove"), ("Leanplum", "leanplum"),
        ("Mixpanel", "mixpanel"), ("MoEngageRichNotification", "moengage"),
        ("RNNotifeeCore", "notifee"), ("PushwooshFramework", "pushwoosh"), ("Pushwoosh", "pushwoosh"),
        ("SFMCSDK", "salesforce-mc"), ("MarketingCloudSDK", "salesforce-mc"), ("SwrveSDK", "swrve"),
        ("SwrveSDKCommon", "swrve"), ("WonderPushExtension", "wonderpush"),
    ]
}

extension ExtensionSources {
    /// The products with the vendors' modules that the files import.
    var vendorProducts: [String] {
        Set(importedModules.compactMap { VendorModule.named($0)?.product }).sorted()
    }
}
