import Attache
import AttacheTesting
import Foundation
import HTTPTypes
import TestWidth
import Testing

@testable import AttacheServer

/// The OpenAPI document and the service that it describes.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct DocumentTests {
    private let text = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)

    /// Path and method of every operation in the document, as `GET /path`.
    private var operations: [String] {
        var path = ""
        var found: [String] = []
        for line in text.split(separator: "\n").drop(while: { $0 != "paths:" }).prefix(while: { $0 != "components:" }) {
            if let match = line.wholeMatch(of: #/  (/\S*):/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/    (get|put|post|delete|options|head|patch|trace):/#) {
                found.append("\(match.1.uppercased()) \(path)")
            }
        }
        return found
    }

    @Test func documentIsServedUnchanged() async throws {
        try await ProgramScene.with { scene in
            let document = try await scene.ask("/openapi.yaml")
            #expect(document.status == 200)
            #expect(document.headers["content-type"] == "application/yaml")
            #expect(document.text == text)
        }
    }

    @Test func documentHasProductVersion() {
        #expect(text.contains("\n  version: \(AttacheVersion.text)\n"))
    }

    @Test(arguments: ProblemKind.allCases.filter { $0 != .methodNotAllowed })
    func everyProblemHasAnExample(_ kind: ProblemKind) {
        #expect(text.contains("type: urn:attache:problem:\(kind.rawValue)\n"))
        #expect(text.contains("title: \(kind.title)\n"))
        #expect(text.contains("status: \(kind.status.code)\n"))
    }

    @Test func documentListsExactlyTheRouterRoutes() throws {
        let file = Checkout.root.appending(path: "Sources/Service/AttacheServer/HTTP/ServiceRouter.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let form = #/routes\.(?:open|guarded|collected)\("([^"]+)", ((?:\.[a-z]+(?:, )?)+)(?:isGuarded: false)?\)/#
        let routes = source.matches(of: form).flatMap { match in
            match.2.split(separator: ", ").map { "\($0.dropFirst().uppercased()) \(match.1)" }
        }
        #expect(!routes.isEmpty)
        #expect(Set(routes) == Set(operations))
        #expect(routes.count == operations.count)
    }

    @Test func routesAcceptExactlyTheDocumentedMethods() async throws {
        let allowed = Dictionary(grouping: operations.map { $0.split(separator: " ") }) { $0[1] }
        try await ProgramScene.with(["--serve-media"]) { scene in
            for (path, words) in allowed {
                let digest = String(repeating: "0", count: 64)
                let filled = String(path).replacing("{file}", with: "page.css").replacing("{sha256}", with: digest)
                let answer = try await scene.ask(filled, arguments: ["-X", "DELETE"])
                #expect(answer.status == 405, "\(path)")
                #expect(answer.headers["allow"] == words.map { String($0[0]) }.joined(separator: ", "), "\(path)")
            }
        }
    }
}
