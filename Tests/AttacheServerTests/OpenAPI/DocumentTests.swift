import Attache
import AttacheTesting
import Foundation
import HTTPTypes
import Testing

@testable import AttacheServer

/// The OpenAPI document beside the service that it describes.
@Suite(.timeLimit(.minutes(1)))
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

    @Test func itIsServedAsItIs() async throws {
        let document = try #require(await PageService.run { try $0.get("/openapi.yaml") })
        #expect(document.status == 200)
        #expect(document[header: "Content-Type"] == "application/yaml")
        #expect(document.text == text)
    }

    @Test func itTellsTheVersionOfTheProduct() {
        #expect(text.contains("\n  version: \(AttacheVersion.text)\n"))
    }

    @Test(arguments: ProblemKind.allCases.filter { $0 != .methodNotAllowed })
    func everyProblemHasAnExample(_ kind: ProblemKind) {
        #expect(text.contains("type: urn:attache:problem:\(kind.rawValue)\n"))
        #expect(text.contains("title: \(kind.title)\n"))
        #expect(text.contains("status: \(kind.status.code)\n"))
    }

    @Test func itNamesEveryRouteOfTheRouterAndNoOther() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/AttacheServer/HTTP/ServiceRouter.swift").standardized
        let source = try String(contentsOf: file, encoding: .utf8)
        let routes = source.matches(of: #/(?:open|guarded)\(router, "([^"]+)", ((?:\.[a-z]+(?:, )?)+)\)/#).flatMap {
            match in
            match.2.split(separator: ", ").map { "\($0.dropFirst().uppercased()) \(match.1)" }
        }
        #expect(!routes.isEmpty)
        #expect(Set(routes) == Set(operations))
        #expect(routes.count == operations.count)
    }

    @Test func everyRouteTakesTheMethodsOfTheDocumentAndNoOther() async throws {
        let allowed = Dictionary(grouping: operations.map { $0.split(separator: " ") }) { $0[1] }
        try await PageService.run { service in
            for (path, words) in allowed {
                let client = try LoopbackClient(port: service.port, timeout: .seconds(20))
                let filled = path.replacing("{file}", with: "page.css").replacing(
                    "{sha256}",
                    with: String(repeating: "0", count: 64)
                )
                client.send("DELETE \(filled) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                let response = try #require(client.response())
                #expect(response.status == 405, "\(path)")
                #expect(response[header: "Allow"] == words.map { String($0[0]) }.joined(separator: ", "), "\(path)")
            }
        }
    }
}
