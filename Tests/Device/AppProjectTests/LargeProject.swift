import Testing

/// A generated project of apps and service extensions that share one copy phase and one configuration.
struct LargeProject: Sendable, CustomTestStringConvertible {
    var apps = 1
    var services: Int
    /// The files of the copy phase; they name the products of the services, the first one again where there are no more.
    var copies = 0
    /// The dependencies of the first app, which are all its first service.
    var dependencies = 0
    /// Folders in step with the first service, and the exceptions that all of them share.
    var exceptions = (folders: 0, files: 0)
    /// The configurations of the targets besides Release, which the project does not have.
    var configurations = 0
    /// The build settings of the project's only configuration besides those that all have.
    var settings = 0
    /// The lines of the source that all services have.
    var lines = 0
    /// The destination of the phase: 10 is Frameworks, and 13 is PlugIns.
    var folder = 10

    var testDescription: String {
        "\(apps) apps, \(services) services, \(copies) copies to \(folder), \(dependencies) dependencies, \(exceptions.folders) × \(exceptions.files) exceptions, \(configurations) configurations, \(settings) settings, \(lines) lines"
    }

    var scene: ProjectScene {
        var objects = (0..<services).flatMap { index in
            [
                "T\(index) = {\(Self.target("app-extension", "P\(index)")) buildPhases = (S); };",
                "P\(index) = {isa = PBXFileReference; path = \(index).appex; sourceTree = BUILT_PRODUCTS_DIR; };",
                "B\(index) = {isa = PBXBuildFile; fileRef = P\(index); };",
            ]
        }
        let files = (0..<copies).map { "B\($0 < services ? $0 : 0)" }.joined(separator: ",")
        objects.append("E = {isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = \(folder); files = (\(files)); };")
        let names = (0..<exceptions.files).map { "a\($0)" }.joined(separator: ",")
        objects.append(
            "X = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T0; membershipExceptions = (\(names)); };"
        )
        objects += (0..<exceptions.folders).map {
            "G\($0) = {isa = PBXFileSystemSynchronizedRootGroup; path = Service; exceptions = (X); };"
        }
        if lines > 0 {
            objects += [
                "S = {isa = PBXSourcesBuildPhase; files = (SB); };", "SB = {isa = PBXBuildFile; fileRef = SF; };",
                "SF = {isa = PBXFileReference; path = Service/Large.swift; sourceTree = SOURCE_ROOT; };",
                "M = {isa = PBXGroup; children = (SF); };",
            ]
        }
        objects.append("D = {isa = PBXTargetDependency; target = T0; };")
        for index in 0..<apps {
            let built = Array(repeating: "D", count: index == 0 ? dependencies : 0).joined(separator: ",")
            let target = Self.target("application", "Q\(index)")
            objects.append("A\(index) = {\(target) buildPhases = (E); dependencies = (\(built)); };")
        }
        let targets = (0..<services).map { "T\($0)" } + (0..<apps).map { "A\($0)" }
        let others = (0..<configurations).map { "C\($0)" }
        objects += others.map { "\($0) = {isa = XCBuildConfiguration; name = \($0); buildSettings = {}; };" }
        let further = (0..<settings).map { "S\($0) = v;" }.joined(separator: " ")
        objects += [
            "R = {isa = PBXProject; mainGroup = M; buildConfigurationList = K; targets = (\(targets.joined(separator: ","))); };",
            "K = {isa = XCConfigurationList; buildConfigurations = (C); defaultConfigurationName = Release; };",
            "L = {isa = XCConfigurationList; buildConfigurations = (\((["C"] + others).joined(separator: ","))); "
                + "defaultConfigurationName = Release; };",
            "C = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; "
                + "IPHONEOS_DEPLOYMENT_TARGET = 15.0; INFOPLIST_FILE = Service/Info.plist; \(further) }; };",
        ]
        let source = "import UserNotifications\nclass N: UNNotificationServiceExtension {}\n"
        return ProjectScene().adding(
            source + String(repeating: "a.b.c\n", count: lines),
            at: "Service/Large.swift"
        )
        .adding(
            "{ objects = { \(objects.joined(separator: "\n")) }; rootObject = R; }",
            at: ProjectScene.project
        )
    }

    private static func target(_ type: String, _ product: String) -> String {
        "isa = PBXNativeTarget; name = \(product); productType = \"com.apple.product-type.\(type)\"; "
            + "productReference = \(product); buildConfigurationList = L;"
    }
}
