extension FetchResult {
    /// Where the hop's time went, however it ended.
    var timing: TransferTiming {
        switch self {
        case .response(let response): response.timing
        case .failure(let failure): failure.timing
        }
    }
}
