import AttacheCore
import AttacheSystem
import TestWidth
import Testing

@Suite("Waiter", .inProcess, .timeLimit(.minutes(1)))
struct WaiterTests {
    @Test("A value that arrives before the wait ends it at once")
    func earlyValue() async {
        let waiter = Waiter<Int>()
        waiter.resume(returning: 7)
        #expect(await waiter.wait() == 7)
    }

    @Test("Only the first value counts, also an empty one", arguments: [nil, "a"])
    func firstValue(_ value: String?) async {
        let waiter = Waiter<String?>()
        let task = Task { await waiter.wait() }
        waiter.resume(returning: value)
        waiter.resume(returning: "late")
        #expect(await task.value == value)
    }

    @Test("Many tasks that resume one waiter resume it once", arguments: 0..<20)
    func race(_ round: Int) async {
        let waiter = Waiter<Int>()
        let task = Task { await waiter.wait() }
        await withTaskGroup { group in
            for number in 0..<8 { group.addTask { waiter.resume(returning: number) } }
        }
        #expect((0..<8).contains(await task.value))
    }

    @Test("A cancellation runs its closure and leaves the value to others", arguments: [true, false])
    func cancellation(isEarly: Bool) async {
        let waiter = Waiter<Int>()
        let begins = Waiter<Void>()
        let cancelled = Waiter<Void>()
        let task = Task {
            if isEarly { await begins.wait() }
            return await waiter.wait {
                cancelled.resume()
            }
        }
        task.cancel()
        begins.resume()
        await cancelled.wait()
        waiter.resume(returning: 7)
        #expect(await task.value == 7)
    }

    @Test("The closure of a cancellation may end the wait")
    func endingCancellation() async {
        let waiter = Waiter<Int>()
        let task = Task {
            await waiter.wait { waiter.resume(returning: -1) }
        }
        task.cancel()
        #expect(await task.value == -1)
    }

    @Test("A list of waiters is resumed as a whole")
    func list() async {
        let waiters = (0..<3).map { _ in Waiter<Int>() }
        waiters.resumeAll(returning: 5)
        for waiter in waiters { #expect(await waiter.wait() == 5) }
    }
}
