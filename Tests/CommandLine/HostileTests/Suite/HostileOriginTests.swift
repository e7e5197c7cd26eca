import Testing

/// Origins that misbehave, each through the library; a suite for each theme, so that the themes run side by side.
enum HostileOriginTests {
    @Suite("Hostile redirects", .timeLimit(.minutes(10)), .serialized)
    struct Redirects {
        @Test(arguments: OriginRow.redirects)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile framing", .timeLimit(.minutes(10)), .serialized)
    struct Framing {
        @Test(arguments: OriginRow.framing)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile heads", .timeLimit(.minutes(10)), .serialized)
    struct Heads {
        @Test(arguments: OriginRow.heads + OriginRow.statuses)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile times", .timeLimit(.minutes(10)), .serialized)
    struct Times {
        @Test(arguments: OriginRow.times)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile sizes", .timeLimit(.minutes(10)), .serialized)
    struct Sizes {
        @Test(arguments: OriginRow.sizes)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }

    @Suite("Hostile media", .timeLimit(.minutes(10)), .serialized)
    struct Media {
        @Test(arguments: OriginRow.types + OriginRow.containers)
        func verdict(_ row: OriginRow) async throws { try await OriginTrial.run(row) }
    }
}
