import CameraRoll

/// What a grid asks the library about selected assets: whether they exist, and where they are in a list.
///
/// It asks for the assets outside of its list, at each change of the library: an asset that was deleted, or is no
/// longer shared, is gone wherever it was selected. Nothing is asked while a finger drags.
struct SelectionQuestion: Sendable {
    let photos: PhotoRepository
    /// The selection that is asked about.
    let selection: AssetSelection
    /// The list in which positions are looked for.
    let list: AssetSnapshot
    /// The list that was shown before; assets of it that are gone are reported by position.
    var left: AssetSnapshot?
    /// The assets of that list that are in memory, should it no longer be readable.
    var pages: PageCache?
    /// Whether only assets of that list are asked for.
    var asksOnlyForLeft = false
    /// Whether assets outside of the list may stay selected.
    var keepsOutside = true
    /// What may be preselected; everything if nil.
    var filter: PickerFilter?

    /// The number of assets that are looked for at a time.
    private static let sliceLength = 1_000

    /// Asks the library, in slices.
    ///
    /// - Throws: the reason why something could not be read.
    @concurrent func answer() async throws(LibraryError) -> SelectionAnswer {
        let runs = asked
        var found = try await photos.identifiers(of: runs, selection.runs.sources, shown: nil, left, pages)
            .map { SelectionAnswer.Found(id: $0) }
        for start in stride(from: 0, to: found.count, by: Self.sliceLength) {
            let slice = start..<min(start + Self.sliceLength, found.count)
            let assets = try await photos.assetsByID(found[slice].compactMap(\.id))
            for index in slice {
                guard let id = found[index].id, let asset = assets[id] else { continue }
                found[index].place = filter?.matches(asset) ?? true ? .outside : .notOffered
                if !selection.limits.maximumByMediaType.isEmpty { found[index].mediaType = asset.mediaType }
            }
        }
        let existing = found.indices.filter { found[$0].place != .gone }
        let positions = try await photos.positions(of: existing.compactMap { found[$0].id }, in: list)
        for (index, position) in zip(existing, positions) {
            if let position { found[index].position = position }
        }
        return SelectionAnswer(runs, found, to: self)
    }

    /// The runs that are asked for, in the order of selection.
    private var asked: [SelectedRun] {
        selection.runs.inOrder.map(\.run).filter { run in
            run.source != 0 && (!asksOnlyForLeft || selection.runs.sources[run.source].list === left)
        }
    }
}

/// What the library knows about selected assets, by serial number.
///
/// It holds for any selection of the grid that still has them: whatever is moved or deselected meanwhile, it does not
/// have to be translated.
struct SelectionAnswer: Sendable {
    /// Where an asset is.
    enum Place: Sendable {
        case gone, notOffered, outside
    }

    /// What is known about one asset.
    struct Found: Sendable {
        /// The identifier; nil if the list in which the asset was selected can no longer be read.
        let id: AssetID?
        var place = Place.gone
        /// The position in the list; nil if the list does not contain the asset.
        var position: Int?
        var mediaType: MediaType?
    }

    /// The question.
    let question: SelectionQuestion
    private let found: [Found]
    /// The serial numbers of runs, ascending, and where their assets begin in what was found.
    private let parts: [(serials: Range<Int>, start: Int)]

    fileprivate init(_ runs: [SelectedRun], _ found: [Found], to question: SelectionQuestion) {
        (self.found, self.question) = (found, question)
        var start = 0
        parts = runs.map { run in
            defer { start += run.count }
            return (run.serials, start)
        }.sorted { $0.serials.lowerBound < $1.serials.lowerBound }
    }

    /// Calls a function with each part of some serial numbers, and with what is known about its assets, if anything is.
    func forEachPart(of serials: Range<Int>, _ body: (_ serials: Range<Int>, _ found: ArraySlice<Found>?) -> Void) {
        var rest = serials
        for part in parts[parts.firstIndex(partitionedBy: { $0.serials.upperBound > serials.lowerBound })...] {
            let known = part.serials.clamped(to: rest)
            guard !known.isEmpty else { break }
            if rest.lowerBound < known.lowerBound { body(rest.lowerBound..<known.lowerBound, nil) }
            let start = part.start + known.lowerBound - part.serials.lowerBound
            body(known, found[start..<start + known.count])
            rest = known.upperBound..<rest.upperBound
        }
        if !rest.isEmpty { body(rest, nil) }
    }
}

