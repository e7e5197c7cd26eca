import UserNotifications

/// The files of an extension's bundle besides its program.
struct BundleResources {
    /// The languages of the bundle's folders, such as `pt-BR`.
    private(set) var languages: Set<String> = []
    private let bundle: URL

    /// Copies files and folders into a bundle, in which those of an earlier run may be. Throws an error of Foundation for a
    /// file that cannot be copied.
    init(_ resources: [URL], in bundle: URL) throws {
        self.bundle = bundle
        for resource in resources { try add(resource) }
    }

    /// The language of the bundle that is nearest to a device's; `nil` when it has none of them.
    func language(for device: String) -> String? {
        var parts = device.replacingOccurrences(of: "_", with: "-").split(separator: "-")
        while !parts.isEmpty {
            let name = parts.joined(separator: "-")
            if let found = languages.first(where: { $0.caseInsensitiveCompare(name) == .orderedSame }) { return found }
            parts.removeLast()
        }
        return nil
    }

    private mutating func add(_ resource: URL) throws {
        let files = FileManager.default
        var isDirectory: ObjCBool = false
        guard unsafe files.fileExists(atPath: resource.path, isDirectory: &isDirectory) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: resource.path])
        }
        guard isDirectory.boolValue else { return try add(file: resource) }
        if resource.pathExtension == "bundle" { return try copy(resource, to: resource.lastPathComponent) }
        for name in try files.contentsOfDirectory(atPath: resource.path).sorted() where !name.hasPrefix(".") {
            try add(resource.appendingPathComponent(name))
        }
    }

    private mutating func add(file: URL) throws {
        let folder = file.deletingLastPathComponent()
        guard file.pathExtension != "xcstrings" else { return try addCatalog(file) }
        guard folder.pathExtension == "lproj" else { return try copy(file, to: file.lastPathComponent) }
        try copy(file, to: "\(folder.lastPathComponent)/\(file.lastPathComponent)")
        languages.insert(folder.deletingPathExtension().lastPathComponent)
    }

    /// Compiles a string catalog, as Xcode does: a table for each language.
    private mutating func addCatalog(_ file: URL) throws {
        let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        let source = root["sourceLanguage"] as? String ?? "en"
        var tables: [String: [String: String]] = [source: [:]]
        for (key, entry) in root["strings"] as? [String: Any] ?? [:] {
            let localizations = (entry as? [String: Any])?["localizations"] as? [String: Any] ?? [:]
            // A key without a text of its own is the text.
            if localizations[source] == nil { tables[source]?[key] = key }
            for (language, value) in localizations {
                guard let text = Self.text(of: value as? [String: Any] ?? [:]) else { continue }
                tables[language, default: [:]][key] = text
            }
        }
        for (language, table) in tables where Self.isLanguage(language) {
            let data = try PropertyListSerialization.data(fromPropertyList: table, format: .xml, options: 0)
            let name = file.deletingPathExtension().lastPathComponent
            let place = try place("\(language).lproj/\(name).strings")
            // The container of an earlier run may have anything there.
            try? FileManager.default.removeItem(at: place)
            try data.write(to: place)
            languages.insert(language)
        }
    }

    /// Whether a text of a catalog is a language, such as `zh-Hant`: it becomes the name of a folder.
    private static func isLanguage(_ text: String) -> Bool {
        (1...35).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
                    || scalar == "-" || scalar == "_"
            }
    }

    /// The text of a localization; of one with plurals, that of most numbers, and of one by device, that of the phone.
    private static func text(of localization: [String: Any]) -> String? {
        if let unit = localization["stringUnit"] as? [String: Any] { return unit["value"] as? String }
        let variations = localization["variations"] as? [String: Any] ?? [:]
        let devices = variations["device"] as? [String: Any]
        let form = (variations["plural"] as? [String: Any])?["other"] ?? devices?["iphone"] ?? devices?["other"]
        return (form as? [String: Any]).flatMap(text)
    }

    private func copy(_ file: URL, to name: String) throws {
        let place = try place(name)
        // The container may be that of an earlier run.
        try? FileManager.default.removeItem(at: place)
        // The copy of a link would lead what is written to the bundle out of it.
        try FileManager.default.copyItem(at: file.resolvingSymlinksInPath(), to: place)
    }

    private func place(_ name: String) throws -> URL {
        let place = bundle.appendingPathComponent(name)
        let folder = place.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return place
    }
}
