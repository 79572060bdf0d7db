/// What a caching window wants, what it holds, and what it has yet to learn: a pure state machine.
///
/// It is told positions and wants images, and what stands at a position must be read from the library first. The latest
/// wish counts: what is read for an earlier one is used as far as it is wanted still.
struct WindowState {
    /// Something to be read from the library, and for which state of the window.
    struct Read: Sendable {
        enum Subject: Sendable {
            /// What stands at some positions.
            case assets(Range<Int>)
            /// Where the first of these that is left stands now.
            case position([Anchor])
        }

        let subject: Subject
        let snapshot: AssetSnapshot
        let generation: Int
    }

    /// What is to be started and stopped; what is stopped comes first.
    struct Change {
        var stopped: [ImageKey] = []
        var started: [ImageRequest] = []
    }

    /// A position that was read.
    private struct Place {
        let asset: AssetID
        /// Nil where no image is wanted of what stands there.
        let key: ImageKey?
    }

    /// How many positions have an image, and when it was started.
    private struct Use {
        var count: Int
        let number: Int
    }

    /// An asset that was visible, and how far behind the first visible position.
    struct Anchor: Sendable {
        let asset: AssetID
        let offset: Int
    }

    private let planner: WindowPlanner
    private let request: @Sendable (MediaAsset) -> ImageRequest?
    private(set) var snapshot: AssetSnapshot
    private(set) var plan = WindowPlan.empty
    /// What the window has turned to; what it wants beyond that is to be started and stopped still.
    private var applied: Range<Int> = 0..<0
    /// The positions that were read.
    private var places: [Int: Place] = [:]
    /// What the window held over an earlier snapshot, and was not found again yet.
    private var strays: [AssetID: (key: ImageKey, number: Int)] = [:]
    /// The visible assets, the first first, while their place in a new snapshot is not known.
    private var anchors: [Anchor] = []
    /// How many positions have each image: it is held while one has.
    private var uses: [ImageKey: Use] = [:]
    /// Numbers the images in the order in which they were started.
    private var nextNumber = 0
    /// What is to be stopped beside what the window leaves behind.
    private var dropped: [ImageKey] = []
    /// What was wrong with the last request that made no sense.
    private(set) var refusal: ImageError?
    private var generation = 0
    private var isReading = false

    /// The most positions that are read at once.
    static let chunk = 64

    init(
        over snapshot: AssetSnapshot, planner: WindowPlanner, request: @escaping @Sendable (MediaAsset) -> ImageRequest?
    ) {
        self.snapshot = snapshot
        self.planner = planner
        self.request = request
    }

    /// How many images it holds.
    var count: Int { uses.count + strays.count }
}

// MARK: - What is wished

extension WindowState {
    /// Something else is visible.
    mutating func show(_ plan: WindowPlan) {
        self.plan = plan
        anchors = []
    }

    /// The list is another; what is visible in it is worked out, unless somebody says it first.
    mutating func rebase(on snapshot: AssetSnapshot) {
        if anchors.isEmpty { anchors = visibleAnchors }
        // What was not found since the last time is not waited for once more.
        dropped += straysInOrder.filter { uses[$0] == nil }
        strays = [:]
        for (key, use) in uses { strays[key.asset] = (key, use.number) }
        (self.snapshot, places, uses, applied) = (snapshot, [:], [:], 0..<0)
        generation += 1
        // Without an anchor the positions stay what they were, as far as the list has them.
        plan = planner.plan(count: snapshot.count, near: plan.visible)
    }

    private var visibleAnchors: [Anchor] {
        plan.visible.compactMap { position in
            places[position].map { Anchor(asset: $0.asset, offset: position - plan.visible.lowerBound) }
        }
    }

    /// Everything that is wanted is to be read and got again; returns what was held.
    mutating func reload() -> [ImageKey] {
        let plan = plan
        let held = empty()
        show(plan)
        return held
    }

    /// Nothing is wanted until something is shown again; returns what was held.
    mutating func empty() -> [ImageKey] {
        let used = uses.sorted { $0.value.number < $1.value.number }.map(\.key)
        let held = used + straysInOrder + dropped
        (plan, places, uses, applied, strays, anchors, dropped) = (.empty, [:], [:], 0..<0, [:], [], [])
        generation += 1
        return held
    }
}

// MARK: - What is to be done

extension WindowState {
    /// What is to be stopped by now; the smallest difference to what is wanted.
    mutating func takeStopped() -> [ImageKey] {
        defer { dropped = [] }
        guard anchors.isEmpty else { return dropped }
        let difference = WindowDifference(from: applied, to: plan.wanted, direction: plan.direction)
        applied = plan.wanted
        var stopped = dropped
        for position in difference.stopped.joined() {
            guard let key = places.removeValue(forKey: position)?.key else { continue }
            if letGo(key) { stopped.append(key) }
        }
        return stopped + takeStraysIfDone()
    }

    /// A position has left an image; true where no other has it.
    private mutating func letGo(_ key: ImageKey) -> Bool {
        guard let use = uses[key], use.count > 1 else {
            uses[key] = nil
            return true
        }
        uses[key]?.count -= 1
        return false
    }

    /// What an earlier snapshot had, in the order in which it was started.
    private var straysInOrder: [ImageKey] {
        strays.values.sorted { $0.number < $1.number }.map(\.key)
    }

    /// What the earlier snapshot had, once everything that is wanted of this one is known.
    private mutating func takeStraysIfDone() -> [ImageKey] {
        guard !strays.isEmpty, missing.isEmpty else { return [] }
        defer { strays = [:] }
        return straysInOrder
    }

    /// What is to be read next; nil where all is known, or a read is under way.
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

    /// The positions to read next: the first in the window's order that are not known, as far as they lie together.
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

// MARK: - What was read

extension WindowState {
    /// The assets at some positions were read.
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
        if let stray = strays.removeValue(forKey: key?.asset ?? asset.id) {
            if stray.key == key { return }
            // An edited picture has another key, and the first one has precedence until it is stopped.
            change.stopped.append(stray.key)
        }
        if let request { change.started.append(request) }
    }

    private mutating func validRequest(for asset: MediaAsset) -> ImageRequest? {
        guard let request = request(asset) else { return nil }
        do throws(ImageError) {
            try request.validate()
            return request
        } catch {
            refusal = error
            return nil
        }
    }

    /// Where the first of the visible assets that is left stands now was read; both nil where none is left.
    mutating func learn(position: Int?, of anchor: Anchor?, generation: Int) {
        isReading = false
        guard generation == self.generation, !anchors.isEmpty else { return }
        anchors = []
        guard let position, let anchor else { return }
        let start = position - anchor.offset
        plan = planner.plan(count: snapshot.count, near: start..<start + plan.visible.count)
    }

    /// A read failed; nothing is read again until something is shown.
    ///
    /// - Returns: false where it was a read of what is past, which is no reason to stop.
    mutating func giveUp(_ read: Read) -> Bool {
        isReading = false
        guard read.generation == generation else { return false }
        anchors = []
        return true
    }
}
