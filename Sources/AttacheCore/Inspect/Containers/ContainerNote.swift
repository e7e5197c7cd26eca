/// Something else a container shows that decides whether it is attached.
package enum ContainerNote: Sendable, Hashable {
    /// The media data lie outside the file, behind a URL or in another file.
    case externalData
    /// An MP4 container without a video track.
    case audioOnly
    /// A container whose media come in fragments, so that a cut between two fragments does not show.
    case fragmented
    /// A walk ended at its cap: no honest file has so many parts.
    case tooManyParts
}
