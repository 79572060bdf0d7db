/// The wanted range of a caching window, its images and its pending reads: a pure state machine.
///
/// It receives positions and starts images; the asset at a position has to be read from the library first. Only the
/// latest range counts: the result of an earlier read is used as far as it is still wanted.
struct WindowState {
    /// A read of the library, for one state of the window.
    struct Read: Sendable {
        enum Subject: Sendable {
            /// The assets at some positions.
            case assets(Range<Int>)
            /// The position of the first of these assets that remains.
            case position([Anchor])
        }

        let subject: Subject
        let snapshot: AssetSnapshot
        let generation: Int
    }

    /// The images to stop and to start, in this order.
    struct Change {
        var stopped: [ImageKey] = []
        var started: [AssetImageRequest] = []
    }

    /// A position whose asset was read.
    private struct Place {
        let asset: AssetID
        /// Nil if no image is needed for the asset.
        let key: ImageKey?
    }

    /// The number of positions with an image, and the position of the image in the starting order.
    private struct Use {
        var count: Int
        let number: Int
    }

    /// A visible asset, and its distance from the first visible position.
    struct Anchor: Sendable {
        let asset: AssetID
        let offset: Int
    }

    private let planner: WindowPlanner
    private let request: @Sendable (MediaAsset) -> AssetImageRequest?
    private(set) var snapshot: AssetSnapshot
    private(set) var plan = WindowPlan.empty
    /// The range applied so far; the difference from the wanted range is pending.
    private var applied: Range<Int> = 0..<0
    /// The positions whose assets were read.
    private var places: [Int: Place] = [:]
    /// The images held for an earlier snapshot whose assets have not been found again yet.
    private var orphans: [AssetID: (key: ImageKey, number: Int)] = [:]
    /// The visible assets in order, while their position in a new snapshot is unknown.
    private var anchors: [Anchor] = []
    /// The number of positions for each image, which is held while there is one.
    private var uses: [ImageKey: Use] = [:]
    /// The next number in the starting order of images.
    private var nextNumber = 0
    /// Images to stop in addition to those that the window leaves behind.
    private var dropped: [ImageKey] = []
    /// The error of the last invalid request.
    private(set) var refusal: ImageError?
    private var generation = 0
    private var isReading = false

    /// The maximum number of positions per read.
    static let chunk = 64

    init(
        over snapshot: AssetSnapshot, planner: WindowPlanner,
        request: @escaping @Sendable (MediaAsset) -> AssetImageRequest?
    ) {
        self.snapshot = snapshot
        self.planner = planner
        self.request = request
    }

    /// The number of images held.
    var count: Int { uses.count + orphans.count }
}

// MARK: - Requests of the window

extension WindowState {
    /// Sets the wanted range.
    mutating func show(_ plan: WindowPlan) {
        self.plan = plan
        anchors = []
    }

    /// Sets a new snapshot; its visible range is determined, unless a new range is shown first.
    mutating func rebase(on snapshot: AssetSnapshot) {
        if anchors.isEmpty { anchors = visibleAnchors }
        // Images that were not found again since the last rebase are dropped.
        dropped += orphansInOrder.filter { uses[$0] == nil }
        orphans = [:]
        for (key, use) in uses { orphans[key.asset] = (key, use.number) }
        (self.snapshot, places, uses, applied) = (snapshot, [:], [:], 0..<0)
        generation += 1
        // Without an anchor the positions stay the same, as far as the list has them.
        plan = planner.plan(count: snapshot.count, near: plan.visible)
    }

    private var visibleAnchors: [Anchor] {
        plan.visible.compactMap { position in
            places[position].map { Anchor(asset: $0.asset, offset: position - plan.visible.lowerBound) }
        }
    }

    /// Empties the window until a range is shown again; returns the images that were held.
    mutating func empty() -> [ImageKey] {
        let used = uses.sorted { $0.value.number < $1.value.number }.map(\.key)
        let held = used + orphansInOrder + dropped
        (plan, places, uses, applied, orphans, anchors, dropped) = (.empty, [:], [:], 0..<0, [:], [], [])
        generation += 1
        return held
    }
}

// MARK: - Pending changes

