import CameraRoll
import Foundation

/// A place in a library's history, as its change tokens have it: a kind of access and a sequence number.
struct JournalPlace: Hashable {
    /// Where in the journal.
    let number: Int
    /// Whether the library showed selected assets only.
    let isLimited: Bool

    private static let length = 9

    init(number: Int, isLimited: Bool) {
        self.number = number
        self.isLimited = isLimited
    }

    /// Reads a place back; nil where the bytes are none of a token's.
    init?(_ data: Data) {
        guard data.count == Self.length, let kind = data.first, kind <= 1,
            let number = Int(exactly: data.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        else { return nil }
        self.init(number: number, isLimited: kind == 1)
    }

    /// One byte for the kind of access, and eight for the number, the highest first.
    var data: Data {
        let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return Data([isLimited ? 1 : 0] + bytes)
    }
}
