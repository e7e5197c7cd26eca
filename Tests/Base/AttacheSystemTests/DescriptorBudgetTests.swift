import TestWidth
import Testing

@testable import AttacheSystem

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DescriptorBudgetTests {
    @Test(arguments: [(0, 1), (64, 1), (256, 72), (1024, 360), (1_048_576, 524_008)])
    func transfersFitTheLimit(limit: Int, transfers: Int) {
        let budget = DescriptorBudget(limit: limit)
        #expect(budget.transfers == transfers)
        let taken = DescriptorBudget.base + budget.openDirectories + budget.keptConnections + 2 * budget.transfers
        #expect(taken <= max(limit, DescriptorBudget.base + 20))
    }

    @Test func budgetOfThisProcessIsItsLimit() {
        #expect(DescriptorBudget.current.limit >= 64)
    }
}
