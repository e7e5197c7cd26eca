/// The libraries of a vendor: that of the app, and that of the service extension, as its setup guide names them.
package struct VendorLibrary: Sendable {
    /// The vendor's name, as in its policy.
    package let name: String
    /// The pods and products of packages of the app. A pod's name counts with and without a subspec.
    let app: Set<String>
    /// The packages of React Native, Flutter, Cordova and Capacitor that bring the library of the app.
    let packages: Set<String>
    /// The pods, products and modules of the extension.
    let service: Set<String>
    /// The classes in it that an Info.plist may name as they are, in Objective-C.
    var classes: Set<String> = []
    /// The versions of its pods that show no media.
    var faults: [Fault] = []
    /// What to link, for people.
    package let cure: String

    /// A version that shows no media, what it does, and the version that mends it.
    struct Fault {
        let version: String
        let effect: String
        let mended: String
    }

    /// The vendors whose libraries are known, in the order of their findings.
    package static let all = [
        VendorLibrary(
            name: "OneSignal",
            app: ["OneSignal", "OneSignalXCFramework", "OneSignalFramework"],
            packages: ["react-native-onesignal", "onesignal_flutter", "onesignal-cordova-plugin"],
            service: ["OneSignal", "OneSignalXCFramework", "OneSignalExtension", "OneSignalFramework"],
            // OneSignal-iOS-SDK, the change "Fix images not displaying with new NSE method", in the release after it.
            faults: [
                Fault(
                    version: "3.5.1",
                    effect: "calls the content handler that it is given before it has loaded the attachments",
                    mended: "3.5.2"
                )
            ],
            cure: "the pod OneSignalXCFramework or the product OneSignalExtension"
        ),
        VendorLibrary(
            name: "Airship",
            app: ["Airship", "AirshipCore"],
            packages: ["@ua/react-native-airship", "airship_flutter"],
            service: ["AirshipServiceExtension", "AirshipNotificationServiceExtension", "AirshipExtensions"],
            classes: ["UANotificationServiceExtension"],
            cure: "the pod AirshipServiceExtension or the product AirshipNotificationServiceExtension"
        ),
        VendorLibrary(
            name: "Braze",
            app: ["BrazeKit"],
            packages: ["@braze/react-native-sdk", "braze_plugin"],
            service: ["BrazeNotificationService"],
            cure: "BrazeNotificationService"
        ),
        VendorLibrary(
            name: "Klaviyo",
            app: ["KlaviyoSwift"],
            packages: ["klaviyo-react-native-sdk", "klaviyo_flutter_sdk"],
            service: ["KlaviyoSwiftExtension"],
            cure: "KlaviyoSwiftExtension"
        ),
        VendorLibrary(
            name: "CleverTap",
            app: ["CleverTap-iOS-SDK", "CleverTapSDK"],
            packages: ["clevertap-react-native", "clevertap_plugin", "clevertap-cordova"],
            service: ["CTNotificationService"],
            classes: ["CTNotificationServiceExtension"],
            cure: "CTNotificationService"
        ),
        VendorLibrary(
            name: "Batch",
            app: ["Batch", "BatchSDK"],
            packages: ["@batch.com/react-native-plugin", "batch_flutter"],
            service: ["BatchExtension"],
            classes: ["BAENotificationServiceExtension"],
            cure: "BatchExtension"
        ),
        VendorLibrary(
            name: "Bloomreach",
            app: ["ExponeaSDK"],
            packages: ["react-native-exponea-sdk", "exponea"],
            service: ["ExponeaSDK-Notifications", "ExponeaSDKNotifications", "ExponeaSDK"],
            cure: "ExponeaSDK-Notifications"
        ),
        VendorLibrary(
            name: "Iterable",
            app: ["Iterable-iOS-SDK", "IterableSDK"],
            packages: ["@iterable/react-native-sdk"],
            service: ["Iterable-iOS-AppExtensions", "IterableAppExtensions"],
            classes: ["ITBNotificationServiceExtension"],
            cure: "the pod Iterable-iOS-AppExtensions or the product IterableAppExtensions"
        ),
        VendorLibrary(
            name: "Customer.io",
            app: [
                "MessagingPushAPN", "MessagingPushFCM", "CustomerIOMessagingPushAPN", "CustomerIOMessagingPushFCM",
            ],
            packages: ["customerio-reactnative", "customer_io"],
            service: [
                "MessagingPushAPN", "MessagingPushFCM", "CioMessagingPushAPN", "CioMessagingPushFCM", "CustomerIO",
                "CustomerIOMessagingPushAPN", "CustomerIOMessagingPushFCM", "customerio-reactnative-richpush",
                "customer_io_richpush",
            ],
            cure: "the pod CustomerIO/MessagingPushAPN or CustomerIO/MessagingPushFCM, or the product of the same name"
        ),
    ]
}

extension Set<String> {
    /// Whether a name, or for `Pod/Subspec` the part before the slash, is one of these.
    func includes(_ name: String) -> Bool {
        contains(name) || name.split(separator: "/").contains { contains(String($0)) }
    }
}
