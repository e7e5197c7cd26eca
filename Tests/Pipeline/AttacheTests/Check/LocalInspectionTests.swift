import Attache
import AttacheCore
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// `attache inspect`: warnings, the policy's `completeness`, and files over the limit.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LocalInspectionTests {
    private static let photo = SampleMedia.photoPNG.bytes
    private static let lenient = "schema: attache-policy/1\nname: lenient\nextends: apple\ncompleteness: lenient\n"

    private func inspect(
        _ name: String,
        _ bytes: [UInt8],
        length: Int? = nil,
        policy: String = "apple"
    ) async throws -> LocalInspection {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let file = directory.appending(path: name)
        try Data(bytes).write(to: file)
        if let length { try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(length)) }
        try Data(Self.lenient.utf8).write(to: directory.appending(path: "lenient.yaml"))
        var configuration = AttacheConfiguration()
        configuration.policy = policy
        configuration.policyDirectories = [directory.path(percentEncoded: false)]
        // Nothing is stored, not even a directory.
        configuration.storeDirectory = "/proc/none/store"
        return try await withLocalInspector(configuration: configuration) { inspector, _ in
            try await inspector.inspect(file.path(percentEncoded: false))
        }
    }

    @Test(arguments: [("apple", ReasonCode.typeIncomplete), ("lenient", .typeIrregular)])
    func aMissingEndMarkIsTheChoiceOfThePolicy(_ policy: String, code: ReasonCode) async throws {
        let files = [
            ("a.png", Array(Self.photo.dropLast(12))), ("a.jpg", Array(SampleMedia.photoJPEG.bytes.dropLast(2))),
            ("a.gif", Array(SampleMedia.animationGIF.bytes.dropLast())),
        ]
        for (name, bytes) in files {
            let inspection = try await inspect(name, bytes, policy: policy)
            #expect(inspection.reasons.map(\.code) == [code], "\(name)")
            #expect(inspection.isAttachable == (policy == "lenient"), "\(name)")
        }
        // A file that is cut elsewhere is refused by any policy.
        #expect(try await inspect("a.png", Array(Self.photo.dropLast(40)), policy: policy).isAttachable == false)
    }

    @Test func aCodecIsAWarning() async throws {
        let clip = SampleMedia.clipMP4.bytes
        let code = Array("avcC".utf8)
        let at = try #require(clip.indices.first { clip[$0...].starts(with: code) })
        var other = clip
        other[at + 5] = 244
        #expect(try await inspect("a.mp4", clip).reasons.isEmpty)
        let inspection = try await inspect("a.mp4", other)
        #expect(inspection.isAttachable && inspection.reasons.map(\.code) == [.typeCodec])
    }

    @Test func aFieldThatNoDecoderReadsIsRefused() async throws {
        var other = SampleMedia.photoJPEG.bytes
        let at = try #require(
            other.indices.first { other[$0...].starts(with: [0xFF, 0xC0]) || other[$0...].starts(with: [0xFF, 0xC2]) }
        )
        other[at + 4] = 12
        let inspection = try await inspect("a.jpg", other)
        #expect(inspection.reasons.map(\.code) == [.typeUnsupported] && inspection.reasons[0].message.contains("SOF"))
    }

    /// A sparse file: reading it whole would take minutes.
    @Test(arguments: [("a.png", 10_485_760, false), ("a.png", 10_485_761, true), ("a.png", 1 << 40, true)])
    func aFileOverTheLimitIsNotRead(_ name: String, length: Int, isOver: Bool) async throws {
        let inspection = try await inspect(name, Self.photo, length: length)
        #expect(inspection.byteCount == length && inspection.format == .png)
        #expect((inspection.sha256 == nil) == isOver && (inspection.isComplete == nil) == isOver)
        #expect((inspection.reasons.first?.code == .sizeTooLarge) == isOver)
    }
}
