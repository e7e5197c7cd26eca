import Testing

@testable import AppProject

/// A change of the good project, and the codes that it must have, each in both configurations as one finding.
struct AppCase: CustomTestStringConvertible {
    typealias Scene = ProjectScene

    let testDescription: String
    let scene: ProjectScene
    let codes: [AppCode]

    init(_ name: String, _ codes: [AppCode], _ scene: ProjectScene) {
        testDescription = name
        self.scene = scene
        self.codes = codes
    }

    static let all = embedding + agreement + lists + code

    static let good = ProjectScene()

    private static let embedding = [
        AppCase("as it is", [], good),
        AppCase("not embedded", [.notEmbedded], good.replacing("\t\t\t\tB04,\n", with: "", in: Scene.project)),
        AppCase(
            "neither embedded nor built before the app",
            [.notEmbedded],
            good.replacing("\t\t\t\tB04,\n", with: "", in: Scene.project)
                .replacing("dependencies = (X01, );", with: "", in: Scene.project)
        ),
        AppCase(
            "copied only when installing",
            [.onlyWhenInstalling],
            good.replacing("Postprocessing = 0", with: "Postprocessing = 1", in: Scene.project)
        ),
        AppCase(
            "embedded into another folder",
            [.notEmbedded, .notEmbedded],
            good.replacing("dstSubfolderSpec = 13", with: "dstSubfolderSpec = 10", in: Scene.project)
                .replacing("(X01, )", with: "(X01, X02, )", in: Scene.project)
                .replacing(
                    "\t\tX01 =",
                    with: "\t\tX02 = {isa = PBXTargetDependency; target = T03; };\n\t\tX01 =",
                    in: Scene.project
                )
        ),
        AppCase(
            "embedded into the folder of frameworks",
            [.notEmbedded],
            good.replacing("dstSubfolderSpec = 13", with: "dstSubfolderSpec = 10", in: Scene.project)
        ),
        AppCase(
            "a folder by its variable",
            [],
            good.replacing("dstSubfolderSpec = 13", with: "dstSubfolderSpec = 16", in: Scene.project)
                .replacing("dstPath = \"\"", with: "dstPath = \"$(EXTENSIONS_FOLDER_PATH)\"", in: Scene.project)
        ),
        AppCase(
            "no service extension",
            [.noServiceExtension],
            good.replacing("targets = (T01, T02, T03, )", with: "targets = (T01, T03, )", in: Scene.project)
        ),
        AppCase(
            "an extension whose kind is not known",
            [],
            good.replacing("targets = (T01, T02, T03, )", with: "targets = (T01, T02, )", in: Scene.project)
                .adding(nil, at: Scene.servicePlist).adding("class A {}", at: Scene.service)
        ),
        AppCase(
            "a share extension that has the same sources",
            [.noServiceExtension],
            good.replacing(
                "com.apple.usernotifications.service",
                with: "com.apple.share-services",
                in: Scene.servicePlist
            )
        ),
        AppCase(
            "two service extensions",
            [.severalServiceExtensions],
            good.replacing("content-extension", with: "service", in: Scene.contentPlist)
                .replacing(
                    "<key>NSExtensionMainStoryboard</key><string>MainInterface</string>",
                    with: "",
                    in: Scene.contentPlist
                )
                .adding(good.files[Scene.service], at: "Content/NotificationViewController.swift")
                .replacing(
                    "<key>NSExtensionAttributes</key>",
                    with:
                        "<key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).NotificationService</string><key>Other</key>",
                    in: Scene.contentPlist
                )
        ),
        AppCase(
            "an app for watches",
            [],
            good.replacing("iphoneos;", with: "watchos;", in: Scene.project)
        ),
    ]

    static func setting(_ setting: String, at configuration: String = "C02") -> ProjectScene {
        ["D", "R"].reduce(good) { scene, letter in
            let name = letter == "D" ? "Debug" : "Release"
            let start = "\(configuration)\(letter) = {isa = XCBuildConfiguration; name = \(name); buildSettings = {"
            return scene.replacing(start, with: "\(start) \(setting);", in: Scene.project)
        }
    }

