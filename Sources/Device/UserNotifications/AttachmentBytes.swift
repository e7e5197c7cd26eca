import AttacheCore
import Foundation
package import FoundationEssentials

/// What the bytes of an attached file are: a device attaches it by its name or type hint, and draws it by its bytes.
package enum AttachmentBytes {
    /// Returns what a file is that a device attaches and cannot show, such as `an HTML page`; `nil` for media of the type.
    package static func fault(of url: URL, type: String) -> String? {
        guard let claimed = AttachmentType.named(byHint: type), let file = try? FileHandle(forReadingFrom: url) else {
            return nil
        }
        defer { try? file.close() }
        let bytes = Array((try? file.read(upToCount: FormatDetector.neededPrefix)) ?? Data())
        guard let format = FormatDetector.detect(prefix: bytes, named: url.pathExtension) else {
            return ContentDescription.describe(bytes)
        }
        return format.kind == claimed.kind ? nil : format.mimeType
    }
}
