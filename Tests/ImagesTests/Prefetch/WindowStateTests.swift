import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// A window's state compared with its expected contents, for all delays of its reads.
@Suite struct WindowStateTests {
    /// A list, a window over it, and the images that it has started.
    private struct Subject {
        static let setup = ManualSetup()
        var state: WindowState
        var list: [MediaAsset]
        var held: Set<ImageKey> = []
        var faults = 0
        let planner: WindowPlanner

        init(
            _ list: [MediaAsset], limits: WindowLimits = WindowLimits(maximumItemCount: 12),
            side: @escaping @Sendable (MediaAsset) -> Int? = { _ in 100 }
        ) throws {
            self.list = list
            planner = try WindowPlanner(limits)
            state = WindowState(over: Self.snapshot(list.count), planner: planner) { asset in
                side(asset).map { AssetImageRequest(for: asset, size: .pixels($0, $0)) }
            }
        }

        mutating func takeRead() -> WindowState.Read? { state.takeRead() }
        mutating func giveUp(_ read: WindowState.Read) -> Bool { state.giveUp(read) }

        static func snapshot(_ count: Int) -> AssetSnapshot {
            let opened = OpenedSnapshot(
                id: SnapshotID(number: 1), count: count, library: LibraryIdentity(rawValue: "window"))
            return AssetSnapshot(opened, of: .all, behind: setup.access)
        }

        mutating func show(_ visible: Range<Int>, speed: Double = 0) throws {
            state.show(try planner.plan(count: list.count, visible: visible, speed: speed))
        }

        mutating func rebase(_ list: [MediaAsset]) {
            self.list = list
            state.rebase(on: Self.snapshot(list.count))
        }

        mutating func note(stopped: [ImageKey], started: [AssetImageRequest] = []) {
            for key in stopped where held.remove(key) == nil { faults += 1 }
            for key in started.map(\.key) where !held.insert(key).inserted { faults += 1 }
        }

        /// Answers a read from the list as it was when the read began.
        mutating func answer(_ read: WindowState.Read, from list: [MediaAsset]) {
            switch read.subject {
            case .assets(let range):
                let change = state.learn(Array(list[range]), at: range, generation: read.generation)
                note(stopped: change.stopped, started: change.started)
            case .position(let anchors):
                let found = anchors.lazy.compactMap { anchor in
                    list.firstIndex { $0.id == anchor.asset }.map { (anchor, $0) }
                }.first
                state.learn(position: found?.1, of: found?.0, generation: read.generation)
            }
        }

        /// Stops and reads until nothing is pending.
        mutating func settle() {
            note(stopped: state.takeStopped())
            while let read = state.takeRead() {
                answer(read, from: list)
                note(stopped: state.takeStopped())
            }
        }

        var expected: Set<ImageKey> {
            Set(list[state.plan.wanted].map { AssetImageRequest(for: $0, size: .pixels(100, 100)).key })
        }
    }

    private static func assets(_ numbers: some Sequence<Int>, version: UInt64 = 0) -> [MediaAsset] {
        numbers.map { MediaAsset(id: AssetID("\($0)"), contentVersion: version) }
    }

    @Test func `After every sequence of visible ranges the window holds exactly what it wants`() throws {
        let ranges = ranges(upTo: 6)
        for first in ranges {
            for second in ranges {
                var subject = try Subject(Self.assets(0..<6), limits: WindowLimits(maximumItemCount: 4))
                try subject.show(first)
                subject.settle()
                try subject.show(second, speed: -3)
                subject.settle()
                #expect(subject.held == subject.expected)
                #expect(subject.faults == 0)
            }
        }
    }

    @Test func `What is visible is read and started first, then what lies ahead`() throws {
        var subject = try Subject(Self.assets(0..<100), limits: WindowLimits(maximumItemCount: 30, minimumLead: 10))
        try subject.show(40..<50, speed: -1)
        let next = subject.state.takeRead()
        let read = try #require(next)
        guard case .assets(let range) = read.subject else {
            Issue.record("reads \(read.subject)")
            return
        }
        #expect(range.contains(40) && range.contains(49))
        _ = subject.state.takeStopped()
        let change = subject.state.learn(Array(subject.list[range]), at: range, generation: read.generation)
        #expect(change.started.prefix(10).map(\.asset) == (40..<50).reversed().map { AssetID("\($0)") })
    }