extension WindowState {
    /// Applies the wanted range; returns the images to stop, which are the smallest possible difference.
    mutating func takeStopped() -> [ImageKey] {
        defer { dropped = [] }
        guard anchors.isEmpty else { return dropped }
        let difference = WindowDifference(from: applied, to: plan.wanted, direction: plan.direction)
        applied = plan.wanted
        var stopped = dropped
        for position in difference.stopped.joined() {
            guard let key = places.removeValue(forKey: position)?.key else { continue }
            if release(key) { stopped.append(key) }
        }
        return stopped + takeOrphansIfDone()
    }

    /// Removes one position from an image; returns true if no other position has it.
    private mutating func release(_ key: ImageKey) -> Bool {
        guard let use = uses[key], use.count > 1 else {
            uses[key] = nil
            return true
        }
        uses[key]?.count -= 1
        return false
    }

    /// The images of an earlier snapshot, in starting order.
    private var orphansInOrder: [ImageKey] {
        orphans.values.sorted { $0.number < $1.number }.map(\.key)
    }

    /// The remaining images of the earlier snapshot, once all wanted positions of this one are known.
    private mutating func takeOrphansIfDone() -> [ImageKey] {
        guard !orphans.isEmpty, missing.isEmpty else { return [] }
        defer { orphans = [:] }
        return orphansInOrder
    }

    /// The next read; nil if all positions are known, or a read is running.
    mutating func takeRead() -> Read? {
        guard !isReading, let subject else { return nil }
        isReading = true
        return Read(subject: subject, snapshot: snapshot, generation: generation)
    }

    private var subject: Read.Subject? {
        if !anchors.isEmpty { return .position(anchors) }
        let missing = missing
        return missing.isEmpty ? nil : .assets(missing)
    }

    /// The next positions to read: the first unknown ones in the window's order, as far as they are contiguous.
    private var missing: Range<Int> {
        var range: Range<Int>?
        for position in WindowOrder(of: [plan.wanted], visible: plan.visible, direction: plan.direction)
        where places[position] == nil {
            guard let known = range else {
                range = position..<position + 1
                continue
            }
            let isNext = position == known.upperBound || position == known.lowerBound - 1
            guard isNext, known.count < Self.chunk else { break }
            range = min(known.lowerBound, position)..<max(known.upperBound, position + 1)
        }
        return range ?? 0..<0
    }
}

// MARK: - Results of reads

extension WindowState {
    /// Handles the assets read at some positions.
    mutating func learn(_ assets: [MediaAsset], at positions: Range<Int>, generation: Int) -> Change {
        isReading = false
        var change = Change()
        guard generation == self.generation else { return change }
        let wanted = positions.clamped(to: applied)
        for position in WindowOrder(of: [wanted], visible: plan.visible, direction: plan.direction) {
            learn(assets[position - positions.lowerBound], at: position, into: &change)
        }
        return change
    }

    private mutating func learn(_ asset: MediaAsset, at position: Int, into change: inout Change) {
        let request = validRequest(for: asset)
        let key = request?.key
        places[position] = Place(asset: asset.id, key: key)
        if let key {
            uses[key, default: Use(count: 0, number: nextNumber)].count += 1
            nextNumber += 1
            if uses[key]?.count != 1 { return }
        }
        if let orphan = orphans.removeValue(forKey: key?.asset ?? asset.id) {
            if orphan.key == key { return }
            // An edited picture has another key, and the old one has precedence until it is stopped.
            change.stopped.append(orphan.key)
        }
        if let request { change.started.append(request) }
    }

    private mutating func validRequest(for asset: MediaAsset) -> AssetImageRequest? {
        guard let request = request(asset) else { return nil }
        do throws(ImageError) {
            try request.validate()
            return request
        } catch {
            refusal = error
            return nil
        }
    }

    /// Handles the new position of the first visible asset that remains; both are nil if none remains.
    mutating func learn(position: Int?, of anchor: Anchor?, generation: Int) {
        isReading = false
        guard generation == self.generation, !anchors.isEmpty else { return }
        anchors = []
        guard let position, let anchor else { return }
        let start = position - anchor.offset
        plan = planner.plan(count: snapshot.count, near: start..<start + plan.visible.count)
    }

    /// Handles a failed read; nothing is read again until a range is shown.
    ///
    /// - Returns: false if the read belonged to an earlier state, so that the window continues.
    mutating func giveUp(_ read: Read) -> Bool {
        isReading = false
        guard read.generation == generation else { return false }
        anchors = []
        return true
    }
}
