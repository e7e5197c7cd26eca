import AttacheCore
import AttacheThreads
import LoopbackOrigin
import Testing

@testable import CurlFetch

/// Places that stay taken until a result is safe, with a real driver and a real origin.
@Suite(.timeLimit(.minutes(1)))
struct HeldPlacesTests {
    private let bytes: [UInt8] = Array(repeating: 7, count: 1000)

    @Test func theFifthTransferStartsAfterASettlement() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(bytes, type: "image/png") }
        defer { origin.stop() }
        let scene = FetchScene(places: TransferPlaces(limit: 4, isHeld: true))
        let accounts = (0..<4).map { _ in TransferAccount() }
        for account in accounts { _ = try await scene.fetch(origin.url(), account: account) }
        #expect(origin.requestCount == 4)
        let late = try await scene.fetch(origin.url(), within: .milliseconds(200))
        guard case .failure(let failure) = late else { return #expect(Bool(false)) }
        #expect(failure.kind == .deadline && failure.contact == .none)
        #expect(origin.requestCount == 4)
        let fifth = Task { try await scene.fetch(origin.url(), within: .seconds(20)) }
        accounts[2].settle()
        guard case .response = try await fifth.value else { return #expect(Bool(false)) }
        #expect(origin.requestCount == 5)
        scene.fetcher.shutDown()
    }

    @Test func everyAccountGoesOnWhenAllPlacesAreHeld() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(bytes, type: "image/png") }
        defer { origin.stop() }
        let scene = FetchScene(places: TransferPlaces(limit: 4, isHeld: true))
        let accounts = (0..<4).map { _ in TransferAccount() }
        for _ in 0..<3 {
            for account in accounts {
                guard case .response = try await scene.fetch(origin.url(), account: account) else {
                    return #expect(Bool(false))
                }
            }
        }
        #expect(origin.requestCount == 12)
        scene.fetcher.shutDown()
    }

    @Test func thousandsForOneSlowHostHoldNobodyUp() async throws {
        let slow = try LoopbackOrigin.start { _ in .silent }
        defer { slow.stop() }
        let fast = try LoopbackOrigin.start { _ in .file(bytes, type: "image/png") }
        defer { fast.stop() }
        let scene = FetchScene(perHost: 2, findsNamesHere: true, places: TransferPlaces(limit: 4))
        let waiting = (0..<2000).map { _ in Task { try await scene.fetch(slow.url()) } }
        while slow.connectionCount < 2 { await Task.yield() }
        for host in 0..<10 {
            let url = fast.url().replacing("127.0.0.1", with: "host\(host).test")
            guard case .response = try await scene.fetch(url, within: .seconds(10)) else {
                return #expect(Bool(false))
            }
        }
        #expect(slow.connectionCount == 2)
        scene.fetcher.shutDown()
        for task in waiting { _ = try await task.value }
    }
}
