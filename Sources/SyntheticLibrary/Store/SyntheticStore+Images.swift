import CameraRoll

extension SyntheticStore {
    /// What the image source was asked for so far, and what it is at.
    ///
    /// A request is off the books before its end is said, and as soon as it is cancelled.
    public var imageStatistics: SyntheticImageStatistics { traffic.statistics }

    /// Goes on with all requests that are late now, in the order in which they came, on the caller's thread.
    ///
    /// - Returns: how many they were.
    @discardableResult
    public func callBackLate() -> Int {
        holds[.late].letGo(in: self)
    }

    /// Goes on with all downloads that stall now: those of images in the order in which they came, on the caller's
    /// thread, and those of resources on the threads that read them.
    ///
    /// - Returns: how many they were.
    @discardableResult
    public func endDownloads() -> Int {
        holds[.download].letGo(in: self)
    }

    /// How many requests and reads are held back now for a reason.
    public func heldBack(_ hold: SyntheticHold) -> Int {
        holds[hold].count
    }

    /// Returns once at least so many requests and reads are held back for a reason, or the task is cancelled.
    public func untilHeldBack(_ hold: SyntheticHold, _ count: Int = 1) async {
        await holds[hold].reaches(count)
    }

    /// Returns once no request and no read is held back for a reason, or the task is cancelled.
    public func untilNoneHeldBack(_ hold: SyntheticHold) async {
        await holds[hold].empties()
    }

    /// Returns once no request is in flight at the image source, or the task is cancelled.
    public func untilImagesRest() async {
        await traffic.rests()
    }
}

// MARK: - For the sources

extension SyntheticStore {
    /// An asset's picture as the library has it; costs no modelled time, since a file is read, not the library.
    func picture(of id: AssetID, isLimited: Bool) -> StoredPicture? {
        let hasCloud = configuration.cloudOriginals
        return withState { state in
            let contents = state.contents(isLimited: isLimited)
            guard contents.row(of: id) != nil, let asset = contents.asset(id),
                let orientation = contents.storedOrientation(of: id)
            else { return nil }
            let isInCloud = hasCloud && contents.isCloudOnly(id) == true
            return StoredPicture(asset: asset, orientation: orientation, isInCloud: isInCloud)
        }
    }

    /// Counts a picture that was painted, and makes memory short where it is time.
    ///
    /// It calls others, so no lock may be held.
    func noteDecode() {
        let decodes = traffic.noteDecode()
        if faults.memoryPressureAfterDecodes == decodes { memoryPressure.raise() }
    }
}
