/// What the device's behaviour with one push is predicted from, kept until someone asks for it.
struct DevicePush: Sendable {
    let payload: JSONDocument
    let basis: EvaluationContextShared
    /// Whether this machine gives the loads less time than the extension has.
    let hasShorterTimeout: Bool
    /// The end of a push at the gate.
    var stop: GateStop?
    /// The verdicts on the media; none for a shared one.
    var verdicts: [MediaVerdict] = []
    /// The copies that the payload to send names in place of media, by the place of the media file.
    var copies: [Int: DeviceMedium] = [:]

    /// Whether all items with one shared verdict have the same prediction: neither a text of the payload, nor a time limit,
    /// nor the URL of a copy takes part in it.
    var isIndependentOfPayload: Bool {
        guard stop == nil, copies.isEmpty, !hasShorterTimeout, let rules = basis.policy.device else {
            return false
        }
        return rules.texts.isEmpty && rules.alternativeText == nil
    }

    /// Predicts the behaviour; `shared` is the verdict of an item with one media file.
    func verdict(_ media: [MediaReference], shared: MediaVerdict?) -> DeviceVerdict? {
        guard let predictor = DevicePredictor(basis) else { return nil }
        if let stop { return predictor.verdict(stop, payload) }
        let verdicts = shared.map { [$0] } ?? verdicts
        let loads = zip(media, verdicts).enumerated().map { place, load in
            copies[place] ?? DeviceMedium(load.0, load.1, hasShorterTimeout: hasShorterTimeout)
        }
        return predictor.predict(payload, media: loads)
    }
}
