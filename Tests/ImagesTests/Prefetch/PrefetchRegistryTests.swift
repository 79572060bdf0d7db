import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// The holders of images, compared with a simple model.
@Suite struct PrefetchRegistryTests {
    private static let small = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(100, 100)).key
    private static let large = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(300, 300)).key
    private static let other = AssetImageRequest(for: MediaAsset(id: "b"), size: .pixels(100, 100)).key
    private static let keys = [small, large, other]
    private static let window = PrefetchRegistry.Holder(number: 1)

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

    /// The images that each holder needs.
    private struct Model {
        var wanted: [PrefetchRegistry.Holder: [ImageKey]] = [:]

        var all: Set<ImageKey> { Set(wanted.values.joined()) }

        mutating func take(_ step: Step, by holder: PrefetchRegistry.Holder) {
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

    /// A registry and its results.
    private struct Subject {
        var registry = PrefetchRegistry()
        var wanted: Set<ImageKey> = []

        mutating func take(_ step: Step, by holder: PrefetchRegistry.Holder) {
            if let key = step.start {
                if registry.start(key, by: holder) == .wanted { wanted.insert(key) }
            } else if let key = step.stop {
                if registry.stop(key, by: holder) { wanted.remove(key) }
            } else {
                registry.stopAll(by: holder).forEach { wanted.remove($0) }
            }
        }
    }

    @Test func `Every sequence of five starts and stops of three keys ends as the model says`() {
        var wrong = 0
        func go(_ subject: Subject, _ model: Model, _ left: Int) {
            if subject.wanted != model.all || subject.registry.count != model.all.count { wrong += 1 }
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
                let holder = Bool.random(using: &random) ? PrefetchRegistry.Holder.calls : Self.window
                subject.take(step, by: holder)
                model.take(step, by: holder)
                #expect(subject.wanted == model.all)
            }
        }
    }

    @Test func `The first size has precedence for its holder, and another holder has its own`() {
        var registry = PrefetchRegistry()
        let starts = [
            registry.start(Self.small, by: .calls), registry.start(Self.large, by: .calls),
            registry.start(Self.large, by: Self.window),
        ]
        #expect(starts == [.wanted, .mismatch(Self.small), .wanted])
        #expect(registry.mismatch(of: Self.small) == nil)
        let isUnwanted = registry.stop(Self.small, by: .calls)
        #expect(isUnwanted)
        #expect(registry.mismatch(of: Self.small) == Self.large)
        #expect(registry.mismatch(of: Self.other) == nil)
    }

    @Test func `Stopping everything tells each key that was wanted, once`() {
        var registry = PrefetchRegistry()
        for holder in [PrefetchRegistry.Holder.calls, Self.window] {
            _ = registry.start(Self.small, by: holder)
            _ = registry.start(Self.other, by: holder)
        }
        let ofCalls = registry.stopAll(by: .calls)
        let ofAll = registry.stopAll()
        #expect(ofCalls.isEmpty)
        #expect(Set(ofAll) == [Self.small, Self.other])
        #expect(registry.count == 0)
    }

    @Test func `What is stopped at once is stopped in the order in which it was started`() {
        var registry = PrefetchRegistry()
        let keys = (0..<50).map { AssetImageRequest(for: MediaAsset(id: AssetID("\($0)")), size: .pixels(1, 1)).key }
        for key in keys[25...] { _ = registry.start(key, by: .calls) }
        for key in keys[..<25] { _ = registry.start(key, by: Self.window) }
        let all = registry.stopAll()
        #expect(all == keys)
    }

    // Window                      Calls                       Registry
    // ------                      -----                       --------
    // has started small
    // is closed
    //                                                         takes its images
    //                             start small
    //                                                         releases them
    @Test func `Images of a closed holder are needed until they are released, and by another one after that too`() {
        var registry = PrefetchRegistry()
        for key in [Self.small, Self.other] { _ = registry.start(key, by: Self.window) }
        let stopped = registry.takeAll(by: Self.window).inOrder
        #expect(registry.windows.isEmpty)
        #expect(registry.start(Self.small, by: .calls) == .known)
        #expect(stopped.filter { registry.release($0) } == [Self.other])
        #expect(registry.count == 1)
    }
}

extension PrefetchRegistry {
    /// Stops all images of a holder; returns those that no holder needs now.
    mutating func stopAll(by holder: Holder) -> [ImageKey] {
        let stopped = takeAll(by: holder).inOrder
        return stopped.filter { release($0) }
    }

    /// Stops all images; returns them.
    mutating func stopAll() -> [ImageKey] {
        (windows + [.calls]).flatMap { stopAll(by: $0) }
    }
}