    @Test func `A new snapshot keeps what both have, starts what is new and stops what is gone`() throws {
        var subject = try Subject(Self.assets(0..<40), limits: WindowLimits(maximumItemCount: 20, minimumLead: 2))
        try subject.show(10..<16)
        subject.settle()
        let before = subject.held
        // Three are inserted above, and one of the visible ones is deleted.
        subject.rebase(Self.assets([100, 101, 102] + (0..<40).filter { $0 != 12 }))
        subject.settle()
        #expect(subject.state.plan.visible == 13..<19)
        #expect(subject.held == subject.expected)
        #expect(subject.held.intersection(before).count == before.count - 1)
        #expect(subject.faults == 0)
    }

    @Test func `An edited picture is stopped and started again, in this order`() throws {
        var subject = try Subject(Self.assets(0..<4))
        try subject.show(0..<4)
        subject.settle()
        subject.rebase(Self.assets(0..<4, version: 1))
        subject.settle()
        #expect(subject.held == subject.expected)
        #expect(subject.faults == 0)
    }

    @Test func `A window whose assets are all gone shows the same positions, as far as there are any`() throws {
        var subject = try Subject(Self.assets(0..<40))
        try subject.show(30..<36)
        subject.settle()
        subject.rebase(Self.assets(100..<110))
        subject.settle()
        #expect(subject.state.plan.visible == 4..<10)
        #expect(subject.held == subject.expected)
        subject.rebase([])
        subject.settle()
        #expect(subject.held.isEmpty && subject.faults == 0)
    }

    @Test func `Emptied, it holds nothing, and what is read too late starts nothing`() throws {
        var subject = try Subject(Self.assets(0..<10))
        try subject.show(0..<5)
        let next = subject.state.takeRead()
        let read = try #require(next)
        subject.note(stopped: subject.state.empty())
        subject.answer(read, from: subject.list)
        subject.settle()
        #expect(subject.held.isEmpty && subject.state.count == 0)
        try subject.show(0..<5)
        subject.settle()
        #expect(subject.held == subject.expected)
    }

    @Test func `A request that makes no sense is refused by name, and the others are got`() throws {
        let setup = Subject.setup
        var state = WindowState(over: Subject.snapshot(2), planner: try WindowPlanner()) {
            AssetImageRequest(for: $0, size: .pixels($0.id == "0" ? 0 : 100, 100))
        }
        state.show(try WindowPlanner().plan(count: 2, visible: 0..<2, speed: 0))
        _ = state.takeStopped()
        let change = state.learn(Self.assets(0..<2), at: 0..<2, generation: 0)
        #expect(change.started.map(\.asset) == ["1"])
        #expect(state.refusal == .invalidSize(PixelSize(width: 0, height: 100)))
        let next = state.takeRead()
        #expect(next == nil)
        withExtendedLifetime(setup) {}
    }

    @Test func `A cell without an image is an anchor too: an unchanged list keeps its place`() throws {
        var subject = try Subject(Self.assets(0..<100)) { $0.id == "40" || $0.id == "41" ? nil : 100 }
        try subject.show(40..<44)
        subject.settle()
        subject.rebase(Self.assets(0..<100))
        subject.settle()
        #expect(subject.state.plan.visible == 40..<44)
    }

    @Test func `An image that stands at two positions is held until both have left the window`() throws {
        var list = Self.assets(0..<20)
        list[5] = list[4]
        var subject = try Subject(list, limits: WindowLimits(maximumItemCount: 4))
        try subject.show(2..<6)
        subject.settle()
        try subject.show(5..<8)
        subject.settle()
        #expect(subject.held == subject.expected && subject.faults == 0)
    }

    @Test func `New snapshots that follow each other faster than they are read do not pile images up`() throws {
        var subject = try Subject(Self.assets(0..<40), limits: WindowLimits(maximumItemCount: 30, minimumLead: 10))
        for step in 1...20 {
            try subject.show(0..<10)
            subject.note(stopped: subject.state.takeStopped())
            if let read = subject.state.takeRead() { subject.answer(read, from: subject.list) }
            subject.rebase(Self.assets(step * 1_000..<step * 1_000 + 40))
            subject.note(stopped: subject.state.takeStopped())
            #expect(subject.held.count <= 60)
        }
    }