    private static let agreement = [
        AppCase("a newer iOS", [.deploymentTarget], setting("IPHONEOS_DEPLOYMENT_TARGET = 18.2")),
        AppCase("an older iOS", [], setting("IPHONEOS_DEPLOYMENT_TARGET = 9")),
        AppCase("the same iOS in another form", [], setting("IPHONEOS_DEPLOYMENT_TARGET = 15")),
        AppCase("an iOS that is not known", [], setting("IPHONEOS_DEPLOYMENT_TARGET = \"$(LATEST)\"")),
        AppCase(
            "an identifier that is not below the app's",
            [.bundleIdentifier],
            good.replacing("$(BASE).service", with: "dev.attache.service", in: Scene.project)
        ),
        AppCase(
            "an identifier without its full stop",
            [.bundleIdentifier],
            good.replacing("$(BASE).service", with: "$(BASE)service", in: Scene.project)
        ),
        AppCase(
            "an identifier by a variable that is not known",
            [],
            good.replacing("$(BASE).service", with: "$(OTHER).service", in: Scene.project)
        ),
        AppCase("another version", [.version], setting("MARKETING_VERSION = 1.3")),
        AppCase(
            "another build and version",
            [.version],
            setting("MARKETING_VERSION = 1.3; CURRENT_PROJECT_VERSION = 8")
        ),
        AppCase("a version that Flutter sets", [], setting("MARKETING_VERSION = \"$(FLUTTER_BUILD_NAME)\"")),
        AppCase("versions in the lists", [.version], listed("6", "7")),
        AppCase("the same version in the lists", [], listed("7", "7")),
        AppCase(
            "two values of an identifier",
            [],
            listed("7", "7", "<key>CFBundleIdentifier</key><string>other</string>")
        ),
        AppCase(
            "another group",
            [.appGroups],
            good.adding(Scene.plist(Scene.groups("group.other")), at: "Service/Service.entitlements")
        ),
        AppCase("no group", [], good.adding(Scene.plist(""), at: "Service/Service.entitlements")),
        AppCase(
            "no aps-environment",
            [.apsEnvironment],
            good.replacing("aps-environment", with: "other", in: "News/News.entitlements")
        ),
        AppCase("entitlements that are not in the repository", [], good.adding(nil, at: "News/News.entitlements")),
        AppCase(
            "no entitlements",
            [.apsEnvironment],
            good.replacing("CODE_SIGN_ENTITLEMENTS = News/News.entitlements;", with: "", in: Scene.project)
        ),
        AppCase(
            "exceptions for http in the app alone",
            [.transportSecurity],
            good.adding(Scene.plist(transport("<key>NSAllowsArbitraryLoads</key><true/>")), at: "News/Info.plist")
        ),
        AppCase(
            "an exception that a narrower one replaces",
            [],
            good.adding(
                Scene.plist(
                    transport("<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsLocalNetworking</key><true/>")
                ),
                at: "News/Info.plist"
            )
        ),
        AppCase(
            "exceptions for the developer's machine",
            [],
            good.adding(
                Scene.plist(
                    transport(
                        """
                        <key>NSAllowsArbitraryLoads</key><false/><key>NSExceptionDomains</key><dict><key>localhost</key><dict>
                        <key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict></dict>
                        """
                    )
                ),
                at: "News/Info.plist"
            )
        ),
    ]

    /// Builds of the app and the extension in their lists alone.
    private static func listed(_ app: String, _ service: String, _ further: String = "") -> ProjectScene {
        func version(_ text: String) -> String { "<key>CFBundleVersion</key><string>\(text)</string>" }
        return good.replacing("GENERATE_INFOPLIST_FILE = YES", with: "GENERATE_INFOPLIST_FILE = NO", in: Scene.project)
            .adding(Scene.plist(version(app) + further), at: "News/Info.plist")
            .replacing(
                "<key>NSExtension</key>",
                with: version(service) + "<key>NSExtension</key>",
                in: Scene.servicePlist
            )
    }

    private static func transport(_ members: String) -> String {
        "<key>NSAppTransportSecurity</key><dict>\(members)</dict>"
    }
}
