import HTTPTypes

/// Which methods each path takes, for whoever asks with one that no route was made for.
struct AllowedMethods: Sendable {
    private var routes: [(pattern: [Substring], methods: [HTTPRequest.Method])] = []

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - path: Its path as it stands in the router.
    ///   - methods: What it takes.
    mutating func add(_ path: String, _ methods: [HTTPRequest.Method]) {
        routes.append((path.split(separator: "/"), methods))
    }

    /// What a path takes; nothing where there is no route.
    subscript(path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/")
        return routes.first { route in
            route.pattern.count == parts.count
                && zip(route.pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }?.methods ?? []
    }
}
