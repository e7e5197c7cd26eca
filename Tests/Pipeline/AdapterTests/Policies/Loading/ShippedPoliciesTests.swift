import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia
@testable import PolicyFiles

/// The files in `policies/`, as shipped.
@Suite("Shipped policies", .inProcess, .timeLimit(.minutes(1)))
struct ShippedPoliciesTests {
    private let result: LoadedPolicies

    init() {
        result = PolicyLoader().load(directory: Checkout.path("policies"))
    }

    @Test("They have no problem, not even a warning, and each lists the sources of its rules")
    func problems() {
        #expect(result.problems.isEmpty, "\(result.problems)")
        #expect(result.loaded.count >= 3)
        #expect(result.loaded.allSatisfy { !$0.summary.isEmpty && !$0.sources.isEmpty })
    }

    @Test("Apple's policies come first and handwritten key names last")
    func order() {
        #expect(result.policies.names.first == "apple")
        #expect(result.policies.names.last == "community")
    }

    @Test(
        "The limits are those that Apple documents, in the larger unit, with a warning from the smaller one",
        arguments: [(MediaKind.image, 10), (.video, 50), (.audio, 5)]
    )
    func limits(kind: MediaKind, megabytes: Int) throws {
        let rule = try #require(result.policies["apple"]?.types[kind])
        #expect(rule.limit == megabytes << 20)
        #expect(rule.warn == megabytes * 1_000_000)
    }

    @Test("Hive has its documented fields, and keeps its network table")
    func hive() throws {
        let hive = try #require(result.policies["hive"])
        #expect(
            hive.types.mapValues(\.extensions) == [.image: ["jpg", "jpeg", "png", "gif"], .video: ["mp4", "avi"]]
        )
        #expect(hive.network == NetworkRules(cellularSkip: [.audio, .video], cellularWithoutExtension: .download))
        #expect(hive.payload.media.map(\.url.description) == ["$.media_url", "$.hive.mediaUrl"])
        // `media_url` alone belongs to nobody; `auto` needs Hive's own dictionary for Hive's rules.
        #expect(hive.payload.evidence.map(\.description) == ["$.hive"])
        let community = try #require(result.policies["community"])
        #expect(community.payload.media.contains { $0.url.description == "$.media_url" })
        #expect(community.payload.evidence.isEmpty)
        #expect(hive.lints == [.mediaWithActions])
    }
}
