extension MediaFormat {
    package static let jpeg = MediaFormat(
        "jpeg",
        .image,
        .jpeg,
        "public.jpeg",
        "image/jpeg",
        ["jpg", "jpeg", "jpe"],
        .documented
    )
    /// PNG; an animated PNG is a PNG with frames.
    package static let png = MediaFormat(
        "png",
        .image,
        .png,
        "public.png",
        "image/png",
        ["png"],
        .documented
    )
    package static let gif = MediaFormat(
        "gif",
        .image,
        .gif,
        "com.compuserve.gif",
        "image/gif",
        ["gif"],
        .documented
    )
    /// HEIF with HEVC pictures, the format of the iPhone's camera.
    package static let heic = MediaFormat(
        "heic",
        .image,
        .isoMedia,
        "public.heic",
        "image/heic",
        ["heic"],
        .observed
    )
    /// HEIF with any other codec.
    package static let heif = MediaFormat(
        "heif",
        .image,
        .isoMedia,
        "public.heif",
        "image/heif",
        ["heif", "hif"],
        .refused
    )
    /// A sequence of HEVC pictures.
    package static let heics = MediaFormat(
        "heics",
        .image,
        .isoMedia,
        "public.heics",
        "image/heic-sequence",
        ["heics"],
        .refused
    )
    package static let avif = MediaFormat(
        "avif",
        .image,
        .isoMedia,
        "public.avif",
        "image/avif",
        ["avif"],
        .refused
    )
    package static let jpeg2000 = MediaFormat(
        "jpeg2000",
        .image,
        .isoMedia,
        "public.jpeg-2000",
        "image/jp2",
        ["jp2", "jpf", "jpx", "j2k"],
        .refused
    )
    package static let webp = MediaFormat(
        "webp",
        .image,
        .webp,
        "org.webmproject.webp",
        "image/webp",
        ["webp"],
        .refused
    )
    package static let jpegXL = MediaFormat(
        "jpegxl",
        .image,
        .jpegXL,
        "public.jpeg-xl",
        "image/jxl",
        ["jxl"],
        .refused
    )
    package static let tiff = MediaFormat(
        "tiff",
        .image,
        .tiff,
        "public.tiff",
        "image/tiff",
        ["tiff", "tif"],
        .refused
    )
    package static let bmp = MediaFormat(
        "bmp",
        .image,
        .bmp,
        "com.microsoft.bmp",
        "image/bmp",
        ["bmp", "dib"],
        .refused
    )
    package static let icon = MediaFormat(
        "icon",
        .image,
        .icon,
        "com.microsoft.ico",
        "image/vnd.microsoft.icon",
        ["ico"],
        .refused
    )

    /// SVG, which is recognised for repairs only: it is no media file for iOS, and its extension promises none.
    package static let svg = MediaFormat(
        "svg",
        .image,
        .drawing,
        "public.svg-image",
        "image/svg+xml",
        ["svg"],
        .refused
    )

    package static let images = [
        jpeg, png, gif, heic, heif, heics, avif, jpeg2000, webp, jpegXL, tiff, bmp, icon,
    ]
}
