import AttacheTesting
import ExtensionSources
import Foundation
import TestWidth
import Testing

@testable import AppProject

/// Projects that took minutes, or gigabytes, while each part of them is small.
@Suite("The cost of projects whose parts multiply", .inProcess, .timeLimit(.minutes(1)))
struct ProjectCostTests {
    @Test(
        "Configurations and settings cost their sum and not their product",
        arguments: [
            // Each configuration had a copy of all settings.
            (
                LargeProject(services: 1, copies: 1, configurations: 2000, settings: 30_000, folder: 13),
                AppCode.apsEnvironment
            ),
            (LargeProject(services: 0, configurations: 15_000), .noServiceExtension),
            (LargeProject(services: 1, copies: 1, configurations: 6500, folder: 13), .apsEnvironment),
            (LargeProject(services: 1, settings: 500_001), .projectUnreadable),
        ]
    )
    func configurations(_ project: LargeProject, _ code: AppCode) throws {
        let codes = Set(try project.scene.check().findings.map(\.code))
        #expect(codes.contains(code.rawValue))
        #expect(code != .projectUnreadable || codes.count == 1)
    }
}
