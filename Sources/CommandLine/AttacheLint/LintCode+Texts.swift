package import AttacheCore

extension LintCode {
    /// The texts of the code.
    package var texts: FindingTexts { FindingTexts(row) }

    private static let remote = "Apple, Generating a remote notification"
    private static let requests = "Apple, Sending notification requests to APNs"
    private static let service = "Apple, UNNotificationServiceExtension"
    private static let attachment = "Apple, UNNotificationAttachment"
    private static let vendors = "The source code of the vendors' extensions"

    private var row: (String, String, String, String) {
        switch self {
        case .payloadRejected:
            (
                "not a deliverable push", "APNs or iOS refuses it, so nothing is shown.", Self.requests,
                "Correct what the message names."
            )
        case .duplicateKey:
            (
                "a key appears twice", "Parsers disagree about which of the two counts.", "RFC 8259, section 4",
                "Keep one of the two."
            )
        case .payloadNearLimit:
            (
                "nearly 4096 bytes", "APNs rejects a larger payload, and texts of other recipients may be longer.",
                Self.requests, "Shorten the texts, or move data to a server."
            )
        case .ignoredValue:
            (
                "iOS ignores a value", "A value of the wrong type counts as absent, without an error.", Self.remote,
                "Use the documented type."
            )
        case .apsKeyMisspelt:
            (
                "a key of aps is misspelt", "iOS ignores a key that it does not know, without an error.", Self.remote,
                "Write the key as Apple documents it."
            )
        case .apsKeyUnknown:
            (
                "a key of aps that iOS does not read", "iOS ignores a key that it does not know, without an error.",
                Self.remote, "Put it where it is read: next to aps for the app, in alert for a text."
            )
        case .collapseIDTooLong:
            (
                "apns-collapse-id is too long", "APNs answers 400 BadCollapseId above 64 bytes.", Self.requests,
                "Shorten it to 64 bytes of UTF-8, such as by a hash."
            )
        case .headerInvalid:
            ("invalid APNs header", "APNs answers 400.", Self.requests, "Use a documented value.")
        case .requestLoss:
            (
                "the push service drops or changes a value", "The phone receives the payload that the service builds.",
                "The documentation of the push services", "Write what the message asks for."
            )
        case .consoleText:
            (
                "the text is the output of a console", "Only attache explain and attache lint read it.",
                "RFC 8259, which push services take", "Give JSON to other commands and to the push service."
            )
        case .mutableContentMissing:
            (
                "mutable-content is missing", "iOS starts the extension only with mutable-content in aps.",
                Self.service,
                "Add \"mutable-content\": 1 to \"aps\"."
            )
        case .mutableContentMisplaced:
            (
                "mutable-content is not in aps", "Outside aps, or under another name, iOS ignores it.",
                "firebase/quickstart-ios#70 and #228; Apple, UNNotificationServiceExtension",
                "Move it into \"aps\" as \"mutable-content\": 1."
            )
        case .mutableContentText:
            (
                "mutable-content is not the number 1", "iOS may read it as on, but relays such as Parse remove it.",
                "parse-server-push-adapter, APNS.js", "Write \"mutable-content\": 1."
            )
        case .mutableContentOff:
            (
                "mutable-content is off", "iOS does not start the extension.", Self.service,
                "Write \"mutable-content\": 1."
            )
        case .noAlert:
            (
                "no visible alert", "iOS starts the extension only for a push that shows a text.", Self.service,
                "Add a non-empty \"alert\"."
            )
        case .backgroundPush:
            (
                "background push with media", "iOS hands it to the app and never starts the extension.", Self.service,
                "Send an alert push."
            )
        case .mediaKeyInAPS:
            (
                "media key inside aps", "Extensions read their keys outside aps.", "phonegap-plugin-push#2663",
                "Move the key out of \"aps\", to the same level."
            )
        case .mediaKeyMisplaced:
            (
                "media key at another place", "The extension reads another path.", Self.vendors,
                "Move the key to the path of the receiving app."
            )
        case .mediaKeyMisspelt:
            (
                "media key is misspelt", "Keys differ by case, hyphens and underscores.", Self.vendors,
                "Write the key as the policy names it."
            )
        case .mediaUnread:
            (
                "a media URL that nothing reads", "The policy in use reads no URL there.", Self.vendors,
                "Name the receiving app with --policy, or the path with --media."
            )
        case .mediaNotText:
            ("media key without a URL", "The extension needs a string.", Self.vendors, "Put one URL there as a string.")
        case .tooManyMedia:
            ("too many media", "iOS shows the first.", Self.attachment, "Name one URL.")
        case .severalVendors:
            (
                "keys of several vendors", "Each extension reads its own key, and only one of them runs.",
                "klaviyo-swift-sdk#377", "Name the receiving app with --policy."
            )
        case .vendorKeyMissing:
            (
                "a key of the vendor is missing", "Without it the extension does not look for media.",
                "customerio-ios#159 and #233; CleverTap and Braze extensions",
                "Add the key as the vendor's sender does."
            )
        case .extensionHangs:
            (
                "the extension does not answer", "It never calls its handler, and iOS shows the push after 30 s.",
                "exponea-ios-sdk and dengage-ios-sdk, notification extensions", "Add the keys that it needs."
            )
        case .mediaWithActions:
            (
                "media together with action buttons", "This extension then shows the thumbnail only.",
                "Hive documentation, iOS media notification", "Send media or action buttons, not both."
            )
        case .urlSpace:
            (
                "white space around the URL",
                "White space before the URL makes URL(string:) return nil; after the URL, it becomes part of the "
                    + "file's name.",
                "Apple, URL.init(string:)", "Remove the white space."
            )
        case .urlInvalid:
            ("invalid URL", "It cannot be loaded.", "RFC 3986", "Correct what the message names.")
        case .urlCharacters:
            (
                "characters that a URL does not allow",
                "URL(string:) returns nil in apps linked before iOS 17.", "Apple, URL.init(string:)",
                "Percent-encode them."
            )
        case .placeholder:
            (
                "a placeholder was not replaced", "The recipient gets the name of a field instead of its value.",
                "Templates of campaign tools", "Fill in the template, or remove the field."
            )
        case .testHost:
            (
                "a host for examples or tests", "A phone cannot reach it.", "RFC 2606, RFC 6761, RFC 6762",
                "Use the public host of the media."
            )
        case .http:
            (
                "http without an exception", "App Transport Security blocks it in the extension.",
                "Apple, NSAppTransportSecurity; pushwoosh-ios-sdk#50",
                "Use https, after you have checked that the host serves it."
            )
        case .noExtension:
            (
                "no file extension",
                "Many extensions name the file by the URL, and iOS refuses a file without an extension.",
                "OneSignal-iOS-SDK#134; firebase-ios-sdk#6590",
                "End the path with .jpg, .png, .gif or .mp4."
            )
        case .extensionInQuery:
            (
                "file extension only in the query", "Most extensions read it from the path.",
                "OneSignal-iOS-SDK, OneSignalAttachmentHandler", "End the path with the file extension."
            )
        case .extensionCase:
            (
                "file extension in capitals", "Some extensions compare it in lower case only, such as OneSignal's.",
                "OneSignal-iOS-SDK, OneSignalAttachmentHandler", "Publish the file under a name in lower case."
            )
        case .query:
            (
                "a query after the file extension",
                "Some extensions read it as part of the file extension: jpg?w=600.",
                "amplify-swift-utils-notifications, AUNotificationService", "Use a URL without a query, if you can."
            )
        case .webP:
            ("WebP", "iOS attaches no WebP.", "iterable-swift-sdk#552", "Convert it to JPEG or PNG.")
        case .svg:
            ("SVG", "iOS attaches no SVG.", "OneSignal-Cordova-SDK#139", "Convert it to PNG.")
        case .heic:
            ("HEIC", "Apple does not list it as an attachment.", Self.attachment, "Convert it to JPEG.")
        case .mov:
            ("QuickTime", "Apple does not list it as an attachment.", Self.attachment, "Convert it to MP4.")
        case .formatUnsupported:
            (
                "unsupported file extension", "iOS, or the receiving app, refuses it: UNErrorDomain 101.",
                Self.attachment, "Use .jpg, .png, .gif or .mp4."
            )
        case .audio:
            (
                "audio", "Some apps do not attach audio, and Hive asks not to send it.",
                "Hive documentation, iOS media notification", "Send a picture or a video."
            )
        case .notPortable:
            (
                "not for all vendors", "At least one vendor's extension does not take it.", Self.vendors,
                "Change what the message names."
            )
        case .typeContradictsName:
            (
                "the stated type contradicts the name",
                "The extension gives iOS the stated type, and iOS then ignores the name.",
                Self.vendors,
                "State the type of the file, or name the right file."
            )
        case .textCut:
            (
                "the banner cuts the text",
                "A banner shows about one line of title and two of text; this is an estimate.",
                "An estimate for the default text size", "Put what matters first."
            )
        case .notFetched:
            (
                "not downloaded", "This machine or this network does not load it, so nothing was checked.",
                "Attache, Limits", "Allow the host, or try another network."
            )
        case .fetchFailed:
            (
                "the download failed", "The phone shows plain text.", "Attache, Reasons",
                "Correct what the message names."
            )
        case .redirect:
            (
                "a redirect",
                "Some extensions name the file by the first URL, others by the last, and each redirect "
                    + "costs time.",
                "braze-cordova-sdk#9", "Use the final URL."
            )
        case .contentType:
            (
                "Content-Type differs from the name", "Some extensions name the file by the Content-Type.",
                Self.vendors, "Serve the file with its own Content-Type."
            )
        case .typeMismatch:
            (
                "the bytes are of another type", "iOS does not show them, or only under the right name.",
                Self.attachment,
                "Give the file the extension of its type."
            )
        case .mediaBroken:
            ("the file is damaged", "iOS does not show it, or a part of it.", Self.attachment, "Upload the file again.")
        case .mediaTooLarge:
            ("the file is too large", "UNErrorDomain 102.", Self.attachment, "Make the file smaller.")
        case .mediaNearLimit:
            (
                "near the size limit", "Apple does not say whether a megabyte is 10^6 or 2^20 bytes.", Self.attachment,
                "Make the file smaller."
            )
        case .memory:
            (
                "memory of the extension",
                "iOS ends an extension above about 24 MB (12 MB on older devices); some extensions load the whole file.",
                "deltachat-ios#2477; OneSignal-iOS-SDK#212", "Make the file smaller than 12 MB."
            )
        }
    }
}
