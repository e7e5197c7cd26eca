/// What a download that went well has brought.
package enum DownloadedBody: Sendable {
    /// A body.
    case received(ReceivedBody)
    /// The origin's word that the file that is kept still stands, and the verdict on it.
    case unchanged(MediaVerdict)
}
