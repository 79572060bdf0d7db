import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// Sections that are read from a library equal those of its assets' dates.
@Suite struct SectionReadsTests {
    private let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")

    private func photos(_ factory: PhotoLibrarySource) -> PhotoRepository {
        PhotoRepository(access: LibraryAccess(factory, executor: LibraryExecutor(label: "test"), limits: .untimed))
    }

    @Test(arguments: [AssetSort.newestFirst, .oldestFirst])
    func `Sections of a synthetic library equal a naive grouping`(sort: AssetSort) async throws {
        let store = SyntheticStore(assets: 3_000, seed: 12)
        let album = store.change { contents in
            let all = contents.assets
            let members = stride(from: 2_900, to: 0, by: -7).map { all[$0].id }
            return contents.makeAlbum("Trip", members)
        }
        let photos = photos(.synthetic(store))
        let second = AssetSort(.duration, ascending: false)
        var queries = [AssetQuery.all, .videos, .all.prefix(77), .album(album), .all.onlyFavorites()]
            .map { $0.sorted(by: sort) }
        queries += [.all.sorted(by: sort, second), .all.sorted(by: sort, second).prefix(500)]
        for query in queries {
            let snapshot = try await photos.snapshot(of: query)
            let dates = try await photos.assets(in: snapshot.indices, of: snapshot).map(\.creationDate)
            for unit in AssetSections.Unit.allCases {
                let found = try await photos.sections(of: snapshot, by: unit, in: calendar)
                let expected = try AssetSections(
                    of: dates, by: unit, in: calendar, isOldestFirst: sort.isAscending)
                #expect(found == expected, "\(unit) of \(query)")
            }
        }
    }

    @Test(arguments: SampleCalendars.identifiers)
    func `Sections of random dates are read from a library that answers by single assets`(
        identifier: Calendar.Identifier
    ) async throws {
        var numbers = SeededNumbers(seed: 21)
        let calendar = SampleCalendars.calendar(identifier, "America/Sao_Paulo")
        for count in [0, 1, 2, 70] {
            let dates = SampleCalendars.dates(count, using: &numbers)
            let assets = dates.enumerated().map { MediaAsset(id: AssetID("\($0 + 1_000)"), creationDate: $1) }
            let photos = photos(.fixed(FixedContents(assets: assets)))
            for sort in [AssetSort.newestFirst, .oldestFirst] {
                let snapshot = try await photos.snapshot(of: .all.sorted(by: sort))
                let ordered = sort.isAscending ? dates : dates.reversed()
                for unit in AssetSections.Unit.allCases {
                    let found = try await photos.sections(of: snapshot, by: unit, in: calendar)
                    let expected = try AssetSections(
                        of: ordered, by: unit, in: calendar, isOldestFirst: sort.isAscending)
                    #expect(found == expected, "\(count) by \(unit)")
                }
            }
        }
    }

    @Test func `Sections of a snapshot stay as they were, whatever is edited`() async throws {
        let store = SyntheticStore(assets: 500, seed: 3)
        let photos = photos(.synthetic(store))
        let snapshot = try await photos.snapshot()
        let before = try await photos.sections(of: snapshot, by: .day, in: calendar)
        store.applyBurst(seed: 8, steps: 200)
        #expect(try await photos.sections(of: snapshot, by: .day, in: calendar) == before)
    }

    @Test func `Dates without a number or an end are counted too`() async throws {
        let store = SyntheticStore(assets: 300, seed: 3)
        store.change { contents in
            for (asset, seconds) in zip(contents.assets, [Double.nan, -.infinity, .infinity, -1e308, 1e308]) {
                contents.edit(asset.id) { $0.creationDate = Date(timeIntervalSinceReferenceDate: seconds) }
            }
        }
        let limits = [Double.nan, -.infinity, -1e308, 0, 1e308, .infinity, .nan]
            .map { Date(timeIntervalSinceReferenceDate: $0) }
        let photos = photos(.synthetic(store))
        for sort in [AssetSort.newestFirst, .oldestFirst] {
            for query in [
                Subject.everything.sorted(by: sort),
                Subject.everything.sorted(by: sort, .init(.duration, ascending: true)),
            ] {
                let counts = try await photos.access.read("count") { library in
                    try library.fetchAssets(query).counts(olderThan: limits, isOldestFirst: sort.isAscending)
                }
                let undated = counts[0]
                #expect(counts.allSatisfy { undated...300 ~= $0 })
                #expect(Array(counts.dropFirst().dropLast()) == counts.dropFirst().dropLast().sorted())
                let snapshot = try await photos.snapshot(of: query)
                #expect(try await photos.sections(of: snapshot, by: .month, in: calendar).assetCount == 300)
                let ids = try await photos.identifiers(of: snapshot)
                for (position, id) in ids.enumerated() {
                    #expect(try await photos.index(of: id, in: snapshot) == position)
                }
            }
        }
    }

