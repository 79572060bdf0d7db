/// The name of what a library is asked to do: in statistics, stalls, the access ledger and time-outs.
public struct LibraryOperation: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A static text, so that naming an operation allocates nothing.
    public let name: StaticString

    /// Names an operation.
    public init(_ name: StaticString) {
        self.name = name
    }

    /// Names an operation by a literal.
    public init(stringLiteral value: StaticString) {
        name = value
    }

    /// The name.
    public var description: String { name.description }
}

extension LibraryOperation: Hashable {
    /// Two operations are the same where their names are.
    public static func == (lhs: LibraryOperation, rhs: LibraryOperation) -> Bool {
        lhs.name.withUTF8Buffer { left in rhs.name.withUTF8Buffer { left.elementsEqual($0) } }
    }

    /// Hashes the name, without making a string of it.
    public func hash(into hasher: inout Hasher) {
        name.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
