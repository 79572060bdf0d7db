#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch

/// Asks whether the history of an index has gone on, by a connection that is kept.
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

    /// Whether it was not asked for so long that it is to be, whether or not the system told of anything.
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

    /// Whether another index is in the place of the one that was there when this was asked last, or none.
    mutating func wasReplaced() -> Bool {
        let before = file
        file = index.file
        return file != before
    }
}
#endif
