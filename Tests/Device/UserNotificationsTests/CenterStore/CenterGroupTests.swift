import NotificationCategories
import TestWidth
import Testing

@testable import NotificationCenterStore

@Suite("Order and groups", .inProcess, .timeLimit(.minutes(1)))
struct CenterGroupTests {
    private func notification(
        _ number: Int,
        _ thread: String = "",
        level: InterruptionLevel = .active,
        relevance: Double = 0,
        summary: (String, Int) = ("", 0)
    ) -> CenterNotification {
        let request = request("\(number)") {
            $0.threadIdentifier = thread
            $0.level = level
            $0.relevanceScore = relevance
            $0.categoryIdentifier = "c"
            $0.summaryArgument = summary.0
            $0.summaryArgumentCount = summary.1
        }
        return CenterNotification(number: number, time: number, alertCount: 1, request: request)
    }

    @Test("Critical and time-sensitive ones lead, then relevance, then the latest")
    func order() {
        let list = [
            notification(1, level: .critical), notification(2, relevance: 0.5), notification(3, level: .passive),
            notification(4, level: .timeSensitive, relevance: 1), notification(5), notification(6, relevance: 0.5),
        ]
        #expect(CenterOrder.prominence.sorted(list).map(\.number) == [1, 4, 6, 2, 5, 3])
        #expect(CenterOrder.newest.sorted(list).map(\.number) == [6, 5, 4, 3, 2, 1])
    }

    @Test("A group is where its top notification is")
    func groups() {
        let list = [notification(1, "a"), notification(2, "b"), notification(3), notification(4, "a")]
        let groups = CenterGroup.groups(of: list, by: .newest)
        #expect(groups.map(\.thread) == ["a", "", "b"])
        #expect(groups.map { $0.notifications.map(\.number) } == [[4, 1], [3], [2]])
        let many = (0..<10_000).map { notification($0, "\($0 % 5000)") }
        #expect(CenterGroup.groups(of: many, by: .prominence).count == 5000)
    }

    @Test(
        "The summary counts the hidden ones; before iOS 15 the category's format applies",
        arguments: [
            (1, false, ""), (2, false, "1 more notification"), (3, false, "2 more notifications"),
            (3, true, "4 more from Ann, Bo"),
        ]
    )
    func summary(count: Int, beforeIOS15: Bool, text: String) {
        let list = [
            notification(3), notification(2, summary: ("Ann", 3)), notification(1, summary: ("Bo", 0)),
        ]
        let group = CenterGroup(thread: "", notifications: Array(list.prefix(count)))
        let category = CenterCategory(identifier: "c", actions: [], summaryFormat: "%u more from %@")
        #expect(group.summary(of: [category], beforeIOS15: beforeIOS15) == text)
    }
}
