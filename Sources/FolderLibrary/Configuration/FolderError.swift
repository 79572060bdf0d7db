#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// An error of a folder of photos as a whole; single files never cause one, see ``FolderProblem``.
public enum FolderError: Error, Hashable, Sendable {
    /// The folder of photos cannot be opened; the code is the system's error number.
    case cannotOpenRoot(path: String, code: Int32)
    /// The folder of photos is empty and is not the one that was indexed, for example because its volume is not
    /// mounted.
    case rootVanished(path: String)
    /// The folder of photos was replaced by another one, or another volume is mounted there: it has none of the photos
    /// that were indexed. Beside an index elsewhere it is never indexed; open it with another index.
    case rootReplaced(path: String)
    /// The file in the place of the index is left as it is: it belongs to other photos, to another application or to a
    /// later version of this library, or is a symbolic link.
    case indexNotUsable(reason: String)
    /// The index cannot be opened, created or written; the code is the system's error number.
    case cannotWriteIndex(path: String, code: Int32)
    /// Other writers hold the index for longer than the timeout; trying again may help.
    case busy
    /// The index is damaged; the reason is SQLite's text. The next opening repairs it.
    case damaged(reason: ErrorReason)
    /// The configuration has an invalid value.
    case invalidArgument(InvalidArgument)
    /// The index failed in another way; the reason is SQLite's text.
    case index(reason: ErrorReason)
    /// The disk is full.
    case notEnoughSpace
    /// The task was canceled; files that were indexed stay in the index.
    case cancelled
}

extension FolderError {
    /// Whether this user, or any user, cannot write the index.
    var isRefusal: Bool {
        if case .cannotWriteIndex = self { true } else { false }
    }

    /// Whether the photos are missing, or replaced by others.
    var isAbsence: Bool {
        switch self {
        case .cannotOpenRoot, .rootVanished, .rootReplaced: true
        default: false
        }
    }

    /// Whether an index that cannot be written for this reason may still be read.
    var allowsReading: Bool { self == .notEnoughSpace || isRefusal || isAbsence }

    /// The error for the system's code when the index cannot be written at a path.
    static func refusal(at path: String, code: Int32) -> FolderError {
        [ENOSPC, EDQUOT].contains(code) ? .notEnoughSpace : .cannotWriteIndex(path: path, code: code)
    }
}

extension FolderError: CustomStringConvertible {
    /// Says what went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .cannotOpenRoot(let path, ENOTDIR): "'\(path)' cannot be opened: it is a file, and not a folder."
        case .cannotOpenRoot(let path, _) where !path.hasPrefix("/"):
            "'\(path)' cannot be opened: it is not a folder of this machine."
        case .cannotOpenRoot(let path, let code): "'\(path)' cannot be opened: \(SystemError(code: code))."
        case .rootVanished(let path): "'\(path)' is empty, and is not the folder that was indexed."
        case .rootReplaced(let path): "'\(path)' has other photos than were indexed: open it with an index of its own."
        case .indexNotUsable(let reason): reason
        case .cannotWriteIndex(let path, let code):
            "The index cannot be written at '\(path)': \(SystemError(code: code)). Photos that cannot be "
                + "written can have it elsewhere: FolderConfiguration.index = .cacheFolder."
        case .busy: "Other programs have been writing to the index for too long."
        case .damaged(let reason): "The index is damaged: \(reason.ended)"
        case .invalidArgument(let argument): argument.description
        case .index(let reason): "The index failed: \(reason.ended)"
        case .notEnoughSpace: "There is not enough space for the index."
        case .cancelled: "Indexing was canceled."
        }
    }
}

extension FolderError {
    /// The index belongs to the photos of another folder.
    static func indexOfAnotherFolder(path: String) -> FolderError {
        .indexNotUsable(reason: "The index belongs to the photos in '\(path)'.")
    }

    /// The index was written by a later version of this library.
    static func indexTooNew(version: Int) -> FolderError {
        .indexNotUsable(reason: "The index has version \(version), which a later version of this library wrote.")
    }

    /// The file in the place of the index is another application's database, with its identifier.
    static func indexOfAnotherApplication(path: String, applicationID: Int) -> FolderError {
        .indexNotUsable(reason: "'\(path)' is a database of another application, \(applicationID).")
    }

    /// The index, or a file of it, is a symbolic link or not a regular file, and may lead outside of the folder.
    static func indexIsLink(path: String) -> FolderError {
        .indexNotUsable(reason: "'\(path)' is a link, or not a file, and is not opened.")
    }
}

