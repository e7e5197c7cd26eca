@testable import AppProject

extension AppCase {
    private static let noAttachment = good.replacing(
        "UNNotificationAttachment",
        with: "Helper.attachment",
        in: Scene.service
    )
    private static let podfile = "target 'News' do\n  pod 'OneSignalXCFramework', '>= 5.0'\nend\n"

    private static let synchronized = good.replacing("files = (B02, )", with: "files = ()", in: Scene.project)
        .replacing(
            "{isa = PBXGroup; children = (F02, );",
            with: "{isa = PBXFileSystemSynchronizedRootGroup;",
            in: Scene.project
        )
        .replacing(
            "name = Service;",
            with: "name = Service; fileSystemSynchronizedGroups = (G02, );",
            in: Scene.project
        )

    /// The app links `Push`, and the extension `PushService`, from a package in the project's folder.
    private static func local(_ push: String, _ service: String, reference: String) -> ProjectScene {
        noAttachment
            .replacing(
                "name = News;\n\t\t\tpackageProductDependencies = ();",
                with: "name = News;\n\t\t\tpackageProductDependencies = (D01, );",
                in: Scene.project
            )
            .replacing(
                "name = Service;\n\t\t\tpackageProductDependencies = ();",
                with: "name = Service;\n\t\t\tpackageProductDependencies = (D02, );",
                in: Scene.project
            )
            .replacing(
                "\t\tF01 =",
                with: "\t\tD01 = {isa = XCSwiftPackageProductDependency; productName = Push; };\n"
                    + "\t\tD02 = {isa = XCSwiftPackageProductDependency; productName = PushService; };\n"
                    + "\t\tK01 = \(reference);\n\t\tF01 =",
                in: Scene.project
            )
            .adding(manifest("Push", push), at: "Kits/Push/Package.swift")
            .adding(manifest("PushService", service), at: "Kits/PushService/Package.swift")
    }

    private static func manifest(_ product: String, _ library: String) -> String {
        """
        let package = Package(
            name: "\(product)",
            products: [.library(name: "\(product)", targets: ["\(product)"])],
            // .product(name: "OneSignalExtension", package: "OneSignal")
            targets: [.target(name: "\(product)", dependencies: [.product(name: "\(library)", package: "Other")])]
        )
        """
    }

    private static let references =
        "{isa = XCLocalSwiftPackageReference; relativePath = Kits/Push; };\n"
        + "\t\tK02 = {isa = XCLocalSwiftPackageReference; relativePath = Kits/PushService; }"

    private static let flutter = "target 'News' do\n  flutter_install_all_ios_pods File.dirname(__FILE__)\nend\n"
    private static let vendorClass = "CTNotificationServiceExtension"
    private static let second = "contentHandler(request.content)"

    /// The extension names a class that its sources do not have, and its target has some pods.
    private static func named(_ name: String, pods: String) -> ProjectScene {
        good.replacing("$(PRODUCT_MODULE_NAME).NotificationService", with: name, in: Scene.servicePlist)
            .adding("target 'Service' do\n\(pods)end\n", at: "Podfile")
    }

