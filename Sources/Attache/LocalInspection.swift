package import AttacheCore

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
