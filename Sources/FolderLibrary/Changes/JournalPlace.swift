#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// A place in the history, as stored in change tokens: the number of the next entry, and the stamp of the one
/// before.
///
/// Each entry has a random stamp. An index that went back in time, by a power failure or from a backup, continues
/// with other entries of the same numbers: their stamps tell that a token belongs to a lost history.
struct JournalPlace: Hashable {
    private static let version: UInt8 = 2
    /// The version of tokens without a stamp; entries of that time have 0.
    private static let firstVersion: UInt8 = 1
    private static let numberLength = 8
    /// The valid places of a history.
    static let all: ClosedRange<Int64> = 0...1 << 60

    let number: Int64
    /// 0 if there is no entry before it.
    let stamp: Int64

    init(_ number: Int64, stamp: Int64) {
        (self.number, self.stamp) = (number, stamp)
    }

    /// Reads a place; nil if the bytes are not those of a token.
    init?(_ data: Data) {
        let numbers = data.dropFirst()
        switch (data.first, numbers.count) {
        case (Self.version, 2 * Self.numberLength): stamp = Self.number(in: numbers.suffix(Self.numberLength))
        case (Self.firstVersion, Self.numberLength): stamp = 0
        default: return nil
        }
        number = Self.number(in: numbers.prefix(Self.numberLength))
        if number < 0 { return nil }
    }

    /// A version, the number and the stamp, in big-endian order.
    var data: Data {
        Data([Self.version] + Self.bytes(of: number) + Self.bytes(of: stamp))
    }

    static func freshStamp() -> Int64 {
        .random(in: 1...Int64.max)
    }

    private static func number(in data: Data) -> Int64 {
        Int64(bitPattern: data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension SQLiteConnection {
    /// The current place in the history.
    func journalPlace() throws(SQLiteError) -> JournalPlace {
        let place = try first(
            "SELECT journal_end, (SELECT stamp FROM journal WHERE number = journal_end - 1) FROM library",
            read: { JournalPlace($0.integer(0), stamp: $0.integer(1)) })
        return place ?? JournalPlace(0, stamp: 0)
    }

    /// Whether a place is in this history, as far as it is kept.
    func knows(_ place: JournalPlace) throws(SQLiteError) -> Bool {
        try number("SELECT stamp FROM journal WHERE number = ?", .integer(place.number - 1)) == place.stamp
    }
}
#endif
