extension MediaFormat {
    package static let mp4 = MediaFormat(
        "mp4",
        .video,
        .isoMedia,
        "public.mpeg-4",
        "video/mp4",
        ["mp4", "mpg4"],
        .documented
    )
    package static let m4v = MediaFormat(
        "m4v",
        .video,
        .isoMedia,
        "com.apple.m4v-video",
        "video/x-m4v",
        ["m4v"],
        .observed
    )
    package static let quickTime = MediaFormat(
        "quicktime",
        .video,
        .isoMedia,
        "com.apple.quicktime-movie",
        "video/quicktime",
        ["mov", "qt"],
        .observed
    )
    package static let threeGPP = MediaFormat(
        "3gpp",
        .video,
        .isoMedia,
        "public.3gpp",
        "video/3gpp",
        ["3gp", "3gpp"],
        .observed
    )
    package static let threeGPP2 = MediaFormat(
        "3gpp2",
        .video,
        .isoMedia,
        "public.3gpp2",
        "video/3gpp2",
        ["3g2", "3gp2"],
        .observed
    )
    package static let avi = MediaFormat(
        "avi",
        .video,
        .avi,
        "public.avi",
        "video/x-msvideo",
        ["avi", "vfw"],
        .documented
    )
    /// MPEG-1 and MPEG-2 program streams.
    package static let mpegProgram = MediaFormat(
        "mpeg-program",
        .video,
        .mpegStream,
        "public.mpeg",
        "video/mpeg",
        ["mpg", "mpeg", "mpe", "m75", "m15"],
        .documented
    )
    /// Elementary MPEG-1 video, with the extension and type of `public.mpeg`.
    package static let mpeg1Video = MediaFormat(
        "mpeg1-video",
        .video,
        .mpegStream,
        "public.mpeg",
        "video/mpeg",
        ["mpg", "mpeg", "m1v"],
        .documented
    )
    /// Elementary MPEG-2 video.
    package static let mpeg2Video = MediaFormat(
        "mpeg2-video",
        .video,
        .mpegStream,
        "public.mpeg-2-video",
        "video/mpeg",
        ["m2v", "mpg2"],
        .documented
    )
    package static let mpegTransport = MediaFormat(
        "mpeg-transport",
        .video,
        .mpegStream,
        "public.mpeg-2-transport-stream",
        "video/mp2t",
        ["ts", "mts", "m2ts"],
        .refused
    )
    package static let matroska = MediaFormat(
        "matroska",
        .video,
        .matroska,
        "org.matroska.mkv",
        "video/x-matroska",
        ["mkv"],
        .refused
    )
    package static let webm = MediaFormat(
        "webm",
        .video,
        .matroska,
        "org.webmproject.webm",
        "video/webm",
        ["webm"],
        .refused
    )
    package static let windowsMedia = MediaFormat(
        "windows-media",
        .video,
        .asf,
        "com.microsoft.windows-media-wmv",
        "video/x-ms-asf",
        ["wmv", "asf"],
        .refused
    )
    package static let flashVideo = MediaFormat(
        "flash-video",
        .video,
        .flashVideo,
        "com.adobe.flash.video",
        "video/x-flv",
        ["flv"],
        .refused
    )

    static let videos = [
        mp4, m4v, quickTime, threeGPP, threeGPP2, avi, mpegProgram, mpeg1Video, mpeg2Video, mpegTransport, matroska,
        webm, windowsMedia, flashVideo,
    ]
}
