extension MediaFormat {
    package static let m4a = MediaFormat(
        "m4a",
        .audio,
        .isoMedia,
        "com.apple.m4a-audio",
        "audio/mp4",
        ["m4a", "mp4a"],
        .documented
    )
    package static let mp3 = MediaFormat(
        "mp3",
        .audio,
        .mpegAudio,
        "public.mp3",
        "audio/mpeg",
        ["mp3"],
        .documented
    )
    package static let wav = MediaFormat(
        "wav",
        .audio,
        .wave,
        "com.microsoft.waveform-audio",
        "audio/wav",
        ["wav", "wave"],
        .documented
    )
    package static let aiff = MediaFormat(
        "aiff",
        .audio,
        .aiff,
        "public.aiff-audio",
        "audio/aiff",
        ["aiff", "aif"],
        .documented
    )
    package static let aifc = MediaFormat(
        "aifc",
        .audio,
        .aiff,
        "public.aifc-audio",
        "audio/x-aifc",
        ["aifc"],
        .observed
    )
    package static let coreAudio = MediaFormat(
        "caf",
        .audio,
        .coreAudio,
        "com.apple.coreaudio-format",
        "audio/x-caf",
        ["caf"],
        .observed
    )
    package static let amr = MediaFormat(
        "amr",
        .audio,
        .amr,
        "org.3gpp.adaptive-multi-rate-audio",
        "audio/amr",
        ["amr"],
        .observed
    )
    package static let au = MediaFormat(
        "au",
        .audio,
        .au,
        "public.au-audio",
        "audio/basic",
        ["au", "snd", "ulw"],
        .observed
    )
    package static let dolbyDigital = MediaFormat(
        "ac3",
        .audio,
        .dolbyDigital,
        "public.ac3-audio",
        "audio/ac3",
        ["ac3"],
        .observed
    )
    package static let enhancedDolbyDigital = MediaFormat(
        "eac3",
        .audio,
        .dolbyDigital,
        "public.enhanced-ac3-audio",
        "audio/eac3",
        ["eac3", "ec3"],
        .observed
    )
    /// AAC in ADTS frames; no list of accepted types has it.
    package static let adts = MediaFormat(
        "aac",
        .audio,
        .mpegAudio,
        "public.aac-audio",
        "audio/aac",
        ["aac", "adts"],
        .refused
    )
    /// MPEG audio layer 2.
    package static let mp2 = MediaFormat(
        "mp2",
        .audio,
        .mpegAudio,
        "public.mp2",
        "audio/mpeg",
        ["mp2"],
        .refused
    )
    package static let ogg = MediaFormat(
        "ogg",
        .audio,
        .ogg,
        "org.xiph.ogg",
        "audio/ogg",
        ["ogg", "oga", "opus"],
        .refused
    )
    package static let flac = MediaFormat(
        "flac",
        .audio,
        .flac,
        "org.xiph.flac",
        "audio/flac",
        ["flac"],
        .refused
    )
    package static let midi = MediaFormat(
        "midi",
        .audio,
        .midi,
        "public.midi-audio",
        "audio/midi",
        ["mid", "midi"],
        .refused
    )

    package static let audio = [
        m4a, mp3, wav, aiff, aifc, coreAudio, amr, au, dolbyDigital, enhancedDolbyDigital, adts, mp2, ogg, flac,
        midi,
    ]
}
