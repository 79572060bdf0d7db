import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Which pages are read and kept, against a dictionary of positions.
@Suite struct PageCacheTests {
    @Test func `What is visible is read first, then the pages around it, two reads at a time`() {
        var cache = PageCache(pageSize: 10, pageLimit: 8)
        _ = cache.reset(count: 100)
        _ = cache.show(25..<33, lead: .around(before: 8, after: 8))
        let first = cache.nextLoad()
        #expect(first?.range == 25..<33)
        #expect(cache.nextLoad()?.range == 20..<25)
        #expect(cache.nextLoad() == nil)
    }

    @Test func `While a scrubber is dragged nothing is read, and when it rests only what is visible`() {
        var cache = PageCache(pageSize: 10, pageLimit: 8)
        _ = cache.reset(count: 1_000)
        _ = cache.show(0..<8, lead: .around(before: 8, after: 8))
        guard let load = cache.nextLoad() else {
            Issue.record("nothing to read")
            return
        }
        #expect(cache.show(500..<508, lead: .nothing) == [load.number])
        #expect(cache.nextLoad() == nil)
        #expect(cache.show(700..<708, lead: .visible) == [])
        #expect(cache.nextLoad()?.range == 700..<708)
        #expect(cache.nextLoad() == nil)
    }

    @Test func `An asset that is out of date is read again, and a read that had begun does not count`() {
        var cache = PageCache(pageSize: 10, pageLimit: 4)
        _ = cache.reset(count: 10)
        _ = cache.show(0..<10, lead: .visible)
        cache.store([4: MediaAsset(id: "4 early")])
        guard let load = cache.nextLoad() else {
            Issue.record("nothing to read")
            return
        }
        cache.invalidate(4)
        #expect(cache[4]?.id == "4 early")
        let late = load.range.map { MediaAsset(id: AssetID("\($0) late")) }
        _ = cache.receive(late, from: load.number)
        #expect(cache[4]?.id == "4 early")
        #expect(!cache.isFresh(4))
        var again: [Int] = []
        while let next = cache.nextLoad() {
            again += next.range
            _ = cache.receive(next.range.map { MediaAsset(id: AssetID("\($0) again")) }, from: next.number)
        }
        #expect(again.contains(4))
        #expect(cache[4]?.id == "4 again")
    }

    @Test func `A range beyond the list, an empty list and an absurd screen are limited`() {
        var cache = PageCache(pageSize: 10, pageLimit: 4)
        _ = cache.show(5..<10, lead: .visible)
        #expect(cache.nextLoad() == nil)
        _ = cache.reset(count: 1_000_000)
        _ = cache.show(0..<900_000, lead: .around(before: .max / 2, after: .max / 2))
        #expect(cache.visible == 0..<20)
        #expect(cache[-1] == nil)
        #expect(cache[.max] == nil)
        _ = cache.reset(count: -4)
        #expect(cache.count == 0)
    }

    @Test func `A read whose asset has changed meanwhile reads this one again`() {
        var cache = PageCache(pageSize: 4, pageLimit: 4)
        _ = cache.reset(count: 4)
        _ = cache.show(0..<4, lead: .visible)
        guard let load = cache.nextLoad() else {
            Issue.record("nothing to read")
            return
        }
        let changes = ListChanges(oldCount: 4, newCount: 5, removed: [], inserted: [0], moves: [], changed: [3])
        cache.apply(changes.positionMap, changed: [3], newCount: 5)
        #expect(cache.receive((0..<4).map { CacheModel.asset($0, version: 0) }, from: load.number) == [1..<3, 4..<5])
        #expect(cache[1]?.id == "0")
        #expect(cache[3] == nil)
        _ = cache.show(0..<4, lead: .visible)
        #expect(cache.nextLoad()?.range == 0..<4)
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: Effort.seeds(12, of: 1...12 as ClosedRange<UInt64>))
    func `Random scrolls, reads and changes: every asset at its position, bounded pages, nothing left unread`(
        seed: UInt64
    ) async {
        var model = CacheModel(seed: seed)
        for step in 0..<Effort.of(full: 15_000) {
            model.step()
            guard let fault = model.fault else { continue }
            Issue.record("step \(step): \(fault)")
            return
        }
    }
}

