/// The configurations of a project or a target.
struct ConfigurationList {
    let all: [ProjectObject]
    /// The name of the default one.
    let fallback: String?
    private let byName: [String: ProjectObject]

    init(_ all: [ProjectObject], fallback: String?) {
        self.all = all
        self.fallback = fallback
        byName = Dictionary(all.compactMap { object in object.text("name").map { ($0, object) } }) { first, _ in first }
    }

    /// The first configuration of a name, or else the default one.
    func named(_ name: String) -> ProjectObject? { byName[name] ?? fallback.flatMap { byName[$0] } }
}