/// What has become of a selection by an answer of the library.
struct SelectionOutcome: Sendable {
    /// The number of assets that were selected and are gone.
    var removedCount = 0
    /// The preselected assets that cannot be selected.
    var unresolved: [UnresolvedIdentifier] = []
    /// The positions of those of the list that was left, in the order of selection.
    var deselected: [Int] = []
}

extension AssetSelection {
    /// Follows an answer, and ends a drag.
    ///
    /// Assets that are gone are deselected, those that the list contains have positions from now on, and the others
    /// have identifiers.
    mutating func take(_ answer: SelectionAnswer) -> SelectionOutcome {
        var sorting = AnswerSorting(answer, for: self)
        for placed in runs.inOrder where placed.run.source != 0 {
            var start = placed.start
            answer.forEachPart(of: placed.run.serials) { serials, found in
                for (offset, found) in (found ?? []).enumerated() {
                    sorting.take(found, at: start + offset, placed)
                }
                start += serials.count
            }
        }
        runs.remove(sorting.removed.sorted { $0.lowerBound < $1.lowerBound })
        runs = runs.named(by: answer)
        drag = nil
        return sorting.outcome
    }

    /// The selection after an answer, computed off the main actor, since the time depends on the number of assets.
    @concurrent func taking(
        _ answer: SelectionAnswer
    ) async -> (selection: AssetSelection, outcome: SelectionOutcome, isChanged: Bool) {
        var next = self
        let outcome = next.take(answer)
        return (next, outcome, next != self || !outcome.unresolved.isEmpty)
    }
}

/// Finds out which assets an answer deselects.
private struct AnswerSorting {
    private let question: SelectionQuestion
    private let selection: AssetSelection
    private var countByMediaType: [MediaType: Int]
    private var seen: Set<AssetID> = []
    /// The places of the assets that are deselected, in the order of selection.
    private(set) var removed: [Range<Int>] = []
    private(set) var outcome = SelectionOutcome()

    init(_ answer: SelectionAnswer, for selection: AssetSelection) {
        (question, self.selection, countByMediaType) = (answer.question, selection, selection.runs.countByMediaType)
    }

    mutating func take(_ found: SelectionAnswer.Found, at place: Int, _ placed: PlacedRun) {
        let source = selection.runs.sources[placed.run.source]
        if let id = found.id, let reason = reason(found, isPreselected: source.isPreselected) {
            if source.isPreselected {
                outcome.unresolved.append(UnresolvedIdentifier(id, reason))
            } else if seen.insert(id).inserted {
                // One that was selected in two lists counts once.
                outcome.removedCount += 1
            }
            return remove(place, placed, isGone: !source.isPreselected)
        }
        guard let id = found.id else {
            outcome.removedCount += 1
            return remove(place, placed, isGone: true)
        }
        // An asset that was selected in two lists keeps its first order number.
        guard seen.insert(id).inserted else { return remove(place, placed, isGone: false) }
        if let position = found.position, let other = selection.runs.offset(of: position) {
            if other < place { return remove(place, placed, isGone: false) }
            removed.append(Range(other))
        }
        if placed.run.mediaType == nil, let type = found.mediaType { countByMediaType[type, default: 0] += 1 }
    }

    /// Why an asset cannot be selected; nil if it can.
    private func reason(_ found: SelectionAnswer.Found, isPreselected: Bool) -> UnresolvedIdentifier.Reason? {
        if found.place == .gone || (found.position == nil && !question.keepsOutside) { return .notFound }
        guard isPreselected else { return nil }
        if found.place == .notOffered { return .notOffered }
        let maximum = found.mediaType.flatMap { type in
            selection.limits.maximumByMediaType[type].map { $0 - countByMediaType[type, default: 0] }
        }
        return (maximum ?? 1) <= 0 ? .beyondLimit : nil
    }

