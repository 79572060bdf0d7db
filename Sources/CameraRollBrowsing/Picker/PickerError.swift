public import CameraRoll
public import Foundation
public import PhotoMetadataEditing

/// An error of a picker session, or of one of its results.
///
/// Later versions may add cases: end a `switch` with `default`, which shows the description.
public enum PickerError: Error, Hashable, Sendable {
    /// The session is not open yet.
    case notOpen
    /// Another call is finishing the session.
    case isFinishing
    /// The session has finished or was canceled.
    case hasEnded(PickerSession.Phase)
    /// Fewer assets are selected than the configuration requires.
    case tooFewSelected(Int, minimum: Int)
    /// The task or the results were canceled.
    case cancelled
    /// The library could not be read.
    case library(LibraryError)
    /// The image or the original could not be read.
    case image(ImageError)
    /// The metadata of the original could not be read.
    case metadata(AssetMetadataError)
    /// The filter does not offer the asset.
    case notOffered(AssetID)
    /// Metadata that have to be removed cannot be removed from the file, so it is not delivered.
    case cannotRemoveMetadata(AssetID, MetadataEditError)
    /// The picture has to be encoded again, and the session has no encoder: see ``PickerEncoder``.
    case noCodec(AssetID, typeIdentifier: String)
    /// The encoder failed.
    case cannotEncode(AssetID, reason: ErrorReason)
    /// The file could not be written for another app.
    case cannotWrite(AssetID, reason: ErrorReason)
    /// A programming error.
    case invalidArgument(InvalidArgument)
}

extension PickerError: InvalidArgumentError {
    /// Whether the caller canceled the work; no alert is needed then.
    public var isCancellation: Bool {
        switch self {
        case .cancelled, .hasEnded(.cancelled): true
        default: wrapped?.isCancellation ?? false
        }
    }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .isFinishing: .retry
        case .cannotEncode(_, let reason): reason.recovery(otherwise: nil)
        case .cannotWrite(_, let reason): reason.recovery(otherwise: .retry)
        default: wrapped?.recovery
        }
    }

    /// The error that caused this one, if it is known.
    public var underlyingError: (any Error)? {
        switch self {
        case .cannotEncode(_, let reason), .cannotWrite(_, let reason): reason.error
        default: wrapped
        }
    }

    private var wrapped: (any CameraRollError)? {
        switch self {
        case .library(let error): error
        case .image(let error): error
        case .metadata(let error): error
        case .cannotRemoveMetadata(_, let error): error
        case .invalidArgument(let error): error
        default: nil
        }
    }
}

extension PickerError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .notOpen: "The picker is not open."
        case .isFinishing: "The picker is about to finish."
        case .hasEnded(let phase): "The picker has ended: it is \(phase.rawValue)."
        case .tooFewSelected(let count, let minimum):
            "\(count.counting("asset")) \(count == 1 ? "is" : "are") selected, and at least \(minimum) must be."
        case .cancelled: "The results were canceled."
        case .notOffered(let id): "The picker's filter does not offer '\(id)'."
        case .cannotRemoveMetadata(let id, let error):
            "The metadata of '\(id)' cannot be removed: \(error.description.ended)"
        case .noCodec(let id, let type): "'\(id)' of type '\(type)' has to be encoded again, and there is no encoder."
        case .cannotEncode(let id, let reason): "'\(id)' cannot be encoded: \(reason.ended)"
        case .cannotWrite(let id, let reason): "'\(id)' cannot be written: \(reason.ended)"
        default: wrapped.map { "\($0)" } ?? "The picker failed."
        }
    }
}

extension PickerError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}
