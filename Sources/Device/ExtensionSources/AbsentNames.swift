/// Names of Apple's Foundation, Core Foundation and runtimes that a source sees without an import, and Linux does not have.
enum AbsentNames {
    static let foundation = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "Foundation on Linux does not have it.",
        fix: "Wrap the use in #if canImport(Darwin)."
    )
    static let coreFoundation = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "There is no Core Foundation in Swift on Linux.",
        fix: "Use what Foundation has for it, or wrap the use in #if canImport(Darwin)."
    )
    static let coding = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "On Linux there are no predicates or sort descriptors made from text.",
        fix: "Use a closure or a key path."
    )
    static let combine = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "There is no Combine on Linux.",
        fix: "Use an async function, or wrap the use in #if canImport(Combine)."
    )
    private static let objectiveC = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "There is no Objective-C runtime on Linux.",
        fix: "Wrap the use in #if canImport(ObjectiveC)."
    )
    private static let kernel = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "It belongs to Apple's kernel.",
        fix: "Wrap the use in #if canImport(Darwin)."
    )
    private static let xml = SourceRules.Name(
        code: "source.framework",
        severity: .error,
        message: "Linux has it in a module that the source does not import.",
        fix: "Add #if canImport(FoundationXML), import FoundationXML, and #endif."
    )

    static let names: [String: SourceRules.Name] = {
        let groups: [(SourceRules.Name, [String])] = [
            (
                foundation,
                [
                    "NSFileCoordinator", "NSFilePresenter", "NSFileVersion", "NSUserActivity", "NSMetadataQuery",
                    "NSUbiquitousKeyValueStore", "NSDataDetector", "NSLinguisticTagger", "NSMapTable", "NSHashTable",
                    "NSXPCConnection", "NSURLConnection", "NSProxy", "NSInvocation", "NSParagraphStyle",
                    "NSMutableParagraphStyle", "NSTextAttachment", "RelativeDateTimeFormatter", "ListFormatter",
                    "DateComponentsFormatter", "MeasurementFormatter", "LocalizedStringResource",
                ]
            ),
            (
                objectiveC,
                [
                    "objc_getAssociatedObject", "objc_setAssociatedObject", "objc_sync_enter", "objc_sync_exit",
                    "objc_getClass", "class_getInstanceMethod", "method_exchangeImplementations", "Selector",
                ]
            ),
            (
                kernel,
                [
                    "mach_task_self_", "mach_task_basic_info", "task_info", "task_vm_info_data_t", "mach_absolute_time",
                    "os_proc_available_memory",
                ]
            ),
        ]
        var names = ["XMLParser": xml]
        for (rule, texts) in groups { for text in texts { names[text] = rule } }
        return names
    }()

    /// What the modules for extensions have of Core Foundation.
    private static let present: Set = [
        "CFString", "CFDictionary", "CFArray", "CFData", "CFURL", "CFNumber", "CFAbsoluteTime", "CFTimeInterval",
        "CFAbsoluteTimeGetCurrent", "CFNotificationName", "CFNotificationCenter",
        "CFNotificationCenterGetDarwinNotifyCenter", "CFNotificationCenterPostNotification",
    ]

    /// Whether a name is of Core Foundation, and of none of the parts that exist.
    static func isOfCoreFoundation(_ name: String) -> Bool {
        guard name.hasPrefix("CF"), !present.contains(name) else { return false }
        // "CFRunLoopRun", and neither "CFO" of somebody's own nor "CFBundleIdentifier", which is a key.
        let letters = Array(name.unicodeScalars.dropFirst(2).prefix(2))
        return letters.count == 2 && letters[0].properties.isUppercase && letters[1].properties.isLowercase
    }
}
