@testable import AppProject

extension AppCase {
    static let lists = [
        AppCase(
            "a misspelt point",
            [.extensionPoint],
            good.replacing("usernotifications.service", with: "usernotification.service", in: Scene.servicePlist)
        ),
        AppCase(
            "another class",
            [.principalClass],
            good.replacing("NAME).NotificationService", with: "NAME).Other", in: Scene.servicePlist)
        ),
        AppCase(
            "no module",
            [.principalClass],
            good.replacing("$(PRODUCT_MODULE_NAME).", with: "", in: Scene.servicePlist)
        ),
        AppCase(
            "no module and a name for Objective-C",
            [],
            good.replacing("$(PRODUCT_MODULE_NAME).", with: "", in: Scene.servicePlist)
                .replacing(
                    "class NotificationService",
                    with: "@objc(NotificationService)\nclass NotificationService",
                    in: Scene.service
                )
        ),
        AppCase(
            "the module of another target",
            [.principalClass],
            good.replacing("$(PRODUCT_MODULE_NAME).", with: "News.", in: Scene.servicePlist)
        ),
        AppCase(
            "a class of a library",
            [],
            good.replacing("$(PRODUCT_MODULE_NAME).Notif", with: "Library.Notif", in: Scene.servicePlist)
                .replacing("class NotificationService", with: "import Library\nclass Helper", in: Scene.service)
        ),
        AppCase(
            "a source that is not in the repository",
            [],
            good.replacing("NAME).NotificationService", with: "NAME).Other", in: Scene.servicePlist)
                .replacing("files = (B02, )", with: "files = (B02, B09, )", in: Scene.project)
                .replacing(
                    "\t\tF01 =",
                    with:
                        "\t\tB09 = {isa = PBXBuildFile; fileRef = F09; };\n\t\tF09 = {isa = PBXFileReference; path = Generated.swift; sourceTree = \"<group>\"; };\n\t\tF01 =",
                    in: Scene.project
                )
        ),
        AppCase(
            "a storyboard",
            [.storyboard],
            good.replacing(
                "<key>NSExtensionPoint",
                with: "<key>NSExtensionMainStoryboard</key><string>M</string><key>NSExtensionPoint",
                in: Scene.servicePlist
            )
        ),
        AppCase(
            "a list that is damaged",
            [.plistUnreadable],
            good.replacing("</dict>\n</plist>", with: "", in: Scene.servicePlist)
        ),
        AppCase(
            "no category",
            [.contentExtension],
            good.replacing(
                "<key>UNNotificationExtensionCategory</key><string>story</string>",
                with: "",
                in: Scene.contentPlist
            )
        ),
        AppCase(
            "a ratio as a text",
            [.contentExtension],
            good.replacing("<real>0.5</real>", with: "<string>0.5</string>", in: Scene.contentPlist)
        ),
        AppCase(
            "a category in another case",
            [.contentCategory],
            good.replacing("<string>story</string>", with: "<string>Story</string>", in: Scene.contentPlist)
        ),
        AppCase(
            "a category that a library may register",
            [],
            good.replacing("<string>story</string>", with: "<string>carousel</string>", in: Scene.contentPlist)
        ),
    ]
}
