#if FolderLibrary || canImport(Darwin)
import Foundation

/// A file or folder among the photos that could not be read correctly; the others are not affected.
public struct FolderProblem: Hashable, Sendable {
    /// The kind of problem.
    public enum Reason: Hashable, Sendable {
        /// The file has no bytes.
        case empty
        /// The file is not a known kind of picture or movie; its first bytes, 12 at most.
        case notAPicture(firstBytes: [UInt8])
        /// The file is a damaged picture or movie: it is shown with the data that could be read.
        case damaged
        /// The file or folder cannot be opened or read; the code is the system's error number.
        case unreadable(code: Int32)
        /// A symbolic link: links are not followed, since they may lead outside or in a circle.
        case symbolicLink
        /// A socket, a pipe or a device.
        case notAFile
        /// The folder is nested too deeply.
        case tooDeep
    }

    /// The path relative to the folder of photos; bytes that are not UTF-8 are shown as U+FFFD.
    public var path: String
    /// The kind of problem.
    public var reason: Reason

    /// Creates a problem of a file or folder.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension FolderProblem: CustomStringConvertible {
    /// Says what is wrong with which file, for logs; the wording may change.
    public var description: String {
        switch reason {
        case .empty: "'\(path)' is empty."
        case .notAPicture(let bytes): "'\(path)', which begins with \(bytes), is no picture or movie that is known."
        case .damaged: "'\(path)' is damaged."
        case .unreadable(let code): "'\(path)' cannot be read: \(SystemError(code: code))."
        case .symbolicLink: "'\(path)' is a symbolic link."
        case .notAFile: "'\(path)' is neither a file nor a folder."
        case .tooDeep: "'\(path)' lies too deep."
        }
    }
}

extension FolderProblem.Reason {
    /// The number in the index for a file that cannot be read, regardless of the system's error.
    static let unreadableNumber: Int64 = 4

    /// The reason's number in the index.
    var number: Int64 {
        switch self {
        case .empty: 1
        case .notAPicture: 2
        case .damaged: 3
        case .unreadable: Self.unreadableNumber
        case .symbolicLink: 5
        case .notAFile: 6
        case .tooDeep: 7
        }
    }

    /// The data stored in the index beside the number.
    var detail: [UInt8] {
        switch self {
        case .notAPicture(let bytes): bytes
        case .unreadable(let code): Array("\(code)".utf8)
        default: []
        }
    }

    /// Creates a reason from a number and a detail of the index; nil if the number is unknown.
    init?(number: Int64, detail: [UInt8]) {
        switch number {
        case 1: self = .empty
        case 2: self = .notAPicture(firstBytes: detail)
        case 3: self = .damaged
        case Self.unreadableNumber: self = .unreadable(code: Int32(String(decoding: detail, as: UTF8.self)) ?? 0)
        case 5: self = .symbolicLink
        case 6: self = .notAFile
        case 7: self = .tooDeep
        default: return nil
        }
    }
}
#endif
