import AttacheCore
import AttacheTesting
import ExtensionNetworking
import Foundation
import FoundationNetworking
import LoopbackOrigin

/// A session whose loads reach an origin of the test.
struct SessionScene {
    let origin: LoopbackOrigin
    let network: ExtensionNetwork
    private let scratch: ScratchDirectory

    init(
        allowsInsecureLoads: Bool = true,
        answering handler: @escaping @Sendable (OriginRequest) -> Behaviour
    ) throws {
        origin = try LoopbackOrigin.start(handler: handler)
        scratch = try ScratchDirectory()
        var network = ExtensionNetwork()
        network.allowedAddresses = ["127.0.0.1/32:\(origin.port)"]
        network.allowedPorts = ["\(origin.port)"]
        network.link = .off
        if allowsInsecureLoads {
            let plist = scratch.url("Info.plist")
            let settings = ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true]]
            try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0).write(to: plist)
            network.infoPlist = plist.path
        }
        self.network = network
    }

    func url(_ path: String) -> URL { URL(string: origin.url(path)) ?? scratch.url }

    func session(
        _ configuration: AttacheURLSessionConfiguration = .default,
        delegate: (any AttacheURLSessionDelegate)? = nil
    ) throws -> AttacheURLSession {
        try AttacheURLSession(configuration: configuration, delegate: delegate, network: network)
    }

    func stop() {
        origin.stop()
        scratch.remove()
    }
}

/// The code of a thrown `URLError`; `nil` when nothing or another error is thrown.
func loadCode<Result>(of body: () async throws -> Result) async -> URLError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? URLError)?.code
    }
}

/// Waits for a handler that is called once.
func value<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

let anyURL = URL(string: "https://media.example.com/a/photo.jpg") ?? URL(fileURLWithPath: "/")
