package import AttacheCore
import AttacheSystem
import MediaStore

/// Judgement of local files, with the rules for downloads.
struct LocalInspector: Sendable {
    /// The policy of the receiving app; `nil` only when no policy is known at all.
    let policy: Policy?
    let inspect: MediaExaminer
    let workers: WorkerPool

    func inspect(_ path: String) async throws(SystemCallError) -> LocalInspection {
        let opened = await workers.run { () -> Result<(LocalMediaFile, String, [UInt8]), SystemCallError> in
            do throws(SystemCallError) {
                let file = try LocalMediaFile(path)
                return .success((file, try file.digest(), try file.prefix(FormatDetector.neededPrefix)))
            } catch {
                return .failure(error)
            }
        }
        switch opened {
        case .success(let (file, digest, prefix)): return await judge(file, path, digest, prefix)
        case .failure(let error): throw error
        case nil: throw SystemCallError(operation: "read", path: path, code: 0)
        }
    }

    private func judge(
        _ file: LocalMediaFile,
        _ path: String,
        _ digest: String,
        _ prefix: [UInt8]
    ) async -> LocalInspection {
        let name = FileName.pathExtension(path)
        let format = FormatDetector.detect(prefix: prefix, named: name)
        var inspection = LocalInspection(
            file: path,
            format: format,
            byteCount: file.byteCount,
            sha256: digest,
            isComplete: false,
            reasons: []
        )
        guard let policy else { return inspection }
        let types = TypeJudge(policy: policy)
        if let name, let reason = types.refusal(ofExtension: name) {
            inspection.reasons.append(reason)
        }
        do throws(Reason) {
            let type = try types.rule(format, description: ContentDescription.describe(prefix), claimed: name)
            guard let format else { return inspection }
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
            inspection.reasons.append(error)
        }
        return inspection
    }

    private func examine(_ body: ReceivedBody, _ policy: Policy, _ inspection: inout LocalInspection) async {
        do throws(Reason) {
            let media = try await inspect.examine(body, under: policy)
            inspection.isComplete = true
            inspection.pixels = media.pixels
            inspection.frameCount = media.frameCount
            if let kind = media.format.kind, let rule = policy.types[kind],
                let reason = SizeJudge.refusal(byteCount: media.byteCount, kind: kind, limit: rule.limit)
            {
                inspection.reasons.append(reason)
            }
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
    /// SHA-256 of the content in lower-case hexadecimal.
    package var sha256: String
    /// Width and height, for containers that contain them.
    package var pixels: PixelSize?
    /// The number of pictures, for containers that contain it.
    package var frameCount: Int?
    package var isComplete: Bool
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