    @Test func `A snapshot in another order, or of another library, is refused with its name`() async throws {
        let photos = photos(.synthetic(assets: 10))
        for (query, name) in [
            (AssetQuery.all.sorted(), "in the library's own order"),
            (.all.sorted(by: AssetSort(.duration, ascending: true)), "first sorted by 'duration'"),
        ] {
            let snapshot = try await photos.snapshot(of: query)
            let error = await failure { () async throws(LibraryError) in
                try await photos.sections(of: snapshot, by: .day)
            }
            let allowed = "a snapshot that is first sorted by 'creationDate', as sections are"
            #expect(error == .invalidArgument(InvalidArgument("snapshot", name, allowed: allowed)))
        }
        let foreign = try await self.photos(.synthetic(assets: 5)).snapshot()
        let error = await failure { () async throws(LibraryError) in try await photos.sections(of: foreign, by: .day) }
        #expect(error == .foreignSnapshot(of: foreign.library))
    }

    @Test(arguments: [[], [-5], [.max], [3, 1]])
    func `Numbers that are too few, too large or out of order are an error or sections of all assets`(
        numbers: [Int]
    ) async throws {
        let assets = (0..<9).map { MediaAsset(id: AssetID("\($0)"), creationDate: .firstOf2000) }
        let photos = photos(.fixed(FixedContents(assets: assets)).wrapping { LyingLibrary($0, numbers: numbers) })
        let snapshot = try await photos.snapshot()
        do {
            #expect(try await photos.sections(of: snapshot, by: .day, in: calendar).assetCount == 9)
            #expect(!numbers.isEmpty)
        } catch {
            guard case .failed("count sections", _) = error else { return #expect(Bool(false), "\(error)") }
            #expect(numbers.isEmpty)
        }
    }
}

/// Sections are read in slices, and end as other reads do.
@Suite struct SectionSlicesTests {
    private let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")

    //  sections                     | another
    //  counts 16 dates              |
    //                               | cancels the task, or withdraws the permission
    //  counts no further dates, or  |
    //  few: the slices may begin    |
    //  before the wait for them     |
    @Test(arguments: [true, false])
    func `A read that is canceled, or loses its permission, ends after the running slice`(cancels: Bool) async throws {
        let (log, end) = (SliceLog(), Gate())
        let authorization = MockAuthorization(.authorized)
        let factory = PhotoLibrarySource.synthetic(SyntheticStore(assets: 900), authorization: authorization)
            .wrapping { SliceLoggingLibrary($0, log) }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "test"), limits: .untimed)
        let photos = PhotoRepository(access: access)
        let snapshot = try await photos.snapshot()
        let task = Task { [calendar] in
            await end.wait()
            return await failure { () async throws(LibraryError) in
                try await photos.sections(of: snapshot, by: .day, in: calendar)
            }
        }
        log.onSlice { if cancels { task.cancel() } else { authorization.set(.denied) } }
        end.open()
        #expect(await task.value == (cancels ? .cancelled : .notAuthorized(.denied)))
        let sizes = log.sizes
        log.onSlice {}
        authorization.set(.authorized)
        let whole = try await photos.snapshot()
        #expect(try await photos.sections(of: whole, by: .day, in: calendar).assetCount == whole.count)
        await access.close()
        // The second read, with all its slices, is the longer one.
        #expect(sizes.first == 16 && sizes.count < log.sizes.count - sizes.count)
    }

    @Test func `A long read is divided into slices, which begin small`() async throws {
        let log = SliceLog()
        let factory = PhotoLibrarySource.synthetic(assets: 4_000).wrapping { SliceLoggingLibrary($0, log) }
        let photos = PhotoRepository(
            access: LibraryAccess(factory, executor: LibraryExecutor(label: "test"), limits: .untimed))
        let snapshot = try await photos.snapshot()
        let days = try await photos.sections(of: snapshot, by: .day, in: calendar)
        #expect(log.sizes.first == 16)
        // The largest slice.
        #expect(log.sizes.allSatisfy { $0 <= 4_096 })
        #expect(log.sizes.count > 4)
        #expect(days.assetCount == snapshot.count)
    }
}

