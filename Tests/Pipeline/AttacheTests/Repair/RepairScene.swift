import Attache
import AttacheCore
import AttacheTesting
import Foundation
import LoopbackOrigin

/// An `Attache` that repairs, and an origin with files of `RepairSamples`.
struct RepairScene {
    /// The built program, as which helpers start.
    static var program: String {
        Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "attache").path(percentEncoded: false)
            ?? ""
    }

    /// A policy with small limits: 20 kB for images, 60 kB for videos.
    private static let smallPolicy = """
        schema: attache-policy/1
        name: small
        summary: Small limits
        extends: apple
        payload:
          media:
            - url: $.media_url
        types:
          image: { extensions: [jpg, png, gif], limit: 20kB, warn: null }
          video: { extensions: [mp4], limit: 60kB, warn: null }
        """

    let attache: Attache
    let origin: LoopbackOrigin
    let store: String

    static func run(
        serving files: [String: [UInt8]],
        policy: String = "hive",
        isRepairing: Bool = true,
        sendsCopies: Bool = true,
        deadline: Duration = .seconds(600),
        observers: [any AttacheObserver] = [],
        _ body: (RepairScene) async throws -> Void
    ) async throws {
        let origin = try LoopbackOrigin.start(
            routes: files.mapValues { Behaviour.file($0, type: "application/octet-stream") }
        )
        defer { origin.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.path("repair")
        let policies = store + "/policies"
        try FileManager.default.createDirectory(atPath: policies, withIntermediateDirectories: true)
        try Data(smallPolicy.utf8).write(to: URL(filePath: policies + "/small.yaml"))
        var configuration = AttacheConfiguration()
        configuration.policyDirectories = [policies]
        configuration.policy = policy
        configuration.deadline = deadline
        configuration.observers = observers
        if isRepairing { configuration.repair = .on(program: program) }
        // A device shows a repaired file only where the payload names it.
        if isRepairing, sendsCopies { configuration.rehost = "https://cdn.example.com/p/" }
        configuration.storeDirectory = store + "/media"
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        try await withAttache(configuration: configuration) { attache in
            try await body(RepairScene(attache: attache, origin: origin, store: store + "/media"))
        }
    }

    func payload(_ path: String) -> String {
        #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url(path))"}"#
    }

    func rewrite(_ path: String) async -> RewriteResult { await attache.rewrite(payload(path)) }

    /// Rewrites a payload of one of several clients, with a time limit of its own.
    func rewrite(_ path: String, of client: Int, within timeout: Duration) async -> RewriteResult {
        var asked = RequestOverrides(timeout: timeout)
        asked.clientID = client
        let item = InputItem(source: "payload", content: .bytes(Array(payload(path).utf8)), arrival: .now)
        return await attache.process(item, asked: asked)
    }
}

extension RewriteResult {
    /// The record of the only repair.
    var repair: RepairRecord? { traces.first?.repair }
    var codes: [ReasonCode] { reasons.map(\.code) }
}
