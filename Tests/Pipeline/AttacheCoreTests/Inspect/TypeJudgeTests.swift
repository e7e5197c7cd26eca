import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct TypeJudgeTests {
    private let types = TypeJudge(
        policy: Policy(
            name: "test",
            types: [
                .image: TypeRule(extensions: ["jpg", "jpeg", "png", "gif"], limit: 100),
                .video: TypeRule(extensions: ["mp4", "avi"], limit: 1000),
            ]
        )
    )

    private func rule(_ format: MediaFormat?, _ claimed: String?) throws(Reason) -> TypeJudge.AcceptedType {
        try types.rule(format, description: "an HTML page", claimed: claimed)
    }

    @Test(arguments: [
        (MediaFormat.png, "png" as String?, "png"), (.jpeg, "jpeg", "jpeg"), (.jpeg, "jpg", "jpg"), (.png, nil, "png"),
        (.mp4, nil, "mp4"),
    ])
    func matchingExtensionsAreKept(_ format: MediaFormat, claimed: String?, attached: String) throws {
        let accepted = try rule(format, claimed)
        #expect(accepted.fileExtension == attached && accepted.warnings.isEmpty)
    }

    @Test(arguments: [(MediaFormat.png, "jpg", "png"), (.gif, "png", "gif"), (.avi, "mp4", "avi")])
    func otherTypeOfSameKindIsCorrected(_ format: MediaFormat, claimed: String, attached: String) throws {
        let accepted = try rule(format, claimed)
        #expect(accepted.fileExtension == attached)
        #expect(accepted.warnings.map(\.code) == [.typeExtensionCorrected])
    }

    @Test(arguments: [
        (MediaFormat.mp4 as MediaFormat?, "png" as String?, ReasonCode.typeMismatch), (.png, "mp4", .typeMismatch),
        (nil, "png", .typeMismatch), (nil, nil, .typeUnsupported), (.webp, "png", .typeUnsupported),
        (.webp, nil, .typeUnsupported), (.wav, nil, .typeUnsupported), (.webm, nil, .typeUnsupported),
    ])
    func otherFilesAreRejected(_ format: MediaFormat?, claimed: String?, code: ReasonCode) {
        let refusal = #expect(throws: Reason.self) { try rule(format, claimed) }
        #expect(refusal?.code == code)
    }

    @Test(arguments: [("png", true), ("mp4", true), ("webp", false), ("exe", false), ("wav", false)])
    func extensionsAreCheckedBeforeDownload(_ name: String, passes: Bool) {
        #expect((types.refusal(ofExtension: name) == nil) == passes)
    }
}
