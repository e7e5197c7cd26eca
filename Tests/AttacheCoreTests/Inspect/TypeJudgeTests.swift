import AttacheCore
import Testing

@Suite(.timeLimit(.minutes(1)))
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

    private func rule(_ format: MediaFormat?, _ claimed: String?) -> TypeRuling {
        types.rule(format, description: "an HTML page", claimed: claimed)
    }

    @Test(arguments: [
        (MediaFormat.png, "png" as String?, "png"), (.jpeg, "jpeg", "jpeg"), (.jpeg, "jpg", "jpg"), (.png, nil, "png"),
        (.mp4, nil, "mp4"),
    ])
    func rightNamesAreKept(_ format: MediaFormat, claimed: String?, attached: String) {
        #expect(rule(format, claimed) == .accepted(fileExtension: attached, []))
    }

    @Test(arguments: [(MediaFormat.png, "jpg", "png"), (.gif, "png", "gif"), (.avi, "mp4", "avi")])
    func anotherTypeOfTheSameKindIsCorrected(_ format: MediaFormat, claimed: String, attached: String) {
        guard case .accepted(let fileExtension, let reasons) = rule(format, claimed) else {
            Issue.record("It is refused.")
            return
        }
        #expect(fileExtension == attached)
        #expect(reasons.map(\.code) == [.typeExtensionCorrected])
    }

    @Test(arguments: [
        (MediaFormat.mp4 as MediaFormat?, "png" as String?, ReasonCode.typeMismatch), (.png, "mp4", .typeMismatch),
        (nil, "png", .typeMismatch), (nil, nil, .typeUnsupported), (.webp, "png", .typeUnsupported),
        (.webp, nil, .typeUnsupported), (.wav, nil, .typeUnsupported), (.webm, nil, .typeUnsupported),
    ])
    func theRestIsRefused(_ format: MediaFormat?, claimed: String?, code: ReasonCode) {
        guard case .refused(let reason) = rule(format, claimed) else {
            Issue.record("It is accepted.")
            return
        }
        #expect(reason.code == code)
    }

    @Test(arguments: [("png", true), ("mp4", true), ("webp", false), ("exe", false), ("wav", false)])
    func namesAreJudgedBeforeTheDownload(_ name: String, passes: Bool) {
        #expect((types.refusal(ofExtension: name) == nil) == passes)
    }
}
