import TestSupport
import Testing

@testable import CameraRoll

/// Who wants what in the cache, against a plain model.
@Suite struct CachingLedgerTests {
    private static let small = ImageRequest(for: MediaAsset(id: "a"), size: .pixels(100, 100)).key
    private static let large = ImageRequest(for: MediaAsset(id: "a"), size: .pixels(300, 300)).key
    private static let other = ImageRequest(for: MediaAsset(id: "b"), size: .pixels(100, 100)).key
    private static let keys = [small, large, other]
    private static let window = CachingLedger.Holder(number: 1)

    private enum Step: CaseIterable {
        case startSmall, startLarge, startOther, stopSmall, stopLarge, stopOther, stopAll

        var start: ImageKey? {
            switch self {
            case .startSmall: small
            case .startLarge: large
            case .startOther: other
            default: nil
            }
        }

        var stop: ImageKey? {
            switch self {
            case .stopSmall: small
            case .stopLarge: large
            case .stopOther: other
            default: nil
            }
        }
    }

    /// What each holder wants, and nothing else.
    private struct Model {
        var wanted: [CachingLedger.Holder: [ImageKey]] = [:]

        var all: Set<ImageKey> { Set(wanted.values.joined()) }

        mutating func take(_ step: Step, by holder: CachingLedger.Holder) {
            if let key = step.start {
                if !wanted[holder, default: []].contains(where: { $0.asset == key.asset }) {
                    wanted[holder, default: []].append(key)
                }
            } else if let key = step.stop {
                wanted[holder]?.removeAll { $0 == key }
            } else {
                wanted[holder] = []
            }
        }
    }

    /// A ledger and what came of it.
    private struct Subject {
        var ledger = CachingLedger()
        var wanted: Set<ImageKey> = []

        mutating func take(_ step: Step, by holder: CachingLedger.Holder) {
            if let key = step.start {
                if ledger.start(key, by: holder) == .wanted { wanted.insert(key) }
            } else if let key = step.stop {
                if ledger.stop(key, by: holder) { wanted.remove(key) }
            } else {
                ledger.stopAll(by: holder).forEach { wanted.remove($0) }
            }
        }
    }

    @Test func `Every sequence of five starts and stops of three keys ends as the model says`() {
        var wrong = 0
        func go(_ subject: Subject, _ model: Model, _ left: Int) {
            if subject.wanted != model.all || subject.ledger.count != model.all.count { wrong += 1 }
            guard left > 0 else { return }
            for step in Step.allCases {
                var (subject, model) = (subject, model)
                subject.take(step, by: .calls)
                model.take(step, by: .calls)
                go(subject, model, left - 1)
            }
        }
        go(Subject(), Model(), 5)
        #expect(wrong == 0)
    }

    @Test func `What two holders start and stop in any order is wanted while one of them wants it`() {
        var random = SeededNumbers(seed: 5)
        for _ in 0..<300 {
            var (subject, model) = (Subject(), Model())
            for _ in 0..<20 {
                let step = Step.allCases.randomElement(using: &random) ?? .stopAll
                let holder = Bool.random(using: &random) ? CachingLedger.Holder.calls : Self.window
                subject.take(step, by: holder)
                model.take(step, by: holder)
                #expect(subject.wanted == model.all)
            }
        }
    }

    @Test func `The first size has precedence for its holder, and another holder has its own`() {
        var ledger = CachingLedger()
        let starts = [
            ledger.start(Self.small, by: .calls), ledger.start(Self.large, by: .calls),
            ledger.start(Self.large, by: Self.window),
        ]
        #expect(starts == [.wanted, .mismatch(Self.small), .wanted])
        #expect(ledger.mismatch(of: Self.small) == nil)
        let isUnwanted = ledger.stop(Self.small, by: .calls)
        #expect(isUnwanted)
        #expect(ledger.mismatch(of: Self.small) == Self.large)
        #expect(ledger.mismatch(of: Self.other) == nil)
    }

    @Test func `Stopping everything tells each key that was wanted, once`() {
        var ledger = CachingLedger()
        for holder in [CachingLedger.Holder.calls, Self.window] {
            _ = ledger.start(Self.small, by: holder)
            _ = ledger.start(Self.other, by: holder)
        }
        let ofCalls = ledger.stopAll(by: .calls)
        let ofAll = ledger.stopAll()
        #expect(ofCalls.isEmpty)
        #expect(Set(ofAll) == [Self.small, Self.other])
        #expect(ledger.count == 0)
    }

    @Test func `What is stopped at once is stopped in the order in which it was started`() {
        var ledger = CachingLedger()
        let keys = (0..<50).map { ImageRequest(for: MediaAsset(id: AssetID("\($0)")), size: .pixels(1, 1)).key }
        for key in keys[25...] { _ = ledger.start(key, by: .calls) }
        for key in keys[..<25] { _ = ledger.start(key, by: Self.window) }
        let all = ledger.stopAll()
        #expect(all == keys)
    }
}
