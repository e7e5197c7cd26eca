@_exported public import ExtensionSupport
public import Foundation
import UniformTypeIdentifiers

/// The type of any image.
public var kUTTypeImage: CFString { "public.image" }
/// The type of JPEG.
public var kUTTypeJPEG: CFString { "public.jpeg" }
/// The type of PNG.
public var kUTTypePNG: CFString { "public.png" }
/// The type of GIF.
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
/// The type of any movie.
public var kUTTypeMovie: CFString { "public.movie" }
/// The type of MPEG video.
public var kUTTypeMPEG: CFString { "public.mpeg" }
/// The type of MPEG-2 video.
public var kUTTypeMPEG2Video: CFString { "public.mpeg-2-video" }
/// The type of MPEG-4 video.
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
/// The type of AVI.
public var kUTTypeAVIMovie: CFString { "public.avi" }
/// The type of MP3.
public var kUTTypeMP3: CFString { "public.mp3" }

/// The class of file extensions.
public var kUTTagClassFilenameExtension: CFString { "public.filename-extension" }
/// The class of MIME types.
public var kUTTagClassMIMEType: CFString { "public.mime-type" }

/// Returns the identifier of a file extension or MIME type, a dynamic one when it is unknown; the caller may take it
/// retained or unretained.
public func UTTypeCreatePreferredIdentifierForTag(
    _ tagClass: CFString,
    _ tag: CFString,
    _ conformingTo: CFString?
) -> Unmanaged<CFString>? {
    let type =
        tagClass == kUTTagClassMIMEType ? UTType(mimeType: "\(tag)") : UTType(filenameExtension: "\(tag)")
    // Unsafe, and right: the one reference belongs to the caller, who may also leave it.
    return unsafe type.map { unsafe Unmanaged.passRetained(NSString(string: $0.identifier)) }
}

/// Returns the preferred extension or MIME type of an identifier.
public func UTTypeCopyPreferredTagWithClass(_ identifier: CFString, _ tagClass: CFString) -> Unmanaged<CFString>? {
    let type = UTType("\(identifier)")
    let tag = tagClass == kUTTagClassMIMEType ? type?.preferredMIMEType : type?.preferredFilenameExtension
    // Unsafe, and right: as above.
    return unsafe tag.map { unsafe Unmanaged.passRetained(NSString(string: $0)) }
}

/// Whether one type is the other or belongs to it.
public func UTTypeConformsTo(_ identifier: CFString, _ other: CFString) -> Bool {
    guard let type = UTType("\(identifier)"), let parent = UTType("\(other)") else { return identifier == other }
    return type.conforms(to: parent)
}
