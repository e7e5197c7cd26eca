import AttacheCore

extension ATSDictionary {
    /// A dictionary described by its changes to an empty one.
    static func with(_ profile: Profile = .ios17, _ change: (inout ATSDictionary) -> Void = { _ in }) -> ATSDictionary {
        var dictionary = ATSDictionary()
        dictionary.profile = profile
        change(&dictionary)
        return dictionary
    }

    /// An exception described by its changes to an empty one.
    static func exception(_ change: (inout ExceptionDomain) -> Void = { _ in }) -> ExceptionDomain {
        var rules = ExceptionDomain()
        change(&rules)
        return rules
    }

    /// An exception that allows http.
    static let httpException = exception { $0.allowsInsecureHTTPLoads = true }

    /// An exception that allows http for subdomains as well.
    static let httpSubdomainsException = exception {
        $0.allowsInsecureHTTPLoads = true
        $0.includesSubdomains = true
    }
}

extension MediaHost {
    /// A host as written in a URL.
    static func reading(_ text: String) throws -> MediaHost {
        try MediaURL.reading("http://\(text)/").host
    }
}