    private mutating func remove(_ place: Int, _ placed: PlacedRun, isGone: Bool) {
        removed.append(Range(place))
        if isGone, let left = question.left, selection.runs.sources[placed.run.source].list === left {
            outcome.deselected.append(placed.run.position(at: place - placed.start))
        }
    }
}

extension SelectedRuns {
    /// The same assets, with the positions and identifiers of an answer; it has none that are gone.
    fileprivate func named(by answer: SelectionAnswer) -> SelectedRuns {
        var ids: [AssetID] = []
        var new = emptied()
        let source = new.addSource(.identifiers([], arePreselected: false))
        for placed in inOrder {
            guard placed.run.source != 0 else {
                new.add(placed.run, isIndexed: false)
                continue
            }
            answer.forEachPart(of: placed.run.serials) { serials, found in
                let offset = serials.lowerBound - placed.run.serial
                guard let found else {
                    return new.add(placed.run.part(offset..<offset + serials.count), isIndexed: false)
                }
                for (serial, found) in zip(serials, found) {
                    let type = found.mediaType ?? placed.run.mediaType
                    let range = Range(found.position ?? ids.count)
                    if found.position == nil, let id = found.id { ids.append(id) }
                    let isShown = found.position != nil
                    new.add(
                        SelectedRun(range, mediaType: type, source: isShown ? 0 : source, serial: serial),
                        isIndexed: false)
                }
            }
        }
        new.replaceSource(source, by: .identifiers(ids, arePreselected: false))
        new.index()
        return new
    }
}

// MARK: - Reading

extension PhotoRepository {
    /// The identifiers of the assets of runs, in order; nil for those of a list that can no longer be read.
    ///
    /// - Parameters:
    ///   - runs: the runs.
    ///   - sources: what they refer to.
    ///   - shown: the list shown.
    ///   - left: a list of which some assets are in memory.
    ///   - pages: those assets.
    nonisolated func identifiers(
        of runs: [SelectedRun], _ sources: [SelectedSource], shown: AssetSnapshot?, _ left: AssetSnapshot? = nil,
        _ pages: PageCache? = nil
    ) async throws(LibraryError) -> [AssetID?] {
        var ids: [AssetID?] = []
        var places: [Int: [(position: Int, index: Int)]] = [:]
        for run in runs {
            switch sources[run.source] {
            case .identifiers(let all, _): ids.append(contentsOf: (0..<run.count).map { all[run.position(at: $0)] })
            case .shown, .list:
                places[run.source, default: []] += (0..<run.count).map { (run.position(at: $0), ids.count + $0) }
                ids.append(contentsOf: repeatElement(nil, count: run.count))
            }
        }
        for (source, places) in places {
            guard let list = sources[source].list ?? shown else { continue }
            let sorted = places.sorted { $0.position < $1.position }
            do throws(LibraryError) {
                let found = try await identifiers(at: sorted.map(\.position), of: list)
                for (place, id) in zip(sorted, found) { ids[place.index] = id }
            } catch .snapshotInvalidated where list !== shown {
                guard list === left else { continue }
                for place in sorted { ids[place.index] = pages?[place.position]?.id }
            }
        }
        return ids
    }

    /// The assets of runs, in order, each with its serial number, and its identifier if that is known.
    @concurrent nonisolated func assets(
        of runs: [SelectedRun], _ sources: [SelectedSource], shown: AssetSnapshot?
    ) async throws(LibraryError) -> [(serial: Int, id: AssetID?, asset: MediaAsset?)] {
        let ids = try await identifiers(of: runs, sources, shown: shown)
        let existing = try await assetsByID(ids.compactMap(\.self))
        return zip(runs.lazy.flatMap(\.serials), ids).map { serial, id in (serial, id, id.flatMap { existing[$0] }) }
    }

    /// The existing assets with some identifiers.
    nonisolated func assetsByID(_ ids: [AssetID]) async throws(LibraryError) -> [AssetID: MediaAsset] {
        let assets = try await assets(withIdentifiers: ids)
        return await finishRead(assets, of: assets.count) { assets in
            Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
