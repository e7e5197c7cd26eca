import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AppProject

@Suite("Build settings as Xcode resolves them", .inProcess, .timeLimit(.minutes(5)))
struct SettingTests {
    /// A project of one target; the settings are of target and project, the text that of the target's configuration file.
    private func settings(
        target: String = "",
        project: String = "",
        file: String? = nil,
        others: [String: String] = [:],
        name: String = "App"
    ) throws -> BuildSettings {
        let scratch = try ScratchDirectory()
        var scene = ProjectScene().adding(file, at: "Base.xcconfig")
        for (path, text) in others { scene = scene.adding(text, at: path) }
        let base = file == nil ? "" : "baseConfigurationReference = F04; "
        scene.files = scene.files.filter { $0.key.hasSuffix(".xcconfig") }
        scene.files["A.xcodeproj/project.pbxproj"] = """
            { objects = {
            G = {isa = PBXGroup; children = (F04, ); sourceTree = "<group>"; };
            F04 = {isa = PBXFileReference; path = Base.xcconfig; sourceTree = "<group>"; };
            T = {isa = PBXNativeTarget; name = "\(name)"; buildConfigurationList = L1; };
            C0 = {isa = XCBuildConfiguration; name = Debug; buildSettings = { \(project) }; };
            C1 = {isa = XCBuildConfiguration; name = Debug; \(base)buildSettings = { \(target) }; };
            L0 = {isa = XCConfigurationList; buildConfigurations = (C0, ); };
            L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
            R = {isa = PBXProject; buildConfigurationList = L0; mainGroup = G; targets = (T, ); };
            }; rootObject = R; }
            """
        try scene.write(to: scratch.url)
        let files = try #require(ProjectFiles(scratch.url.path))
        let read = try #require(try XcodeProject("A.xcodeproj", in: files))
        return BuildSettings(try #require(read.targets.first), configuration: "Debug")
    }

    @Test(
        "A setting of the target is stronger than those of files and the project",
        arguments: [
            ("A = 1;", "A = 2;", "A = 3", "1"), ("", "A = 2;", "A = 3", "3"), ("", "A = 2;", nil, "2"),
            ("A = \"$(inherited) x\";", "A = 2;", "A = 3", "3 x"), ("A = \"$(inherited) x\";", "A = 2;", nil, "2 x"),
            ("A = \"$(inherited)x\";", "", nil, "x"), ("A = \"$(B)\";", "B = 2;", nil, "2"),
            ("A = \"${B_$(C)}\";", "C = x; B_x = 4;", nil, "4"), ("A = \"$(B:default=7)\";", "", nil, "7"),
            ("A = \"$(B)\";", "", nil, nil), ("A = \"$(A)\";", "", nil, nil),
            ("A = \"$(B)\"; B = \"$(A)\";", "", nil, nil),
            ("A = \"$(TARGET_NAME:lower)\";", "", nil, "app"), ("A = \"$(TARGET_NAME:unknown)\";", "", nil, nil),
            ("A = 1; \"A[sdk=iphoneos*]\" = 2;", "", nil, "2"), ("\"A[sdk=iphoneos*]\" = 2; A = 1;", "", nil, "2"),
            ("A = 1; \"A[sdk=macosx*]\" = 2;", "", nil, "1"), ("A = 1; \"A[config=Release]\" = 2;", "", nil, "1"),
            ("A = 1; \"A[config=Debug]\" = 2;", "", nil, "2"), ("\"A[config=D*]\" = 2; A = 1;", "", nil, "2"),
            ("\"A[config=Debug]\" = 2; \"A[sdk=iphoneos*]\" = 3;", "", nil, "3"),
            ("\"A[sdk=iphoneos*]\" = 3; \"A[config=Debug]\" = 2;", "", nil, "2"),
            ("\"A[config=Debug][sdk=macosx*]\" = 2;", "A = 4;", nil, "4"),
            ("A = 1; \"A[sdk=iphoneos*][arch=arm64]\" = 2;", "", nil, "2"), ("A = (x, y, );", "", nil, "x y"),
            ("A = \"cost $\";", "", nil, "cost $"), ("A = \"$B.x\"; B = 2;", "", nil, "2.x"),
            ("A = \"$B.x\";", "", nil, nil),
            ("A = \"$[B]\"; B = 2;", "", nil, "2"), ("A = \"$(B\";", "B = 1;", nil, nil),
        ] as [(String, String, String?, String?)]
    )
    func layers(target: String, project: String, file: String?, value: String?) throws {
        #expect(try settings(target: target, project: project, file: file).known("A").value == value)
    }

    @Test(
        "The name of a module is an identifier",
        arguments: [("My App-2", "My_App_2"), ("2Go", "_Go"), ("Ünder", "Ünder")]
    )
    func moduleName(target: String, module: String) throws {
        #expect(try settings(name: target).known("PRODUCT_MODULE_NAME").value == module)
    }

    @Test("Configuration files include others, and comments are no values")
    func includes() throws {
        let file = """
            // A = 0
            #include "Shared/Common.xcconfig"
            #include? "Local.xcconfig"
            B = $(A).b // the app
            C[sdk=iphoneos*] = 5;
            """
        let settings = try settings(
            file: file,
            others: ["Shared/Common.xcconfig": "A = 1\n#include \"../Base.xcconfig\"\n"]
        )
        #expect(settings.known("B").value == "1.b" && settings.known("C").value == "5")
        // A circle ends, and what is beyond its end is not known.
        #expect(settings.known("A").value == "1")
    }

    @Test("A file that is not in the repository hides what it may set")
    func missing() throws {
        let pods = "#include \"Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig\"\n"
        #expect(try settings(project: "A = 2;", file: pods).known("A").value == "2")
        let flutter = "#include \"Generated.xcconfig\"\n"
        #expect(try settings(project: "A = 2;", file: flutter).known("A").value == "2")
        #expect(
            try settings(project: "FLUTTER_BUILD_NAME = 2;", file: flutter).known("FLUTTER_BUILD_NAME").value == nil
        )
        #expect(try settings(project: "A = 2;", file: "#include \"Secrets.xcconfig\"\n").known("A").value == nil)
        #expect(try settings(target: "A = 1;", file: "#include \"Secrets.xcconfig\"\n").known("A").value == "1")
        #expect(try settings(project: "A = 2;", file: "#include? \"Secrets.xcconfig\"\n").known("A").value == "2")
    }

