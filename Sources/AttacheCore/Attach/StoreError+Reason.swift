import AttacheThreads

extension StoreError {
    /// The failure as a finding of the attach stage; the operator's fault, not the sender's.
    package var reason: Reason {
        Reason(
            .attachStoreFailed,
            "Attache could not \(operation) \(path): \(SystemError.text(code)).",
            fix: "Check the store's directory, its free space and the limit of open files."
        )
    }
}
