#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Finds names that no file has.
enum FreeName {
    /// The requested names of an asset's files and of their companions, or all of them with one number: after the name
    /// of the first one without its extension if they begin with it, otherwise before their extensions.
    ///
    /// - Parameters:
    ///   - requested: the requested names.
    ///   - taken: a number with which one of the names is known to be taken, or 0; numbers before it are not checked.
    /// - Throws: `EditError.failed` if no names are free, or an error of `isFree`.
    /// - Complexity: O(log n) calls of `isFree` for each name, in the files with such names.
    static func first(
        like requested: [[UInt8]], after taken: Int = 0, isFree: ([UInt8]) throws -> Bool
    ) throws -> (names: [[UInt8]], number: Int) {
        let first = requested.first ?? []
        let stem = first.prefix(upTo: first.lastIndex(of: 46) ?? first.endIndex).map(\.lowercased)
        func names(_ number: Int) -> [[UInt8]] {
            requested.map { file in
                let isAlike = file.prefix(stem.count).map(\.lowercased) == stem
                return name(like: file, number, at: isAlike ? stem.count : nil)
            }
        }
        guard let number = try FreeNumber.first(after: taken, isFree: { try names($0).allSatisfy(isFree) }) else {
            throw EditError.failed(
                reason: "there are too many files like '\(String(decoding: requested.first ?? [], as: UTF8.self))'")
        }
        return (names(number), number)
    }

    /// A name with a number at a position, or before its extension; number 1 is the requested name itself.
    static func name(like requested: [UInt8], _ number: Int, at position: Int? = nil) -> [UInt8] {
        if number == 1 { return requested }
        let split = position ?? requested.lastIndex(of: 46) ?? requested.endIndex
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

    /// Adds a path; returns false if it was given before.
    @discardableResult
    mutating func insert(_ path: [UInt8]) -> Bool { keys.insert(Self.key(of: path)).inserted }

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