    @Test(
        "References that multiply without a value end",
        arguments: ["$(V#)", "$V#", "$(V#:default=)", "$(V#)$(V#:lower)"]
    )
    func multiplication(reference: String) throws {
        let names = (0..<9).map { level in
            let next = reference.replacing("#", with: "\(level + 1)")
            return "V\(level) = \"\(String(repeating: next, count: 8))\";"
        }
        #expect(try settings(target: names.joined() + "V9 = \"\"; A = \"$(V0)\";").known("A").value == nil)
        // Few levels have a value.
        #expect(try settings(target: names.joined() + "V9 = \"\"; A = \"$(V8)\";").known("A").value == "")
    }

    @Test("A target reads its configuration files once")
    func once() throws {
        let scratch = try ScratchDirectory()
        let base = "C02D = {isa = XCBuildConfiguration; "
        try AppCase.good.adding("A = 1\n", at: "Base.xcconfig")
            .replacing(base, with: base + "baseConfigurationReference = F04; ", in: ProjectScene.project)
            .write(to: scratch.url)
        let files = try #require(ProjectFiles(scratch.url.path))
        let project = try #require(try XcodeProject("News.xcodeproj", in: files))
        let target = try #require(project.targets.first { $0.name == "Service" })
        #expect(target.settings("Debug").known("A").value == "1")
        try FileManager.default.removeItem(at: scratch.url.appending(path: "Base.xcconfig"))
        #expect(target.settings("Debug").known("A").value == "1")
        #expect(target.settings("Release").known("A").value == nil)
    }

    @Test("Configurations share a file, which is read once, and each has its own values of it", arguments: [2, 65])
    func conditions(count: Int) throws {
        let scratch = try ScratchDirectory()
        let base = "baseConfigurationReference = F04; "
        let lines = (0..<count).map { "A[config=\($0 == 0 ? "Debug" : "Release")] = \($0)\n" }.joined()
        try AppCase.good.adding(lines + "B = 1\n", at: "Base.xcconfig")
            .replacing("C02D = {", with: "C02D = {\(base)", in: ProjectScene.project)
            .replacing("C02R = {", with: "C02R = {\(base)", in: ProjectScene.project)
            .write(to: scratch.url)
        let files = try #require(ProjectFiles(scratch.url.path))
        let project = try #require(try XcodeProject("News.xcodeproj", in: files))
        let target = try #require(project.targets.first { $0.name == "Service" })
        // More values than any name has are not known.
        #expect(target.settings("Debug").known("A").value == (count == 2 ? "0" : nil))
        try FileManager.default.removeItem(at: scratch.url.appending(path: "Base.xcconfig"))
        let release = target.settings("Release")
        #expect(release.known("A").value == (count == 2 ? "1" : nil) && release.known("B").value == "1")
    }

    @Test("Of configuration files without end, what is not read is not known")
    func room() throws {
        let lines = String(repeating: "A = 1\n", count: 20_000)
        let names = (0..<30).map { "\($0).xcconfig" }
        let others = Dictionary(uniqueKeysWithValues: names.map { ($0, lines) })
        for (count, value) in [(20, "1"), (30, nil)] as [(Int, String?)] {
            let file = names.prefix(count).map { "#include \"\($0)\"\n" }.joined()
            #expect(try settings(project: "B = 1;", file: file, others: others).known("B").value == value)
        }
    }

    @Test("Values that grow without end are not known")
    func expansion() throws {
        let names = (0..<40).map { "V\($0) = \"$(V\($0 + 1))$(V\($0 + 1))$(V\($0 + 1))$(V\($0 + 1))\";" }.joined()
        #expect(try settings(target: "A = \"$(V20)\"; V40 = xx; " + names).known("A").value == nil)
    }
}