    /// The extension passes its handler on, with code in front of the call and after it.
    private static func calling(_ start: String, _ end: String) -> ProjectScene {
        good.replacing(
            "finish()\n    }",
            with: "\(start) Vendor.load(request, withContentHandler: self.contentHandler)\n\(end)\n    }",
            in: Scene.service
        )
    }

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
            "a handler that is not used, in a folder that Xcode keeps in step",
            [.handlerNotCalled],
            synchronized.replacing("self.contentHandler = contentHandler", with: "", in: Scene.service)
        ),
        AppCase(
            "a folder with code that is too deep to be read",
            [],
            synchronized.replacing("self.contentHandler = contentHandler", with: "", in: Scene.service)
                .adding("", at: "Service/\(String(repeating: "a/", count: 26))Helper.swift")
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
            "a target whose pods are those of a target with a symbol for its name",
            [],
            noAttachment.adding(
                podfile
                    + "abstract_target :Shared do\n  pod 'OneSignalXCFramework'\n  target 'Service' do\n  end\nend\n",
                at: "Podfile"
            )
        ),
        AppCase(
            "a target whose pods are those of one of two blocks of a name",
            [],
            noAttachment.adding(
                podfile
                    + "abstract_target 'All' do\n  pod 'OneSignalXCFramework'\n  target 'Service' do\n  end\nend\n"
                    + "abstract_target 'All' do\nend\n",
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
            "libraries that packages of the app bring",
            [],
            local("OneSignalFramework", "OneSignalExtension", reference: references)
        ),
        AppCase(
            "a library that a package of the app brings to the app alone",
            [.libraryNotLinked],
            local("OneSignalFramework", "Logging", reference: references)
        ),
        AppCase(
            "a package that the project has in its groups",
            [],
            local(
                "OneSignalFramework",
                "OneSignalExtension",
                reference:
                    "{isa = PBXFileReference; lastKnownFileType = wrapper; path = Kits/Push; sourceTree = SOURCE_ROOT; };\n"
                    + "\t\tK02 = {isa = PBXFileReference; lastKnownFileType = wrapper; path = Kits/PushService; sourceTree = SOURCE_ROOT; }"
            ).replacing("children = (G01,", with: "children = (K01, K02, G01,", in: Scene.project)
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
            "a target that inherits the plugins of Flutter",
            [.pluginsInherited],
            good.adding(
                flutter.replacing("end\n", with: "  target 'Service' do\n    inherit! :complete\n  end\nend\n"),
                at: "Podfile"
            )
        ),
        AppCase(
            "a target inside that with plugins",
            [.pluginsInherited],
            good.adding(flutter.replacing("end\n", with: "  target 'Service' do\n  end\nend\n"), at: "Podfile")
        ),
        AppCase(
            "a target inside that with plugins, of which it has the search paths",
            [],
            good.adding(
                flutter.replacing("end\n", with: "  target 'Service' do\n    inherit! :search_paths\n  end\nend\n"),
                at: "Podfile"
            )
        ),
        AppCase(
            "a target next to that with plugins",
            [],
            good.adding(flutter + "target 'Service' do\n  pod 'Firebase/Messaging'\nend\n", at: "Podfile")
        ),
        AppCase("a vendor's class without its library", [.principalClass], named(vendorClass, pods: "")),
        AppCase("a vendor's class with its library", [], named(vendorClass, pods: "  pod 'CTNotificationService'\n")),
        AppCase("a class that nothing has", [.principalClass], named("Wrong", pods: "")),
        AppCase("a class of a module that nothing has", [.principalClass], named("Wrong.Class", pods: "")),
        AppCase("a handler that is called while another call has it", [.handlerCalledTwice], calling("", second)),
        AppCase("a handler that is called in another block", [], calling("if isOwn {", "; return }; " + second)),
        AppCase("a handler that is called in another branch", [], calling("if isOwn {", "} else { \(second) }")),
        AppCase(
            "a handler that is called in another case",
            [],
            calling("switch own { case true:", "case false: \(second) }")
        ),
        AppCase(
            "a handler that is called after the block",
            [.handlerCalledTwice],
            calling("if isOwn {", "}; " + second)
        ),
        AppCase("a handler that a condition passes on", [], calling("if", "{ return }; \(second)")),
        AppCase(
            "a handler that was passed on, as a value says",
            [],
            calling("let isDone =", "guard !isDone else { return }; \(second)")
        ),
        AppCase(
            "a handler that is passed on by a member",
            [.handlerCalledTwice],
            calling("try await self.kit?.", second)
        ),
        AppCase("a handler that is called in a closure", [], calling("", "later { \(second) }")),
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
