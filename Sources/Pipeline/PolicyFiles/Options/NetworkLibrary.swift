package import AttacheCore

/// The known networks: the presets, and those of a given file.
package struct NetworkLibrary {
    package let networks: [Network]
    /// The name of the selected network.
    package let name: String

    /// The selected network.
    package var selected: [Network] { networks.filter { $0.name == name } }

    /// Other words for presets; the preset nearest to 5G is that of LTE.
    private static let synonyms = [
        "4g": "lte", "5g": "lte", "cellular": "lte", "mobile": "lte", "wi-fi": "wifi", "wlan": "wifi",
    ]

    /// Finds a network by the name of a preset, or the path of a network file.
    package init(_ text: String) throws(ConfigurationError) {
        if Network.named(text) != nil {
            networks = Network.presets
            name = text
            return
        }
        guard text.contains("/") || text.contains(".") else {
            let names = Network.presets.map(\.name)
            let question = NearestName.question(Self.synonyms[text.lowercased()] ?? text, among: names)
            throw ConfigurationError(problems: [
                "network: invalid value \"\(text)\"\(question); use one of \(names.joined(separator: ", ")), or a file."
            ])
        }
        let network = try Self.read(text)
        networks = Network.presets.filter { $0.name != network.name } + [network]
        name = network.name
    }

    private static func read(_ path: String) throws(ConfigurationError) -> Network {
        do throws(PolicyFileError) {
            return try NetworkKeys.read(SmallFile.read(path, limit: YAMLLimits.byteCount), file: path)
        } catch {
            throw ConfigurationError(problems: error.problems.map(\.description))
        }
    }
}
