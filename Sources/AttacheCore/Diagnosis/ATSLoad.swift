/// One of the loads of a diagnosis: what is tried, under which dictionary.
package struct ATSLoad: Sendable, Equatable {
    /// The heading that `nscurl` puts above it and its neighbours.
    package let section: String
    /// What `nscurl` calls it.
    package let name: String
    /// The dictionary that is tried.
    package let dictionary: ATSDictionary
}