/// A search by single assets reads few of them.
@Suite struct DateSearchTests {
    @Test func `Random dates are counted as naively, in both orders`() throws {
        var numbers = SeededNumbers(seed: 2)
        for round in 0..<200 {
            let count = Int.random(in: 0...(round < 100 ? 3 : 40), using: &numbers)
            let dates = (0..<count).map { _ in
                Int.random(in: 0..<5, using: &numbers) == 0
                    ? nil : Date(timeIntervalSinceReferenceDate: .random(in: 0..<10, using: &numbers))
            }
            let oldest = dates.sorted { ($0 ?? .distantPast) < ($1 ?? .distantPast) }
            let limits = (0..<7).map { _ in Date(timeIntervalSinceReferenceDate: .random(in: -1..<11, using: &numbers))
            }
            let expected = limits.sorted().map { limit in dates.count { $0.map { $0 < limit } ?? true } }
            for isOldestFirst in [true, false] {
                let list = isOldestFirst ? oldest : oldest.reversed()
                var search = DateSearch(in: count, isOldestFirst: isOldestFirst)
                let found = try search.counts(olderThan: limits.sorted()) { position throws(LibraryError) in
                    list[position]
                }
                #expect(found == expected)
            }
        }
    }

    @Test(arguments: [-5, 0, 40, 49, 50, 51, 99, 100, 1_000])
    func `A number that is not the list's is not used`(_ number: Int) throws {
        let dates = (0..<100).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
        var search = DateSearch(in: dates.count, isOldestFirst: true)
        let found = try search.count(olderThan: dates[50], within: 0..<100) { () throws(LibraryError) in
            number
        } date: { position throws(LibraryError) in
            dates[position]
        }
        #expect(found == 50)
    }

    @Test func `The months of 70,000 assets take some hundred assets`() throws {
        let dates = (0..<70_000).map { Date(timeIntervalSinceReferenceDate: Double($0) * 9_000) }
        let months = (0..<240).map { Date(timeIntervalSinceReferenceDate: Double($0) * 2_629_800) }
        var (search, read) = (DateSearch(in: dates.count, isOldestFirst: true), 0)
        _ = try search.counts(olderThan: months) { position throws(LibraryError) in
            read += 1
            return dates[position]
        }
        #expect(read < 2_700)
    }
}

/// The numbers of dates in each slice, and what happens during a slice.
private final class SliceLog: Sendable {
    private let contents = Lock<(sizes: [Int], action: (@Sendable () -> Void)?)>(([], nil))

    var sizes: [Int] { contents.withLock(\.sizes) }

    func onSlice(_ action: @escaping @Sendable () -> Void) {
        contents.withLock { $0.action = action }
    }

    func note(_ size: Int) {
        let action = contents.withLock { contents in
            contents.sizes.append(size)
            return contents.action
        }
        action?()
    }
}

private final class SliceLoggingLibrary: ForwardingLibrary {
    private let log: SliceLog

    init(_ base: any PhotoLibraryBackend, _ log: SliceLog) {
        self.log = log
        super.init(base)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        let result = try base.fetchAssets(query)
        return CountedResult(result) { [log] dates, isOldestFirst throws(LibraryError) in
            log.note(dates.count)
            return try result.counts(olderThan: dates, isOldestFirst: isOldestFirst)
        }
    }
}

/// A library that returns other numbers of assets than it has.
private final class LyingLibrary: ForwardingLibrary {
    private let numbers: [Int]

    init(_ base: any PhotoLibraryBackend, numbers: [Int]) {
        self.numbers = numbers
        super.init(base)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        CountedResult(try base.fetchAssets(query)) { [numbers] dates, _ in
            numbers.isEmpty ? [] : dates.indices.map { numbers[$0 % numbers.count] }
        }
    }
}

private final class CountedResult: AssetFetchResult {
    typealias Counting = ([Date], Bool) throws(LibraryError) -> [Int]

    private let base: any AssetFetchResult
    private let counting: Counting

    init(_ base: any AssetFetchResult, counting: @escaping Counting) {
        self.base = base
        self.counting = counting
    }

    var count: Int { base.count }
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] { try base.assets(in: range) }
    func index(of id: AssetID) throws(LibraryError) -> Int? { try base.index(of: id) }

    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        try counting(dates, isOldestFirst)
    }
}
