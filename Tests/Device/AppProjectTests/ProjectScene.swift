import AttacheTesting
import Foundation

@testable import AppProject

/// A small app as Xcode writes it: `News` with a service extension and a content extension, whose files tests change.
struct ProjectScene {
    /// The files by their paths.
    var files: [String: String]

    static let project = "News.xcodeproj/project.pbxproj"
    static let service = "Service/NotificationService.swift"
    static let servicePlist = "Service/Info.plist"
    static let contentPlist = "Content/Info.plist"

    init() {
        files = [
            Self.project: Self.projectText, Self.service: Self.serviceText,
            Self.servicePlist: Self.plist(
                """
                <key>NSExtension</key><dict>
                <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.service</string>
                <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).NotificationService</string>
                </dict>
                """
            ),
            Self.contentPlist: Self.plist(
                """
                <key>NSExtension</key><dict>
                <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.content-extension</string>
                <key>NSExtensionMainStoryboard</key><string>MainInterface</string>
                <key>NSExtensionAttributes</key><dict>
                <key>UNNotificationExtensionCategory</key><string>story</string>
                <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real>
                </dict></dict>
                """
            ),
            "Content/NotificationViewController.swift":
                "import UIKit\nclass NotificationViewController: UIViewController {}\n",
            "News/Info.plist": Self.plist("<key>CFBundleDisplayName</key><string>News</string>"),
            "News/App.swift":
                "import UserNotifications\nlet story = UNNotificationCategory(identifier: \"story\", actions: [])\n",
            "News/News.entitlements": Self.plist(
                "<key>aps-environment</key><string>development</string>\(Self.groups("group.dev.attache.news"))"
            ),
            "Service/Service.entitlements": Self.plist(Self.groups("group.dev.attache.news")),
        ]
    }

    /// Replaces a text that the file has; a test whose text is not there would prove nothing.
    func replacing(_ old: String, with new: String, in file: String) -> ProjectScene {
        var scene = self
        precondition(files[file]?.contains(old) ?? false, "\(file) has no \(old)")
        scene.files[file] = files[file]?.replacing(old, with: new)
        return scene
    }

    func adding(_ text: String?, at path: String) -> ProjectScene {
        var scene = self
        scene.files[path] = text
        return scene
    }

    /// Writes the files and checks a path below their folder.
    func check(_ path: String = "") throws -> AppCheck {
        let scratch = try ScratchDirectory()
        try write(to: scratch.url)
        return try AppCheck(path.isEmpty ? scratch.url.path : scratch.url.appending(path: path).path)
    }

    func write(to folder: URL) throws {
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
    }

    static func plist(_ members: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \(members)
        </dict>
        </plist>

        """
    }

    static func groups(_ name: String) -> String {
        "<key>com.apple.security.application-groups</key><array><string>\(name)</string></array>"
    }

    private static let serviceText = """
        import UserNotifications

        class NotificationService: UNNotificationServiceExtension {
            var contentHandler: ((UNNotificationContent) -> Void)?
            var best: UNMutableNotificationContent?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                self.contentHandler = contentHandler
                best = request.content.mutableCopy() as? UNMutableNotificationContent
                finish()
            }

            func finish() {
                guard let handler = contentHandler, let best else { return }
                best.attachments = [try? UNNotificationAttachment(identifier: "a", url: file)].compactMap { $0 }
                handler(best)
            }
        }

