import AttacheThreads
import Testing

@testable import AttacheCore

@Suite(.timeLimit(.minutes(1)))
struct TransferPlacesTests {
    private func run(_ account: TransferAccount, in places: TransferPlaces) -> Bool {
        guard places.take(for: account) else { return false }
        places.end(account)
        return true
    }

    @Test(arguments: [(false, true), (true, false)])
    func aPlaceIsFreeWhenTheTransferEndsUnlessItIsHeld(_ isHeld: Bool, isFree: Bool) {
        let places = TransferPlaces(limit: 1, isHeld: isHeld)
        let account = TransferAccount()
        #expect(run(account, in: places))
        #expect(run(TransferAccount(), in: places) == isFree)
        account.settle()
    }

    @Test func settlingTwiceFreesOnce() {
        let places = TransferPlaces(limit: 2, isHeld: true)
        let (first, second) = (TransferAccount(), TransferAccount())
        #expect(run(first, in: places) && run(second, in: places))
        first.settle()
        first.settle()
        let (third, fourth) = (TransferAccount(), TransferAccount())
        #expect(run(third, in: places))
        #expect(!run(fourth, in: places))
        _ = (second, third)
    }

    @Test func everyPlaceOfAnAccountIsFreedWithIt() {
        let places = TransferPlaces(limit: 1, isHeld: true)
        let account = TransferAccount()
        // Redirects go beyond the limit.
        for _ in 0..<4 { #expect(run(account, in: places)) }
        account.settle()
        let next = TransferAccount()
        #expect(run(next, in: places))
        #expect(!run(TransferAccount(), in: places))
        _ = next
    }

    @Test func aDroppedAccountIsSettled() {
        let places = TransferPlaces(limit: 1, isHeld: true)
        do {
            let dropped = TransferAccount()
            #expect(run(dropped, in: places))
        }
        #expect(run(TransferAccount(), in: places))
    }

    @Test func whatRunsWhenItsAccountIsSettledFreesItsPlaceWhenItEnds() {
        let places = TransferPlaces(limit: 1, isHeld: true)
        let account = TransferAccount()
        #expect(places.take(for: account))
        account.settle()
        #expect(!places.take(for: TransferAccount()))
        places.end(account)
        #expect(places.take(for: TransferAccount()))
    }

    @Test func nobodyIsWokenUnlessSomebodyWaits() {
        let places = TransferPlaces(limit: 1, isHeld: true)
        let wakes = Locked(0)
        places.whenFree { wakes.withLock { $0 += 1 } }
        let (first, second) = (TransferAccount(), TransferAccount())
        #expect(run(first, in: places))
        first.settle()
        #expect(wakes.withLock { $0 } == 0)
        #expect(run(second, in: places))
        #expect(!run(TransferAccount(), in: places))
        second.settle()
        #expect(wakes.withLock { $0 } == 1)
    }
}
