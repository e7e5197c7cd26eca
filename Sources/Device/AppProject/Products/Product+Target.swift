import ExtensionSources
import PolicyFiles

extension Product {
    /// What a target builds in a configuration.
    init(_ target: ProjectTarget, configuration: String) {
        let project = target.project
        let settings = target.settings(configuration)
        let place = FindingPlace(project.files.shown(project.file), target.object.mark)
        self.init(name: target.name, kind: target.isApp ? .app : .unknown, place: place)
        expand = { settings.expand($0) }
        deploymentTarget = settings.known("IPHONEOS_DEPLOYMENT_TARGET")
        moduleName = settings.known("PRODUCT_MODULE_NAME").value
        readInfo(settings, project)
        let isGenerated = settings.isOn("GENERATE_INFOPLIST_FILE")
        bundleIdentifier = key("CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER", true, settings)
        shortVersion = key("CFBundleShortVersionString", "MARKETING_VERSION", isGenerated, settings)
        version = key("CFBundleVersion", "CURRENT_PROJECT_VERSION", isGenerated, settings)
        readEntitlements(settings, project)
        if !target.isApp { kind = extensionKind(target) }
    }

    /// Reads the file of `INFOPLIST_FILE`; a product without one has a list that Xcode makes.
    private mutating func readInfo(_ settings: BuildSettings, _ project: XcodeProject) {
        switch settings.known("INFOPLIST_FILE") {
        case .value(let path, _) where !path.isEmpty:
            guard let path = project.files.join(project.folder, path), let list = project.files.propertyList(path)
            else {
                return
            }
            infoPath = list.file
            if list.root == nil { unreadable.append(list) }
            // A preprocessor may change all of it.
            if settings.isOn("INFOPLIST_PREPROCESS") == false { info = list.root }
        case .value, .absent:
            if settings.isOn("GENERATE_INFOPLIST_FILE") == true { info = MarkedValue(.mapping([]), at: nil) }
        case .unknown: break
        }
    }

    /// The value of a key in the file, or else that of a build setting from which Xcode makes the key.
    private func key(_ key: String, _ setting: String, _ isGenerated: Bool?, _ settings: BuildSettings) -> Known<String>
    {
        guard let info else { return .unknown }
        if let member = info.member(key) {
            guard let text = member.value.text.flatMap(expand) else { return .unknown }
            // Xcode warns of two values, and which one it takes differs between its versions.
            if isGenerated != false, let other = settings.known(setting).value, other != text { return .unknown }
            // The place to change is the setting, where the file only names it.
            let place = member.value.text == "$(\(setting))" ? settings.known(setting).place : nil
            return .value(text, place ?? self.place(of: member))
        }
        guard let isGenerated else { return .unknown }
        return isGenerated ? settings.known(setting) : .absent
    }

    private mutating func readEntitlements(_ settings: BuildSettings, _ project: XcodeProject) {
        switch settings.known("CODE_SIGN_ENTITLEMENTS") {
        case .value(let path, let place):
            if path.isEmpty {
                entitlements = .value(MarkedValue(.mapping([]), at: nil), place)
            } else if let path = project.files.join(project.folder, path), let list = project.files.propertyList(path) {
                if let root = list.root {
                    entitlements = .value(root, FindingPlace(list.file))
                } else {
                    unreadable.append(list)
                }
            }
        case .absent: entitlements = .absent
        case .unknown: break
        }
    }

    /// The kind by the extension point; by the sources where the list names none.
    private func extensionKind(_ target: ProjectTarget) -> Kind {
        if let point = info?["NSExtension"]?["NSExtensionPointIdentifier"]?.text.flatMap(expand) {
            if let kind = Kind(rawValue: point) { return kind }
            // A misspelt point is a fault of a service extension; another kind of extension may share its sources.
            guard point.lowercased().contains("notification") else { return .other }
            return target.code.principalClass == nil ? .other : .service
        }
        if target.code.principalClass != nil { return .service }
        if info?["EXAppExtensionAttributes"] != nil { return .other }
        return .unknown
    }
}