    @Test func `A read of the list before that fails is no reason to stop`() throws {
        var subject = try Subject(Self.assets(0..<40))
        try subject.show(0..<4)
        let read = subject.takeRead()
        let old = try #require(read)
        subject.rebase(Self.assets(0..<40))
        let isCurrent = subject.giveUp(old)
        #expect(!isCurrent)
        subject.settle()
        #expect(subject.held == subject.expected)
    }

    @Test func `If the first visible asset is gone, the next one keeps its place on the screen`() throws {
        var subject = try Subject(Self.assets(0..<40))
        try subject.show(10..<16)
        subject.settle()
        subject.rebase(Self.assets((0..<40).filter { $0 != 10 }))
        subject.settle()
        // 11 was in the second row, and still is: its position is now 10.
        #expect(subject.state.plan.visible == 9..<15)
    }

    @Test func `A read from before the window was emptied is no reason to stop if it fails`() throws {
        var subject = try Subject(Self.assets(0..<40))
        try subject.show(0..<4)
        let read = subject.takeRead()
        let old = try #require(read)
        subject.note(stopped: subject.state.empty())
        try subject.show(20..<24)
        let isCurrent = subject.giveUp(old)
        #expect(!isCurrent)
        subject.settle()
        #expect(subject.held == subject.expected)
    }

    @Test(arguments: [false, true])
    func `Emptied, it gives back what it held in the order in which that was started`(rebases: Bool) throws {
        var subject = try Subject(Self.assets(0..<40), limits: WindowLimits(maximumItemCount: 20))
        try subject.show(10..<26)
        subject.note(stopped: subject.state.takeStopped())
        var started: [ImageKey] = []
        while let read = subject.takeRead() {
            guard case .assets(let range) = read.subject else { break }
            let change = subject.state.learn(Array(subject.list[range]), at: range, generation: read.generation)
            started += change.started.map(\.key)
        }
        if rebases { subject.rebase(Self.assets(0..<40)) }
        let held = subject.state.empty()
        #expect(held == started && held.count == 20)
    }

    @Test func `No more positions are read at once than a chunk`() throws {
        var subject = try Subject(Self.assets(0..<1_000), limits: WindowLimits(maximumItemCount: 400, minimumLead: 180))
        try subject.show(500..<520)
        var read = 0
        while let next = subject.takeRead() {
            guard case .assets(let range) = next.subject else { break }
            #expect(range.count <= WindowState.chunk)
            read += range.count
            subject.note(stopped: subject.state.takeStopped())
            subject.answer(next, from: subject.list)
        }
        #expect(read == subject.expected.count && read > 2 * WindowState.chunk)
    }

    @Test(arguments: Effort.seeds(0..<60 as Range<UInt64>))
    func `However shows, new snapshots and late answers follow each other, it ends at what it wants`(seed: UInt64)
        throws
    {
        var random = SeededNumbers(seed: seed)
        var subject = try Subject(Self.assets(0..<60), limits: WindowLimits(maximumItemCount: 25, minimumLead: 3))
        var late: (read: WindowState.Read, list: [MediaAsset])?
        for _ in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: subject.note(stopped: subject.state.empty())
            case 1, 2: subject.rebase(Self.changed(subject.list, using: &random))
            case 3, 4, 5:
                if let answered = late.take() { subject.answer(answered.read, from: answered.list) }
                subject.note(stopped: subject.state.takeStopped())
                if let read = subject.state.takeRead() { late = (read, subject.list) }
            default:
                let start = Int.random(in: 0...subject.list.count, using: &random)
                let end = min(start + Int.random(in: 0...12, using: &random), subject.list.count)
                try subject.show(start..<end, speed: Double(Int.random(in: -30...30, using: &random)))
            }
        }
        if let answered = late { subject.answer(answered.read, from: answered.list) }
        subject.settle()
        #expect(subject.held == subject.expected)
        #expect(subject.faults == 0)
        #expect(subject.state.count == subject.held.count)
    }

    /// Another state of a list: some assets removed, some edited, some inserted, some moved.
    private static func changed(_ list: [MediaAsset], using random: inout SeededNumbers) -> [MediaAsset] {
        var list = list.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
        for index in list.indices where Int.random(in: 0..<8, using: &random) == 0 { list[index].contentVersion += 1 }
        let first = Int.random(in: 1_000..<1_000_000, using: &random)
        let place = Int.random(in: 0...list.count, using: &random)
        list.insert(contentsOf: assets(first..<first + Int.random(in: 0..<20, using: &random)), at: place)
        return list
    }
}
