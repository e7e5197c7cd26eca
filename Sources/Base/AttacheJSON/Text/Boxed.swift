/// An optional value behind a reference, so that what contains it is short.
///
/// Every asynchronous function that a load passes through keeps copies of the download and of the verdict in its frame, for as
/// long as the transfer takes; each copy of a value is a copy of all that it contains. A change replaces the referenced
/// value, so values stay values.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        package let value: Value

        package init(_ value: Value) { self.value = value }
    }

    private var box: Box?

    package init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

    package var wrappedValue: Value? {
        get { box?.value }
        set { box = newValue.map(Box.init) }
    }
}

extension Boxed: Equatable where Value: Equatable {
    package static func == (one: Boxed, other: Boxed) -> Bool {
        one.box === other.box || one.wrappedValue == other.wrappedValue
    }
}
