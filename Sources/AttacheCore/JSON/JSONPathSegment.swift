/// One step of a path.
package enum JSONPathSegment: Sendable, Hashable {
    /// To the member of an object with this key.
    case name(String)
    /// To the element of an array, from 0 at the front or from -1 at the end.
    case index(Int)
    /// To every member of an object or element of an array.
    case wildcard
}
