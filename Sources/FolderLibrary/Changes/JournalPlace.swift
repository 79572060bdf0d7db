#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// A place in the history, as change tokens have it: the number of the next entry.
struct JournalPlace: Hashable {
    private static let version: UInt8 = 1
    private static let length = 9
    /// The places that a history may come to.
    static let all: ClosedRange<Int64> = 0...1 << 60

    let number: Int64

    init(_ number: Int64) {
        self.number = number
    }

    /// Reads a place back; nil where the bytes are none of a token's.
    init?(_ data: Data) {
        guard data.count == Self.length, data.first == Self.version else { return nil }
        number = Int64(bitPattern: data.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        if number < 0 { return nil }
    }

    /// A version, and the number, its highest byte first.
    var data: Data {
        Data([Self.version] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) })
    }
}
#endif
