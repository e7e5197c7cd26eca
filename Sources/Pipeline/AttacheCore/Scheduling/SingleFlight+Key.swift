extension SingleFlight {
    /// The identity of a download.
    package struct Key: Hashable, Sendable {
        /// The URL as written in the payload.
        package var text: String
        package var policy: String
        package var network: String
        /// The media type that the payload states beside the URL, if any.
        package var typeHint: String?

        package init(text: String, policy: String, network: String, typeHint: String? = nil) {
            self.text = text
            self.policy = policy
            self.network = network
            self.typeHint = typeHint
        }

        init(_ reference: MediaReference, under context: EvaluationContext) {
            text = reference.text
            policy = context.basis.key
            network = context.network.name
            typeHint = reference.typeHint
        }
    }
}
