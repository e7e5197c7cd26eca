import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import DeviceCommands
import Glibc
import NotificationCategories
import NotificationCenterStore

extension CenterSettingsCommand: CenterWork {
    func work(in center: CenterAccess) throws -> CommandStatus {
        let replacement = try categories.map { path throws(ConfigurationError) in
            try CenterCategoryFile.read(path, language: language)
        }
        var settings = try center.store.settings()
        if authorization != nil || grant != nil {
            let names = grant.map { $0.split(separator: ",").map(String.init) }
            if let wrong = names?.first(where: { !CenterSettings.optionNames.contains($0) }) {
                let known = CenterSettings.optionNames
                return center.usage(
                    "invalid --grant \"\(wrong)\": there is no such permission\(NearestName.question(wrong, among: known)); "
                        + "use \(known.joined(separator: ", "))."
                )
            }
            guard settings.change(to: authorization, granting: names.map { Set($0) }) else {
                let name = (authorization ?? settings.authorization).name
                return center.usage(
                    "invalid --grant \"\(grant ?? "")\": the permission is \(name), which grants nothing; use it with "
                        + "--authorization authorized."
                )
            }
            try center.store.setSettings(settings)
        }
        if let replacement { try center.store.setCategories(replacement) }
        let categories = try center.store.categories()
        guard center.isJSON else {
            let names = settings.grantedNames.isEmpty ? "none" : settings.grantedNames.joined(separator: ", ")
            let list = categories.isEmpty ? "none" : categories.map(\.identifier).joined(separator: ", ")
            let rows = [
                ("authorization", settings.authorization.name), ("granted", names), ("categories", list),
                ("badge", "\(try center.store.badge())"), ("file", center.store.filePath),
            ]
            return try center.write(
                rows.map { "\(center.style.strong($0.0.padded(to: 13)))  \($0.1.escapedForTerminal)\n" }.joined()
            )
        }
        let badge = try center.store.badge()
        return try center.write([settings]) { settings, writer in
            writer.object { writer in
                writer.member("authorization", settings.authorization.name)
                writer.strings("granted", settings.grantedNames)
                writer.member("badge", badge)
                writer.array("categories", categories) { $0.write(to: &$1) }
                writer.member("file", center.store.filePath)
            }
        }
    }
}

/// A file of categories.
enum CenterCategoryFile {
    /// The largest file that is read.
    private static let limit = 1 << 20

    static func read(_ path: String, language: String) throws(ConfigurationError) -> [CenterCategory] {
        func problem(_ cause: String, _ cure: String) -> ConfigurationError {
            ConfigurationError(problems: ["invalid --categories \(path): \(cause); \(cure)."])
        }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try FileDescriptor.readAll(path: path, limit: limit)
        } catch {
            if error.code == EFBIG { throw problem("it is larger than 1 MiB", "use a smaller file") }
            throw problem("it cannot be read: \(error.message)", "use a readable file")
        }
        guard bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "[") else {
            let file = CategoryFile(bytes, file: path, as: CategoryFile.Format(ofFile: path))
            guard file.isValid else {
                throw ConfigurationError(problems: file.problems.map { "invalid --categories \($0.sentence)" })
            }
            return file.categories.categories.map { CenterCategory($0, language: language) }
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(parsing: bytes).root
        } catch {
            throw problem("\(error.message)", "use a JSON array of categories")
        }
        var categories: [CenterCategory] = []
        for (index, element) in root.elements.enumerated() {
            guard let category = CenterCategory(element) else {
                throw problem(
                    "/\(index) has no identifier, or one of its actions has none",
                    "use {\"identifier\": …, \"actions\": [{\"identifier\": …, \"title\": …}]}"
                )
            }
            categories.append(category)
        }
        return categories
    }
}
