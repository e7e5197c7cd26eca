import AttacheCore
import AttacheSystem
public import Foundation

/// The bytes of a picture, which are neither decoded nor changed.
///
/// On a device `UIImage` decodes; here `pngData()` and `jpegData(compressionQuality:)` return the bytes that the image
/// was made of, whatever their format. An initializer returns `nil` for bytes that are no picture, as on a device.
// @unchecked Sendable: nothing changes after `init`.
open class UIImage: NSObject, @unchecked Sendable {
    private let bytes: Data
    /// The number of pixels for each point.
    public let scale: CGFloat

    /// Creates an image of the bytes of a picture.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Creates an image of the bytes of a picture, with a scale.
    public init?(data: Data, scale: CGFloat) {
        let prefix = Array(data.prefix(FormatDetector.neededPrefix))
        guard FormatDetector.detect(prefix: prefix)?.kind == .image else { return nil }
        bytes = data
        self.scale = scale
    }

    /// Creates an image of a file.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Creates an image of a file of the bundle.
    public convenience init?(named name: String) {
        let url = ["", "png", "jpg"].lazy.compactMap { Bundle.main.url(forResource: name, withExtension: $0) }.first
        guard let url else { return nil }
        self.init(contentsOfFile: url.path)
    }

    /// The pixels that the header names, divided by the scale, before a rotation; zero where it names none.
    open var size: CGSize {
        let format = FormatDetector.detect(prefix: Array(bytes.prefix(FormatDetector.neededPrefix)))
        let facts = format.flatMap { try? ContainerTable.read(PictureBytes(data: bytes), format: $0) }
        guard let pixels = facts?.pixels, scale > 0 else { return .zero }
        return CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
    }

    /// Returns the unchanged bytes, which may be of another format.
    open func pngData() -> Data? { bytes }

    /// Returns the unchanged bytes, which may be of another format.
    open func jpegData(compressionQuality: CGFloat) -> Data? { bytes }
}

/// The bytes of a picture for the readers of headers.
private struct PictureBytes: ByteSource {
    let data: Data

    var byteCount: Int { data.count }

    func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        Array(data.dropFirst(offset).prefix(count))
    }
}

/// Returns the unchanged bytes, which may be of another format.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

/// Returns the unchanged bytes, which may be of another format.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}
