import AttacheCore
package import AttacheSystem
import MediaStore

/// Judgement of local files, with the rules for downloads.
package struct LocalInspector: Sendable {
    /// The policy of the receiving app; `nil` only when no policy is known at all.
    let policy: Policy?
    let inspect: MediaExaminer
    let workers: WorkerPool

    /// Judges a file as an attachment; throws when it cannot be read.
    package func inspect(_ path: String) async throws(SystemCallError) -> LocalInspection {
        let name = FileName.pathExtension(path)
        let opened = await workers.run { [self] () -> Result<Opened, SystemCallError> in
            Result { () throws(SystemCallError) in
                let file = try LocalMediaFile(path, pipeLimit: Self.pipeLimit)
                let prefix = try file.prefix(FormatDetector.neededPrefix)
                let format = FormatDetector.detect(prefix: prefix, named: name)
                let isOver = file.byteCount > limit(of: format)
                return Opened(file: file, prefix: prefix, format: format, digest: isOver ? nil : try file.digest())
            }
        }
        switch opened {
        case .success(let opened): return await judge(opened, path, name)
        case .failure(let error): throw error
        case nil: throw SystemCallError(operation: "read", path: path, code: 0)
        }
    }

    /// The number of bytes that are read from a pipe: more than the limits of iOS, so that a longer file is too large.
    private static let pipeLimit = 256 << 20

    private static let empty = Reason(
        .typeUnsupported,
        "The file is empty.",
        fix: "Export the file again with an image or video editor."
    )

    /// A file of which no more than the beginning was read when it is over its limit.
    private struct Opened: Sendable {
        let file: LocalMediaFile
        let prefix: [UInt8]
        let format: MediaFormat?
        /// `nil` for a file over its limit.
        let digest: String?
    }

    /// The limit of a format's kind, or of any kind when the policy does not accept it.
    private func limit(of format: MediaFormat?) -> Int {
        guard let policy else { return .max }
        return format?.kind.flatMap { policy.types[$0]?.limit } ?? TypeJudge(policy: policy).largestLimit
    }

    private func judge(_ opened: Opened, _ path: String, _ name: String?) async -> LocalInspection {
        let (file, prefix, format) = (opened.file, opened.prefix, opened.format)
        var inspection = LocalInspection(
            file: path,
            format: format,
            byteCount: file.byteCount,
            sha256: opened.digest,
            isComplete: opened.digest == nil ? nil : false,
            reasons: []
        )
        guard let policy else { return inspection }
        guard file.byteCount > 0 else {
            inspection.reasons.append(Self.empty)
            return inspection
        }
        let types = TypeJudge(policy: policy)
        if let name, let reason = types.refusal(ofExtension: name) {
            inspection.reasons.append(reason)
        }
        do throws(Reason) {
            let type = try types.rule(format, description: ContentDescription.describe(prefix), claimed: name)
            guard let format else { return inspection }
            if opened.digest == nil, let kind = format.kind,
                let reason = SizeJudge.refusal(byteCount: file.byteCount, kind: kind, limit: limit(of: format))
            {
                inspection.reasons.append(reason)
                return inspection
            }
            let body = ReceivedBody(
                spool: file,
                prefix: prefix,
                byteCount: file.byteCount,
                format: format,
                claimedExtension: name,
                fileExtension: type.fileExtension,
                warnings: type.warnings
            )
            await examine(body, policy, &inspection)
        } catch {
            // The name was refused for the same cause.
            if error.code != .typeUnsupported || inspection.reasons.isEmpty { inspection.reasons.append(error) }
        }
        return inspection
    }

    private func examine(_ body: ReceivedBody, _ policy: Policy, _ inspection: inout LocalInspection) async {
        do throws(Reason) {
            let media = try await inspect.examine(body, under: policy)
            inspection.isComplete = true
            inspection.pixels = media.pixels
            inspection.frameCount = media.frameCount
            inspection.reasons += media.warnings
        } catch {
            inspection.isComplete = error.code != .typeIncomplete
            inspection.reasons.append(error)
        }
    }
}

/// The judgement on a local file as an attachment.
package struct LocalInspection: Sendable {
    /// The path as given.
    package var file: String
    /// The detected format; `nil` for an unknown one.
    package var format: MediaFormat?
    package var byteCount: Int
    /// SHA-256 of the content in lower-case hexadecimal; `nil` for a file over its limit, which is not read.
    package var sha256: String?
    /// Width and height, for containers that contain them.
    package var pixels: PixelSize?
    /// The number of pictures, for containers that contain it.
    package var frameCount: Int?
    /// Whether the container is complete; `nil` for a file over its limit.
    package var isComplete: Bool?
    /// The findings, the headline first.
    package var reasons: [Reason]

    /// Whether iOS would attach the file.
    package var isAttachable: Bool { !reasons.contains { $0.severity == .block } }
}

enum FileName {
    /// Returns the part after the last full stop of a path's last component, in lower case; `nil` without one, or when
    /// the name begins with it.
    static func pathExtension(_ path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let text = name[name.index(after: dot)...]
        return text.isEmpty ? nil : text.lowercased()
    }
}
