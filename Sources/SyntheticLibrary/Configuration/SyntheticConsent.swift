import CameraRoll

/// Whether the user is asked before edits are carried out (K58); ``SyntheticStore/answerConsent(_:)`` is their answer.
public enum SyntheticConsent: Hashable, Sendable, CaseIterable {
    /// Never.
    case none
    /// Before something is deleted, as in Photos.
    case asks
    /// Before every transaction.
    case asksForEverything

    /// Whether the user is asked about some edits.
    func isNeeded(for edits: [LibraryEdit]) -> Bool {
        switch self {
        case .none: false
        case .asks: edits.contains(where: \.deletes)
        case .asksForEverything: true
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