/// A page cache beside the list that it reads, in which each element has a version.
struct CacheModel {
    private var numbers: SeededNumbers
    private var list = ChangingList(count: 60)
    private var versions: [Int: UInt64] = [:]
    private var cache: PageCache
    /// The running reads, with what they find: the data at their start.
    private var running: [Int: [MediaAsset]] = [:]
    private(set) var fault: String?

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        cache = PageCache(pageSize: Int.random(in: 3...9, using: &numbers), pageLimit: 5)
        _ = cache.reset(count: 60)
    }

    static func asset(_ element: Int, version: UInt64) -> MediaAsset {
        MediaAsset(id: AssetID("\(element)"), contentVersion: version)
    }

    mutating func step() {
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0...3: scroll()
        case 4...7: answer()
        case 8: change()
        default: readAll()
        }
        check()
    }

    private mutating func scroll() {
        let count = list.elements.count
        let start = Int.random(in: 0...count, using: &numbers)
        let visible = start..<min(start + Int.random(in: 0...8, using: &numbers), count)
        let leads: [PageCache.Lead] = [
            .nothing, .visible, .around(before: 4, after: 4), .around(before: 2, after: 30),
            .around(before: 30, after: 0),
        ]
        for number in cache.show(visible, lead: leads.randomElement(using: &numbers) ?? .visible) {
            if running.removeValue(forKey: number) == nil { fault = "ended a read that did not run" }
        }
        self.start()
    }

    private mutating func start() {
        while let load = cache.nextLoad() {
            if running[load.number] != nil || load.range.isEmpty || load.range.count > 9 { fault = "\(load)" }
            running[load.number] = list.elements[load.range].map {
                Self.asset($0, version: versions[$0, default: 0])
            }
        }
        if running.count > PageCache.mostLoads { fault = "\(running.count) reads" }
    }

    private mutating func answer() {
        guard let number = running.keys.sorted().randomElement(using: &numbers),
            let assets = running.removeValue(forKey: number)
        else { return }
        guard Int.random(in: 0..<8, using: &numbers) > 0 else { return cache.fail(number) }
        _ = cache.receive(assets, from: number)
        start()
    }

    private mutating func change() {
        guard let changes = list.change(most: 4, using: &numbers) else { return }
        for position in changes.changed { versions[list.elements[position], default: 0] += 1 }
        cache.apply(changes.positionMap, changed: changes.changed, newCount: changes.newCount)
        scroll()
    }

    /// What is visible is in memory once all reads have ended.
    private mutating func readAll() {
        guard !list.elements.isEmpty else { return }
        let start = Int.random(in: 0..<list.elements.count, using: &numbers)
        let ended = cache.show(start..<min(start + 6, list.elements.count), lead: .visible)
        for number in ended { running[number] = nil }
        self.start()
        while let number = running.keys.min() {
            guard let assets = running.removeValue(forKey: number) else { return }
            _ = cache.receive(assets, from: number)
            self.start()
        }
        if let missing = cache.visible.first(where: { !cache.isFresh($0) }) { fault = "\(missing) was not read" }
    }

    private mutating func check() {
        if cache.pageCount > 5 { fault = "\(cache.pageCount) pages" }
        if cache.count != list.elements.count { fault = "\(cache.count) assets" }
        for (position, element) in list.elements.enumerated() {
            guard let asset = cache[position] else {
                if cache.isFresh(position) { fault = "\(position) is fresh, and missing" }
                continue
            }
            if asset.id != AssetID("\(element)") { fault = "\(asset.id) at \(position) instead of \(element)" }
            let version = versions[element, default: 0]
            if cache.isFresh(position), asset.contentVersion != version { fault = "\(position) is out of date" }
        }
        if cache[list.elements.count] != nil { fault = "an asset behind the end" }
    }
}
