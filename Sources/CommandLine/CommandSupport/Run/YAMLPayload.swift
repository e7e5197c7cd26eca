import PolicyFiles

/// A payload or a request in YAML, as actions of Home Assistant are written, alone or in a list.
enum YAMLPayload {
    /// Returns the JSON of a YAML mapping or list; `nil` for other text, and for what libyaml does not read.
    static func json(_ bytes: [UInt8]) -> [UInt8]? {
        let file = MarkedFile(bytes, file: "payload.yaml")
        guard file.problems.isEmpty, let root = file.root, root.members != nil || root.list != nil else { return nil }
        return root.json
    }
}
