#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Identifies a folder of the tree in the index.
struct FolderID: Hashable, Sendable {
    let row: Int64

    /// The folder of photos itself.
    static let root = FolderID(row: 1)
}

/// The identifiers of assets: the row in the index, in ten hexadecimal digits.
///
/// The rows of an index begin at random, so that indexes do not share identifiers; see ``IdentifierEpoch``. All
/// identifiers have the same length, so that the order of their texts, which breaks ties, is that of the rows.
enum AssetRow {
    private static let length = 10
    /// The rows that have identifiers; larger numbers in a damaged index are invalid.
    static let all: ClosedRange<Int64> = 0...1 << 40 - 1

    /// The identifier of a row, at least 0.
    static func id(_ row: Int64) -> AssetID {
        let text = String(unsafeUninitializedCapacity: length) { buffer in
            for place in 0..<length {
                let digit = UInt8(truncatingIfNeeded: row >> Int64((length - 1 - place) * 4)) & 15
                buffer[place] = digit < 10 ? 48 + digit : 87 + digit
            }
            return length
        }
        return AssetID(text)
    }

    /// The row of an identifier; nil if it is not an identifier of an index.
    static func row(of id: AssetID) -> Int64? {
        guard id.rawValue.utf8.count == length else { return nil }
        var row: Int64 = 0
        for byte in id.rawValue.utf8 {
            guard let digit = digit(byte) else { return nil }
            row = row << 4 | digit
        }
        return row
    }

    /// The last row whose identifier does not sort after a text; -1 if there is none.
    static func lastRow(notAfter id: AssetID) -> Int64 {
        var bytes = Array(id.rawValue.utf8.prefix(length))[...]
        var row: Int64 = 0
        for place in 0..<length {
            let rest = Int64((length - 1 - place) * 4)
            guard let byte = bytes.popFirst() else { return row << (rest + 4) - 1 }
            guard let digit = digit(byte) else { return (row << 4 + digitsBelow(byte)) << rest - 1 }
            row = row << 4 | digit
        }
        return row
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        switch byte {
        case 48...57: Int64(byte - 48)
        case 97...102: Int64(byte - 87)
        default: nil
        }
    }

    /// The number of digits that sort before a byte that is not a digit.
    private static func digitsBelow(_ byte: UInt8) -> Int64 {
        byte < 48 ? 0 : byte < 97 ? 10 : 16
    }
}

/// A file that an edit moves into the folder of photos, or out of it.
struct FileMove: Hashable, Sendable {
    /// The file's path; relative to the root unless it begins with a slash.
    let origin: [UInt8]
    let goal: [UInt8]
    /// Distinguishes the file from others with its name.
    let inode: Int64
}

/// The name in the index of a file whose own name belongs to another file, until it is found or the scan ends.
///
/// It contains a slash, so that no file can have it: a lookup fails as for a missing file. It ends with the file's own
/// name, by which the file is recognized if it comes back later.
enum DisplacedName {
    private static let mark: UInt8 = 1
    private static let slash: UInt8 = 47

    /// Creates a name that no other file of a folder has.
    ///
    /// - Parameters:
    ///   - name: the file's own name.
    ///   - asset: the row of the file's asset.
    static func make(_ name: [UInt8], of asset: Int64) -> [UInt8] {
        [mark] + Array("\(asset)".utf8) + [slash] + name
    }

    /// The file's own name within such a name; nil for any other name.
    static func original(of name: [UInt8]) -> [UInt8]? {
        guard name.first == mark, let end = name.firstIndex(of: slash), end + 1 < name.endIndex else { return nil }
        return Array(name[(end + 1)...])
    }
}
#endif
