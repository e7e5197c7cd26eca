package import AttacheCore
import AttacheSystem
import MediaStore

/// Judges local files as the pipeline judges downloads.
struct LocalInspector: Sendable {
    /// What the receiving app accepts; `nil` only when no policy is known at all.
    let policy: Policy?
    let inspect: MediaExaminer
    let workers: WorkerPool

    /// Judges one file.
    func inspect(_ path: String) async throws(LocalFileError) -> LocalInspection {
        let opened = await workers.run { () -> Result<(LocalMediaFile, String, [UInt8]), StoreError> in
            do throws(StoreError) {
                let file = try LocalMediaFile(path)
                return .success((file, try file.digest(), try file.prefix(FormatDetector.neededPrefix)))
            } catch {
                return .failure(error)
            }
        }
        switch opened {
        case .success(let (file, digest, prefix)): return await judge(file, path, digest, prefix)
        case .failure(let error): throw LocalFileError(code: error.code)
        case nil: throw LocalFileError(code: 0)
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

/// A local file, judged as an attachment.
package struct LocalInspection: Sendable {
    /// The path as it was given.
    package var file: String
    /// What the bytes are, or `nil` when they are nothing Attache knows.
    package var format: MediaFormat?
    /// The length in bytes.
    package var byteCount: Int
    /// SHA-256 of the content in lower-case hexadecimal.
    package var sha256: String
    /// Width and height, where the container tells.
    package var pixels: PixelSize?
    /// Pictures, where the container tells.
    package var frameCount: Int?
    /// Whether the container is whole.
    package var isComplete: Bool
    /// The findings, the headline first.
    package var reasons: [Reason]

    /// Whether iOS would attach it.
    package var isAttachable: Bool { !reasons.contains { $0.severity == .block } }
}

/// A local file could not be read.
package struct LocalFileError: Error, Equatable, Sendable {
    /// The system's `errno`.
    package let code: Int32
}

/// The name of a local file.
enum FileName {
    /// The extension of a path's last component, in lower case.
    ///
    /// - Returns: The part behind the last full stop, or `nil` when there is none or the name begins with it.
    static func pathExtension(_ path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let text = name[name.index(after: dot)...]
        return text.isEmpty ? nil : text.lowercased()
    }
}
