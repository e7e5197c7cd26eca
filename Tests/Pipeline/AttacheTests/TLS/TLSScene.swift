import Attache
import Foundation
import LoopbackOrigin

/// A server, names for it, and a configuration that may connect to it, for one test.
struct TLSScene {
    let authority: TestAuthority
    let port: Int
    let configuration: AttacheConfiguration

    /// The URL of the sample picture.
    func url(_ host: String = "media.shop.com") -> String { "https://\(host):\(port)/photo.png" }

    /// Runs `body` with the server of an origin.
    static func with<Value>(_ origin: SecureOrigin, _ body: (TLSScene) async throws -> Value) async throws -> Value {
        try await TestAuthority.with { authority in
            try await authority.issue(origin.leaf)
            if origin.isRevoked { try await authority.revoke() }
            let photo = Data(SampleMedia.photoPNG.bytes)
            try photo.write(to: authority.directory.appending(path: "photo.png"))
            return try await SecureServer.serving(authority, origin.arguments) { port in
                try await with(authority, port: port, isTrusted: origin.isTrusted, body)
            }
        }
    }

    /// Runs `body` with names for a running server.
    static func with<Value>(
        _ authority: TestAuthority,
        port: Int,
        isTrusted: Bool = true,
        _ body: (TLSScene) async throws -> Value
    ) async throws -> Value {
        let names = try EveryNameServer()
        defer { names.stop() }
        var configuration = AttacheConfiguration()
        configuration.dnsServers = [names.address]
        configuration.allowedAddresses = ["127.0.0.0/8:\(port)"]
        configuration.certificateAuthorityFile = isTrusted ? authority.root : nil
        configuration.storeDirectory = authority.path("store")
        // No payload's time ends during a test, however slow the machine is.
        configuration.deadline = .seconds(600)
        return try await body(TLSScene(authority: authority, port: port, configuration: configuration))
    }

    /// Runs the whole pipeline on a push with the URL of the sample picture.
    ///
    /// - Parameters:
    ///   - dictionary: The value of the Info.plist's `NSAppTransportSecurity`, as XML.
    ///   - host: The host of the URL.
    /// - Returns: The report.
    /// - Throws: `ConfigurationError` for an invalid dictionary.
    func rewrite(_ dictionary: String = "<dict/>", host: String = "media.shop.com") async throws -> Report {
        var configuration = configuration
        configuration.infoPlist = try plist(dictionary)
        let payload = #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"\#(url(host))"}"#
        return try await withAttache(configuration: configuration) { try Report(await $0.rewrite(payload)) }
    }

    /// Writes an Info.plist.
    func plist(_ dictionary: String) throws -> String {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>NSAppTransportSecurity</key>\(dictionary)</dict></plist>
            """
        try Data(text.utf8).write(to: authority.directory.appending(path: "Info.plist"))
        return authority.path("Info.plist")
    }
}
