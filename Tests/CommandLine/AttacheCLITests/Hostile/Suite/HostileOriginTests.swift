import Testing

/// Origins that misbehave, each through the library; a suite for each theme, so that the themes run side by side.
enum HostileOriginTests {
    @Suite("Hostile redirects", .serialized, .timeLimit(.minutes(10)))
    struct Redirects {
        @Test(arguments: OriginRow.redirects)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile framing", .serialized, .timeLimit(.minutes(10)))
    struct Framing {
        @Test(arguments: OriginRow.framing)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile heads", .serialized, .timeLimit(.minutes(10)))
    struct Heads {
        @Test(arguments: OriginRow.heads + OriginRow.statuses)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile times", .serialized, .timeLimit(.minutes(10)))
    struct Times {
        @Test(arguments: OriginRow.times)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile sizes", .serialized, .timeLimit(.minutes(10)))
    struct Sizes {
        @Test(arguments: OriginRow.sizes)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile media", .serialized, .timeLimit(.minutes(10)))
    struct Media {
        @Test(arguments: OriginRow.types + OriginRow.containers)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }
}