        """

    private static let projectText = """
        // !$*UTF8*$!
        {
        	archiveVersion = 1;
        	objectVersion = 56;
        	objects = {
        /* Begin PBXBuildFile section */
        		B01 /* App.swift in Sources */ = {isa = PBXBuildFile; fileRef = F01 /* App.swift */; };
        		B02 = {isa = PBXBuildFile; fileRef = F02; };
        		B03 = {isa = PBXBuildFile; fileRef = F03; };
        		B04 /* Service.appex in Embed */ = {isa = PBXBuildFile; fileRef = P02; settings = {ATTRIBUTES = (RemoveHeadersOnCopy, ); }; };
        		B05 = {isa = PBXBuildFile; fileRef = P03; };
        /* End PBXBuildFile section */
        		F01 = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
        		F02 = {isa = PBXFileReference; path = NotificationService.swift; sourceTree = "<group>"; };
        		F03 = {isa = PBXFileReference; path = NotificationViewController.swift; sourceTree = "<group>"; };
        		F04 = {isa = PBXFileReference; path = Base.xcconfig; sourceTree = SOURCE_ROOT; };
        		P01 = {isa = PBXFileReference; explicitFileType = wrapper.application; path = News.app; sourceTree = BUILT_PRODUCTS_DIR; };
        		P02 = {isa = PBXFileReference; path = Service.appex; sourceTree = BUILT_PRODUCTS_DIR; };
        		P03 = {isa = PBXFileReference; path = Content.appex; sourceTree = BUILT_PRODUCTS_DIR; };
        		G00 = {isa = PBXGroup; children = (G01, G02, G03, F04, ); sourceTree = "<group>"; };
        		G01 = {isa = PBXGroup; children = (F01, ); path = News; sourceTree = "<group>"; };
        		G02 = {isa = PBXGroup; children = (F02, ); path = Service; sourceTree = "<group>"; };
        		G03 = {isa = PBXGroup; children = (F03, ); path = Content; sourceTree = "<group>"; };
        		S01 = {isa = PBXSourcesBuildPhase; files = (B01, ); };
        		S02 = {isa = PBXSourcesBuildPhase; files = (B02, ); };
        		S03 = {isa = PBXSourcesBuildPhase; files = (B03, ); };
        		E01 /* Embed Foundation Extensions */ = {
        			isa = PBXCopyFilesBuildPhase;
        			dstPath = "";
        			dstSubfolderSpec = 13;
        			files = (
        				B04,
        				B05,
        			);
        			runOnlyForDeploymentPostprocessing = 0;
        		};
        		X01 = {isa = PBXTargetDependency; target = T02; };
        		T01 /* News */ = {
        			isa = PBXNativeTarget;
        			buildConfigurationList = L01;
        			buildPhases = (S01, E01, );
        			dependencies = (X01, );
        			name = News;
        			packageProductDependencies = ();
        			productReference = P01;
        			productType = "com.apple.product-type.application";
        		};
        		T02 /* Service */ = {
        			isa = PBXNativeTarget;
        			buildConfigurationList = L02;
        			buildPhases = (S02, );
        			name = Service;
        			packageProductDependencies = ();
        			productReference = P02;
        			productType = "com.apple.product-type.app-extension";
        		};
        		T03 = {
        			isa = PBXNativeTarget;
        			buildConfigurationList = L03;
        			buildPhases = (S03, );
        			name = Content;
        			productReference = P03;
        			productType = "com.apple.product-type.app-extension";
        		};
        		R00 = {
        			isa = PBXProject;
        			buildConfigurationList = L00;
        			mainGroup = G00;
        			projectDirPath = "";
        			targets = (T01, T02, T03, );
        		};
        		C00D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
        			IPHONEOS_DEPLOYMENT_TARGET = 15.0; SDKROOT = iphoneos; MARKETING_VERSION = 1.2; CURRENT_PROJECT_VERSION = 7;
        			GENERATE_INFOPLIST_FILE = YES; PRODUCT_NAME = "$(TARGET_NAME)"; BASE = dev.attache.news;
        		}; };
        		C00R = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        			IPHONEOS_DEPLOYMENT_TARGET = 15.0; SDKROOT = iphoneos; MARKETING_VERSION = 1.2; CURRENT_PROJECT_VERSION = 7;
        			GENERATE_INFOPLIST_FILE = YES; PRODUCT_NAME = "$(TARGET_NAME)"; BASE = dev.attache.news;
        		}; };
        		C01D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
        			PRODUCT_BUNDLE_IDENTIFIER = "$(BASE)"; INFOPLIST_FILE = News/Info.plist; CODE_SIGN_ENTITLEMENTS = News/News.entitlements;
        		}; };
        		C01R = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        			PRODUCT_BUNDLE_IDENTIFIER = "$(BASE)"; INFOPLIST_FILE = News/Info.plist; CODE_SIGN_ENTITLEMENTS = News/News.entitlements;
        		}; };
        		C02D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
        			PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).service"; INFOPLIST_FILE = "$(SRCROOT)/Service/Info.plist";
        			CODE_SIGN_ENTITLEMENTS = Service/Service.entitlements;
        		}; };
        		C02R = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        			PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).service"; INFOPLIST_FILE = "$(SRCROOT)/Service/Info.plist";
        			CODE_SIGN_ENTITLEMENTS = Service/Service.entitlements;
        		}; };
        		C03D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
        			PRODUCT_BUNDLE_IDENTIFIER = "${BASE}.$(PRODUCT_NAME:lower)"; INFOPLIST_FILE = Content/Info.plist;
        		}; };
        		C03R = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        			PRODUCT_BUNDLE_IDENTIFIER = "${BASE}.$(PRODUCT_NAME:lower)"; INFOPLIST_FILE = Content/Info.plist;
        		}; };
        		L00 = {isa = XCConfigurationList; buildConfigurations = (C00D, C00R, ); defaultConfigurationName = Release; };
        		L01 = {isa = XCConfigurationList; buildConfigurations = (C01D, C01R, ); defaultConfigurationName = Release; };
        		L02 = {isa = XCConfigurationList; buildConfigurations = (C02D, C02R, ); defaultConfigurationName = Release; };
        		L03 = {isa = XCConfigurationList; buildConfigurations = (C03D, C03R, ); defaultConfigurationName = Release; };
        	};
        	rootObject = R00 /* Project object */;
        }

        """
}
