public import AttacheCore

extension RewriteReport {
    /// Why the payload ended as it did: one finding of one stage.
    public struct Finding: Sendable, Equatable {
        /// The error that a device would log.
        public struct DeviceError: Sendable, Equatable {
            /// Such as `NSURLErrorDomain`.
            public let domain: String
            /// Such as -1022.
            public let code: Int
        }

        /// The stable code, such as `ats.insecure-http`; a later version may write some that this one does not know.
        public let code: String
        /// How much it weighs.
        public let severity: Severity
        /// Whether trying again later cannot help.
        public let isPermanent: Bool
        /// One plain sentence for a person.
        public let message: String
        /// What to change, where something can be changed.
        public let fix: String?
        /// The error that a device would log, where there is one.
        public let apple: DeviceError?

        init(_ object: ReportObject) throws(RewriteReportError) {
            code = try object.required("code", object.string("code"))
            severity = try object.required("severity", object.word("severity", of: Severity.self))
            isPermanent = try object.required("permanent", object.boolean("permanent"))
            message = try object.required("message", object.string("message"))
            fix = try object.string("fix")
            apple = try object.object("apple").map { apple throws(RewriteReportError) in
                DeviceError(
                    domain: try apple.required("domain", apple.string("domain")),
                    code: try apple.required("code", apple.integer("code"))
                )
            }
        }
    }
}
