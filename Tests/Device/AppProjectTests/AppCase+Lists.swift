@testable import AppProject

extension AppCase {
    private static let noAttachment = good.replacing(
        "UNNotificationAttachment",
        with: "Helper.attachment",
        in: Scene.service
    )
    private static let podfile = "target 'News' do\n  pod 'OneSignalXCFramework', '>= 5.0'\nend\n"

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
                .replacing("class NotificationService", with: "class Helper", in: Scene.service)
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

    private static let modified = "best.title = \"\\(best.title) [modified]\"; handler(best)"

    static let code = [
        AppCase("template code", [.templateCode], good.replacing("handler(best)", with: modified, in: Scene.service)),
        AppCase(
            "template code in a comment",
            [],
            good.replacing("handler(best)", with: "handler(best) // " + modified, in: Scene.service)
        ),
        AppCase(
            "a handler that is kept and never called",
            [.handlerNotCalled],
            good.replacing("guard let handler = contentHandler, let best else { return }", with: "", in: Scene.service)
                .replacing("handler(best)", with: "print(best)", in: Scene.service)
        ),
        AppCase(
            "a handler that is not used",
            [.handlerNotCalled],
            good.replacing("self.contentHandler = contentHandler", with: "", in: Scene.service)
        ),
        AppCase(
            "a handler that is passed on",
            [],
            good.replacing(
                "self.contentHandler = contentHandler",
                with: "super.didReceive(request, withContentHandler: contentHandler)",
                in: Scene.service
            )
        ),
        AppCase(
            "a vendor's library in the app alone",
            [.libraryNotLinked],
            noAttachment.adding(podfile, at: "Podfile")
        ),
        AppCase("an extension that attaches media itself", [], good.adding(podfile, at: "Podfile")),
        AppCase(
            "the library in both",
            [],
            noAttachment.adding(podfile + podfile.replacing("News", with: "Service"), at: "Podfile")
        ),
        AppCase(
            "the library in a method of the Podfile",
            [],
            noAttachment.adding(
                "def shared\n  pod 'OneSignal/OneSignal'\nend\ntarget 'News' do\n  shared\nend\ntarget 'Service' do\n  shared\nend\n",
                at: "Podfile"
            )
        ),
        AppCase(
            "a target that inherits its pods",
            [],
            noAttachment.adding(podfile.replacing("end\n", with: "  target 'Service' do\n  end\nend\n"), at: "Podfile")
        ),
        AppCase(
            "a library that the extension imports, and only a target around it has",
            [.libraryNotLinked],
            noAttachment.adding(
                podfile.replacing(
                    "end\n",
                    with:
                        "  target 'Tests' do\n    inherit! :search_paths\n    target 'Service' do\n    end\n  end\nend\n"
                ),
                at: "Podfile"
            ).replacing(
                "import UserNotifications",
                with: "import UserNotifications\nimport OneSignal",
                in: Scene.service
            )
        ),
        AppCase(
            "a version that shows no media",
            [.libraryVersion],
            good.adding("PODS:\n  - OneSignal (3.5.1)\n\nDEPENDENCIES:\n  - OneSignal\n", at: "Podfile.lock")
        ),
        AppCase(
            "the version after it",
            [],
            good.adding("PODS:\n  - OneSignal (3.5.2):\n    - A (= 3.5.1)\n", at: "Podfile.lock")
        ),
        AppCase(
            "a target that inherits search paths",
            [.libraryNotLinked],
            noAttachment.adding(
                podfile.replacing("end\n", with: "  target 'Service' do\n    inherit! :search_paths\n  end\nend\n"),
                at: "Podfile"
            )
        ),
        AppCase(
            "a target whose pods a call adds",
            [],
            noAttachment.adding(podfile + "target 'Service' do\n  use_native_modules!\nend\n", at: "Podfile")
        ),
        AppCase(
            "targets whose names are computed",
            [],
            noAttachment.adding(
                podfile + "['Service'].each do |name|\n  target name do\n    pod 'OneSignal'\n  end\nend\n",
                at: "Podfile"
            )
        ),
        AppCase(
            "an extension that uses another library",
            [],
            noAttachment.adding(podfile, at: "Podfile")
                .replacing("import UserNotifications", with: "import FirebaseMessaging", in: Scene.service)
        ),
        AppCase(
            "an extension with a bridging header",
            [],
            noAttachment.adding(podfile, at: "Podfile")
                .replacing(
                    "CODE_SIGN_ENTITLEMENTS = Service",
                    with: "SWIFT_OBJC_BRIDGING_HEADER = B.h; CODE_SIGN_ENTITLEMENTS = Service",
                    in: Scene.project
                )
        ),
        AppCase(
            "the library by a flag of the linker",
            [],
            noAttachment.adding(podfile, at: "Podfile")
                .replacing(
                    "CODE_SIGN_ENTITLEMENTS = Service",
                    with: "OTHER_LDFLAGS = \"-framework OneSignalExtension\"; CODE_SIGN_ENTITLEMENTS = Service",
                    in: Scene.project
                )
        ),
        AppCase(
            "a package of React Native",
            [.libraryNotLinked],
            noAttachment.adding(#"{"dependencies": {"react-native-onesignal": "5"}}"#, at: "package.json")
        ),
        AppCase(
            "a package of Flutter and a product of a package",
            [],
            noAttachment.adding("dependencies:\n  onesignal_flutter: ^5.0.0\n", at: "pubspec.yaml")
                .replacing(
                    "name = Service;\n\t\t\tpackageProductDependencies = ();",
                    with: "name = Service;\n\t\t\tpackageProductDependencies = (D01, );",
                    in: Scene.project
                )
                .replacing(
                    "\t\tF01 =",
                    with:
                        "\t\tD01 = {isa = XCSwiftPackageProductDependency; productName = OneSignalExtension; };\n\t\tF01 =",
                    in: Scene.project
                )
        ),
    ]
}
