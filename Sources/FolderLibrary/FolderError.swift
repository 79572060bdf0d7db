#if FolderLibrary || canImport(Darwin)
import CameraRoll
public import Foundation

/// Everything that a folder of photos as a whole can fail with; single files never do, see ``FolderProblem``.
public enum FolderError: Error, Hashable, Sendable {
    /// The folder of photos cannot be opened; the code is the system's error number.
    case cannotOpenRoot(path: String, code: Int32)
    /// The folder of photos is empty and another one than was indexed, as when its volume is not there.
    case rootVanished(path: String)
    /// The folder of photos is another one than was opened, without its index; a library that is opened now has it.
    case rootReplaced(path: String)
    /// The index lies beside other photos: of the folder named.
    case indexOfAnotherFolder(path: String)
    /// The index was written by a later version of this library.
    case indexTooNew(version: Int)
    /// What is in the place of the index is another application's database, with its identifier; it stays as it is.
    case indexOfAnotherApplication(path: String, applicationID: Int)
    /// What is in the place of the index, or of a file of it, is a symbolic link or no file, and may lead outside.
    case indexIsLink(path: String)
    /// The index cannot be opened, made or written; the code is the system's error number.
    case cannotWriteIndex(path: String, code: Int32)
    /// Others write to the index for longer than this one waits: trying again may help.
    case busy
    /// The index is damaged, in SQLite's own words; the next opening sees to it.
    case damaged(reason: String)
    /// The configuration asks for what there is not; the value is in the reason.
    case invalidConfiguration(reason: String)
    /// The index failed in any other way, in SQLite's own words.
    case index(reason: String)
    /// The disk is full.
    case notEnoughSpace
    /// The task was cancelled; what was indexed stays.
    case cancelled
}

extension FolderError {
    /// Whether the index cannot be written by this user, or at all.
    var isRefusal: Bool {
        if case .cannotWriteIndex = self { true } else { false }
    }

    /// Whether the photos are away, or others are in their place.
    var isAbsence: Bool {
        switch self {
        case .cannotOpenRoot, .rootVanished, .rootReplaced: true
        default: false
        }
    }

    /// Whether an index that cannot be written for this reason may be read.
    var allowsReading: Bool { self == .notEnoughSpace || isRefusal || isAbsence }

    /// What the system said of the place where the index is to be written.
    static func refusal(at path: String, code: Int32) -> FolderError {
        [ENOSPC, EDQUOT].contains(code) ? .notEnoughSpace : .cannotWriteIndex(path: path, code: code)
    }
}

extension FolderError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .cannotOpenRoot(let path, ENOTDIR): "'\(path)' cannot be opened: it is a file, and not a folder."
        case .cannotOpenRoot(let path, _) where !path.hasPrefix("/"):
            "'\(path)' cannot be opened: it is no folder of this machine."
        case .cannotOpenRoot(let path, let code): "'\(path)' cannot be opened: \(SystemError(code: code))."
        case .rootVanished(let path): "'\(path)' is empty and not the folder that was indexed."
        case .rootReplaced(let path): "'\(path)' is another folder than was opened. Open it again."
        case .indexOfAnotherFolder(let path): "The index belongs to the photos in '\(path)'."
        case .indexTooNew(let version): "The index has the version \(version), which this library does not know."
        case .indexOfAnotherApplication(let path, let id):
            "'\(path)' is a database of another application, \(id)."
        case .indexIsLink(let path): "'\(path)' is a link, or no file: nothing is opened through it."
        case .cannotWriteIndex(let path, let code):
            "The index cannot be written at '\(path)': \(SystemError(code: code)). Photos that cannot be "
                + "written can have it elsewhere: FolderConfiguration.index = .cacheFolder."
        case .busy: "Others write to the index."
        case .damaged(let reason): "The index is damaged: \(reason.ended)"
        case .invalidConfiguration(let reason): "The configuration is not possible: \(reason.ended)"
        case .index(let reason): "The index failed: \(reason.ended)"
        case .notEnoughSpace: "There is not enough space for the index."
        case .cancelled: "Indexing was cancelled."
        }
    }
}

extension FolderError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension FolderError {
    /// SQLite's failure as one of the folder's.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as FolderError: error
            case let error as SQLiteError: Self(ofIndex: error)
            case let error as CocoaError: .index(reason: "\(SystemError(error))")
            default: .index(reason: "\(error)")
            }
    }

    private init(ofIndex error: SQLiteError) {
        if error.isFull {
            self = .notEnoughSpace
        } else if error.isBusy {
            self = .busy
        } else if error.isDamage {
            self = .damaged(reason: error.description)
        } else if let code = error.refusalCode {
            self = .cannotWriteIndex(path: error.path ?? "", code: code)
        } else {
            self = .index(reason: error.description)
        }
    }
}
#endif
