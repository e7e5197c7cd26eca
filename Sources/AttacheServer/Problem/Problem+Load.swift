extension Problem {
    /// One client asks for too much.
    static func tooMany(_ detail: String, _ retryAfter: Int) -> Problem {
        var problem = Problem(.tooManyRequests, "\(detail) Ask for fewer at once, or try again in \(retryAfter) s.")
        problem.retryAfter = retryAfter
        return problem
    }

    /// All together ask for too much.
    static func overloaded(_ detail: String, _ retryAfter: Int) -> Problem {
        var problem = Problem(.unavailable, "\(detail) Try again in \(retryAfter) s.")
        problem.retryAfter = retryAfter
        return problem
    }
}
