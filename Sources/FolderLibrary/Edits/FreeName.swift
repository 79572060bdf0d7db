#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Finds names that no file has.
enum FreeName {
    /// The requested name, or one with a number before its extension.
    ///
    /// - Parameters:
    ///   - requested: the requested name.
    ///   - taken: the number of a name that is known to be taken, or 0; names before it are not checked.
    /// - Throws: `EditError.failed` if no name is free, or an error of `isFree`.
    /// - Complexity: O(log n) calls of `isFree`, in the files with such names.
    static func first(
        like requested: [UInt8], after taken: Int = 0, isFree: ([UInt8]) throws -> Bool
    ) throws -> (name: [UInt8], number: Int) {
        guard let number = try FreeNumber.first(after: taken, isFree: { try isFree(name(like: requested, $0)) }) else {
            throw EditError.failed(
                reason: "there are too many files like '\(String(decoding: requested, as: UTF8.self))'")
        }
        return (name(like: requested, number), number)
    }

    /// A name with a number before its extension; number 1 is the requested name itself.
    private static func name(like requested: [UInt8], _ number: Int) -> [UInt8] {
        if number == 1 { return requested }
        let split = requested.lastIndex(of: 46) ?? requested.endIndex
        return requested[..<split] + Array(" \(number)".utf8) + requested[split...]
    }
}

/// The paths that one transaction gives to files.
///
/// Two paths that differ only in case or Unicode form count as the same: some volumes do not distinguish them.
struct GivenPaths {
    /// Texts are equal regardless of their Unicode form.
    private var keys: Set<String> = []

    func contains(_ path: [UInt8]) -> Bool { keys.contains(Self.key(of: path)) }

    mutating func insert(_ path: [UInt8]) { keys.insert(Self.key(of: path)) }

    private static func key(of path: [UInt8]) -> String { String(decoding: path, as: UTF8.self).lowercased() }
}

/// Finds a free number after consecutively assigned ones.
enum FreeNumber {
    private static let most = 1 << 32

    /// Returns the first free number if all later ones are free too; otherwise a free one after a taken one.
    ///
    /// - Parameter taken: a taken number, or 0; numbers before it are not checked.
    /// - Returns: nil if no number is free.
    /// - Complexity: O(log n) calls of `isFree`, in the taken numbers after `taken`.
    static func first(after taken: Int, isFree: (Int) throws -> Bool) rethrows -> Int? {
        var (taken, step) = (taken, 1)
        while try !isFree(taken + step) {
            (taken, step) = (taken + step, step * 2)
            if taken > most { return nil }
        }
        var free = taken + step
        while free - taken > 1 {
            let middle = taken + (free - taken) / 2
            if try isFree(middle) { free = middle } else { taken = middle }
        }
        return free
    }
}
#endif