extension FolderError: CameraRollError {
    /// Whether the caller canceled indexing; no alert is needed then.
    public var isCancellation: Bool { self == .cancelled }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .cannotOpenRoot, .rootVanished, .busy, .damaged, .index, .notEnoughSpace: .retry
        case .rootReplaced, .indexNotUsable, .cannotWriteIndex, .invalidArgument, .cancelled: nil
        }
    }

    /// The mistake in the configuration, or the error of the system or of SQLite, if there was one.
    public var underlyingError: (any Error)? {
        switch self {
        case .invalidArgument(let argument): argument
        case .cannotOpenRoot(_, let code), .cannotWriteIndex(_, let code): POSIXError(number: code)
        case .damaged(let reason), .index(let reason): reason.error
        default: nil
        }
    }
}

extension FolderError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension FolderError {
    /// Converts SQLite's error to one of the folder's.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as FolderError: error
            case let error as SQLiteError: Self(ofIndex: error)
            case let error as CocoaError: .index(reason: ErrorReason("\(SystemError(error))", causedBy: error))
            default: .index(reason: ErrorReason(error))
            }
    }

    private init(ofIndex error: SQLiteError) {
        if error.isFull {
            self = .notEnoughSpace
        } else if error.isBusy {
            self = .busy
        } else if error.isDamage {
            self = .damaged(reason: ErrorReason(error))
        } else if let code = error.refusalCode {
            self = .cannotWriteIndex(path: error.path ?? "", code: code)
        } else {
            self = .index(reason: ErrorReason(error))
        }
    }
}

/// A file or folder among the photos that could not be read correctly; the others are not affected.
public struct FolderProblem: Hashable, Sendable {
    /// The kind of problem.
    public enum Reason: Hashable, Sendable {
        /// The file has no bytes.
        case empty
        /// The file is not a known kind of picture or movie; its first bytes, 12 at most.
        case notAPicture(firstBytes: [UInt8])
        /// The file is a picture of a kind that this library does not read; its common name, such as `JPEG XL`.
        case unsupportedFormat(String)
        /// The file is a damaged picture or movie: it is shown with the data that could be read.
        case damaged
        /// The picture or movie seems intact, but its metadata are damaged: its date or place may be missing.
        case damagedMetadata
        /// The file or folder cannot be opened or read; the code is the system's error number.
        case unreadable(code: Int32)
        /// A symbolic link: links are not followed, since they may lead outside the folder or form a cycle.
        case symbolicLink
        /// A socket, a pipe or a device.
        case notAFile
        /// The folder is nested too deeply.
        case tooDeep
        /// The folder is empty, and the volume that was mounted there is not: its photos stay known.
        case volumeAway
        /// Another volume than the indexed one is mounted there, or none, and none of its photos is known: they are not
        /// shown, and those of the indexed one stay known.
        case otherVolume
    }

    /// The path relative to the folder of photos, in the form of ``FolderFile/path``.
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
        case .notAPicture(let bytes):
            "'\(path)', which begins with \(MetadataError.dump(bytes)), is no picture or movie that is known."
        case .unsupportedFormat(let kind): "'\(path)' has the format '\(kind)', which is not supported."
        case .damaged: "'\(path)' is damaged."
        case .damagedMetadata: "The metadata of '\(path)' are damaged."
        case .unreadable(let code): "'\(path)' cannot be read: \(SystemError(code: code))."
        case .symbolicLink: "'\(path)' is a symbolic link."
        case .notAFile: "'\(path)' is neither a file nor a folder."
        case .tooDeep: "'\(path)' lies too deep."
        case .volumeAway: "The volume of '\(path)' is not mounted."
        case .otherVolume: "Another volume than before is mounted at '\(path)', with other photos."
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
        case .damagedMetadata: 8
        case .unsupportedFormat: 9
        case .volumeAway: 10
        case .otherVolume: 11
        }
    }

    /// The data stored in the index along with the number.
    var detail: [UInt8] {
        switch self {
        case .notAPicture(let bytes): bytes
        case .unsupportedFormat(let kind): Array(kind.utf8)
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
        case 8: self = .damagedMetadata
        case 9: self = .unsupportedFormat(String(decoding: detail, as: UTF8.self))
        case 10: self = .volumeAway
        case 11: self = .otherVolume
        default: return nil
        }
    }
}
#endif
