/// The extensions of a project with their kinds; those of an app are found without a look at all of them.
struct ProjectExtensions {
    typealias Entry = (target: ProjectTarget, kind: Product.Kind)

    let all: [Entry]
    private var byProduct: [String: [Int]] = [:]
    private var byTarget: [ObjectIdentifier: Int] = [:]

    init(_ targets: [ProjectTarget]) {
        all = targets.map { ($0, $0.built($0.configurations.first ?? "").kind) }
        for (index, entry) in all.enumerated() {
            byTarget[ObjectIdentifier(entry.target)] = index
            if let product = entry.target.product { byProduct[product, default: []].append(index) }
        }
    }

    /// The extensions that the app embeds, or that are built before it and that no app embeds.
    func own(of app: ProjectTarget, isEmbedded: (ProjectTarget) -> Bool) -> [Entry] {
        var found = Set(Set(app.embedded.map(\.id)).flatMap { byProduct[$0] ?? [] })
        for target in app.dependencies {
            // What another app embeds is that app's.
            if let index = byTarget[ObjectIdentifier(target)], !isEmbedded(target) { found.insert(index) }
        }
        return found.sorted().map { all[$0] }
    }
}
