#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch

/// Checks whether the history of an index has grown, with a kept connection.
struct JournalProbe {
    private let index: FolderIndex
    private var open: IndexConnection?
    private var place: Int64?
    private var file: FileIdentity?
    private var lastAsked: UInt64 = 0

    init(_ index: FolderIndex) {
        self.index = index
        file = index.file
    }

    /// Whether a check is due even without events.
    func isDue(at now: UInt64) -> Bool {
        now >= lastAsked && now - lastAsked >= index.hooks.askingInterval
    }

    mutating func hasGoneOn() -> Bool {
        lastAsked = DispatchTime.now().uptimeNanoseconds
        guard index.file != nil else { return false }
        // The index may have been set aside since.
        if open?.isCurrent(in: index) != true { open = try? index.connect() }
        guard let now = try? open?.connection.journalEnd() else {
            open = nil
            return false
        }
        defer { place = now }
        return now != place
    }

    /// Whether the index was removed or replaced since the last call.
    mutating func wasReplaced() -> Bool {
        let before = file
        file = index.file
        return file != before
    }
}
#endif
