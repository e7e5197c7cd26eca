import Attache
import AttacheTesting
import Foundation
import LoopbackOrigin

/// A directory with a store and a policy, for the length of one test.
struct HostileScene: Sendable {
    /// The time for a payload, which nothing uses up but what never ends.
    static let deadline = Duration.seconds(300)

    /// The directory, without a slash at its end.
    let directory: String

    /// Where media are kept.
    var store: String { directory + "/store" }

    /// Runs `body` with a new directory, and removes it afterwards.
    static func with<Value>(_ body: (HostileScene) async throws -> Value) async throws -> Value {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        return try await body(HostileScene(directory: scratch.path))
    }

    /// A configuration that may dial loopback on some ports.
    ///
    /// - Parameter ports: The ports.
    /// - Returns: The configuration, with the scene's store.
    func configuration(ports: [Int] = []) -> AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = store
        configuration.allowedAddresses = ports.map { "127.0.0.1:\($0)" }
        configuration.deadline = Self.deadline
        // Every origin here is the same host, and nearly every one of them fails.
        configuration.hostCooling = .zero
        return configuration
    }

    /// The same, for an extension whose ATS dictionary admits http everywhere, so that names need no certificate.
    func lenientConfiguration(ports: [Int] = []) throws -> AttacheConfiguration {
        let policy = """
            schema: attache-policy/1
            name: lenient
            extends: hive
            ats: { NSAllowsArbitraryLoads: true }
            """
        try write(policy, to: "lenient.yaml")
        var configuration = configuration(ports: ports)
        configuration.policy = directory + "/lenient.yaml"
        return configuration
    }

    /// Writes a file of the directory.
    ///
    /// - Returns: Its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file of the directory.
    ///
    /// - Returns: Its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = directory + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// The files of the store, those that are not finished too, without those of the store itself.
    var storedFiles: [String] {
        let names = FileManager.default.enumerator(atPath: store)?.allObjects as? [String] ?? []
        return names.filter { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: store + "/" + name)
            return ![".boot", ".size"].contains(name) && attributes?[.type] as? FileAttributeType != .typeDirectory
        }
    }

    /// A payload that names one medium.
    static func payload(_ url: String) -> String {
        #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":\#(quoted(url))}"#
    }

    /// A string as JSON.
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20:
                "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + scalars.joined() + "\""
    }
}
