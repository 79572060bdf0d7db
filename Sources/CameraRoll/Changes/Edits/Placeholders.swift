import Synchronization

/// Tells one transaction from all others of the process.
struct TransactionID: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    /// One that was never given before.
    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }
}

/// Stands for an asset that a transaction creates, inside of it; afterwards its ``EditOutcome`` names the asset (K60).
public struct AssetPlaceholder: Hashable, Sendable {
    let transaction: TransactionID
    let number: Int
}

/// Stands for an album or a folder that a transaction creates, inside of it; its ``EditOutcome`` names the album (K60).
public struct AlbumPlaceholder: Hashable, Sendable {
    let transaction: TransactionID
    let number: Int
}

extension AssetPlaceholder: CustomStringConvertible {
    /// Which of the transaction's new assets it is, from 1.
    public var description: String { "new asset \(number)" }
}

extension AlbumPlaceholder: CustomStringConvertible {
    /// Which of the transaction's new albums and folders it is, from 1.
    public var description: String { "new album \(number)" }
}
