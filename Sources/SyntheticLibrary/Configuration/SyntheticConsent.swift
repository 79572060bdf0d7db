import CameraRoll

/// Whether the user is asked before edits are carried out; ``SyntheticStore/answerConsent(_:)`` is their answer.
public enum SyntheticConsent: Hashable, Sendable, CaseIterable {
    /// Never.
    case never
    /// Before something is deleted, as in Photos.
    case forDeletions
    /// Before every transaction.
    case forEverything

    /// Whether the user is asked about some edits.
    func isNeeded(for edits: [LibraryEdit]) -> Bool {
        switch self {
        case .never: false
        case .forDeletions: edits.contains(where: \.deletes)
        case .forEverything: true
        }
    }
}

extension LibraryEdit {
    fileprivate var deletes: Bool {
        switch self {
        case .deleteAssets, .deleteAlbums: true
        default: false
        }
    }
}
