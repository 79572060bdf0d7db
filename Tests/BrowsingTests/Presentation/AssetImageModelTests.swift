import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import Observation
import Synchronization
import SyntheticLibrary
import Testing

/// A view's picture is in the first frame if it is in memory, and its request loses its priority before it ends.
@Suite @MainActor struct AssetImageModelTests {
    /// The clock of the models' grace: timeouts of the manager sleep on another one.
    private let clock = ManualClock()

    private func model(_ subject: ImageSubject, _ id: AssetID = "a", fallback: Bool = false) -> AssetImageModel {
        AssetImageModel(
            ImageSubject.request(id, fallback: fallback), from: subject.images, clock: clock)
    }

    /// Returns once what a view observes satisfies a condition.
    private func wait(for model: AssetImageModel, until isSo: (AssetImageModel) -> Bool) async {
        await waitUntil { isSo(model) }
    }

    /// Lets a model request its picture, and returns once that is shown.
    private func show(_ model: AssetImageModel, of subject: ImageSubject) async throws {
        model.appear()
        await subject.run(untilAsked: 1)
        try subject.source.asked[0].sink.final(ImageSubject.picture(1))
        await wait(for: model) { $0.phase.isLast && $0.progress == nil }
    }

    @Test func `A picture in memory is there at once, and nothing is requested`() async throws {
        let subject = try ImageSubject()
        let first = model(subject)
        first.appear()
        await subject.run(untilAsked: 1)
        try subject.source.asked[0].sink.final(ImageSubject.picture(1))
        await wait(for: first) { $0.phase.isLast }
        #expect(first.isLate)

        let second = model(subject)
        #expect(second.phase.image?.number == 1)
        #expect(second.phase.step == .final)
        second.appear()
        #expect(!second.isLate)
        #expect(subject.source.asked.count == 1)
    }

    @Test func `Progress, a degraded picture, then the final one`() async throws {
        let subject = try ImageSubject()
        let model = model(subject)
        #expect(model.phase.step == .empty)
        model.appear()
        await subject.run(untilAsked: 1)
        let sink = try #require(subject.source.asked.first?.sink)
        sink.progress(0.5)
        await wait(for: model) { $0.progress == 0.5 }
        try sink.degraded(ImageSubject.picture(1))
        await wait(for: model) { $0.phase.step == .degraded }
        try sink.final(ImageSubject.picture(2))
        await wait(for: model) { $0.phase.step == .final && $0.progress == nil }
        #expect(model.phase.image?.number == 2)
    }

    @Test func `A failure is shown, and requested again when the view appears again`() async throws {
        let subject = try ImageSubject()
        let model = model(subject)
        model.appear()
        await subject.run(untilAsked: 1)
        subject.source.asked[0].sink.fail(.failed("a", reason: "broken"))
        await wait(for: model) { $0.phase.step == .failed }
        model.disappear()
        model.appear()
        await subject.run(untilAsked: 2)
        try subject.source.asked[1].sink.final(ImageSubject.picture(3))
        await wait(for: model) { $0.phase.step == .final }
    }

    //   view of b                 the source, one request at a time
    //   ---------                 --------------------------------
    //                             x runs
    //   b appears: queued
    //   c appears: queued
    //   b disappears: lowered
    //                             x ends, c runs, though it came later
    //   the grace passes: b ends
    //                             c ends, nothing is left
    @Test func `A view that disappears lets others pass, and ends its request after a while`() async throws {
        let subject = try ImageSubject(requests: 1)
        let (x, b, c) = (model(subject, "x"), model(subject, "b"), model(subject, "c"))
        x.appear()
        await subject.run(untilAsked: 1)
        b.appear()
        await subject.waitForWaiters(2)
        c.appear()
        await subject.waitForWaiters(3)
        b.disappear()
        // The visible place is left; the lowest one stays.
        await subject.activity.wait { await subject.images.statistics.waiting == 3 }
        try subject.source.asked[0].sink.final(ImageSubject.picture(1))
        await subject.run(untilAsked: 2)
        #expect(subject.source.asked.map(\.request.asset) == ["x", "c"])
        await clock.waitUntilSleeping(1)
        clock.advance(by: AssetImageModel.grace)
        await subject.activity.wait { await subject.images.statistics.jobs == 1 }
        try subject.source.asked[1].sink.final(ImageSubject.picture(2))
        await wait(for: c) { $0.phase.isLast }
        #expect(await subject.images.statistics.jobs == 0)
        #expect(b.phase.step == .empty)
    }

    @Test func `A view that comes back within the grace keeps its request`() async throws {
        let subject = try ImageSubject()
        let model = model(subject)
        model.appear()
        await subject.run(untilAsked: 1)
        model.disappear()
        await clock.waitUntilSleeping(1)
        model.appear()
        await subject.activity.wait { await subject.images.statistics.waiting >= 1 }
        try subject.source.asked[0].sink.final(ImageSubject.picture(4))
        await wait(for: model) { $0.phase.isLast }
        #expect(subject.source.asked.count == 1)
        #expect(subject.source.cancelled == [])
    }

    @Test(arguments: [true, false])
    func `A picture from before a revocation goes`(_ isOnScreen: Bool) async throws {
        let subject = try ImageSubject()
        let model = model(subject)
        try await show(model, of: subject)
        if !isOnScreen { model.disappear() }
        subject.authorization.status = .denied
        if !isOnScreen { model.appear() }
        await wait(for: model) { $0.phase.image == nil }
        #expect(model.phase.image == nil)
    }

    // the view          | the library
    // shows a picture   | changes under limited access: the user may have deselected it
    // keeps it          | looks its asset up, and finds it
    @Test func `A picture stays while its asset is looked up again under limited access`() async throws {
        let subject = try ImageSubject(assets: 1)
        _ = try await subject.snapshot()
        // The picture is the first one since access was narrowed.
        subject.authorization.status = .limited
        let model = model(subject, "0")
        try await show(model, of: subject)
        await subject.beginLibraryChange()
        // What was posted to the main actor before has run then.
        await Task { @MainActor in }.value
        #expect(model.phase.image?.number == 1)
        subject.manual.runAll()
        await subject.images.finishConfirmation()
        await Task { @MainActor in }.value
        #expect(model.phase.image?.number == 1 && subject.source.asked.count == 1)
    }

    @Test func `A picture that was refused is requested when the permission comes`() async throws {
        let subject = try ImageSubject()
        subject.authorization.status = .denied
        let model = model(subject)
        model.appear()
        await subject.run { $0.failed == 1 }
        await wait(for: model) { $0.phase.step == .failed }
        subject.authorization.status = .authorized
        await subject.run(untilAsked: 1)
        try subject.source.asked[0].sink.final(ImageSubject.picture(1))
        await wait(for: model) { $0.phase.image != nil }
        #expect(model.phase.image?.number == 1)
    }

    // the view                 | the user            | the source
    // requests a picture       |                     | sees no full access
    //                          | allows it           |
    //                          |                     | refuses: the error comes after the news
    // requests it again        |                     |
    @Test func `A picture that is refused while the permission is granted is requested again`() async throws {
        let subject = try ImageSubject()
        subject.authorization.status = .limited
        let model = model(subject)
        model.appear()
        await subject.run(untilAsked: 1)
        subject.authorization.status = .authorized
        // What was posted to the main actor before has run then.
        await Task { @MainActor in }.value
        subject.source.asked[0].sink.fail(.library(.notAuthorized(.denied)))
        await subject.run(untilAsked: 2)
        try subject.source.asked[1].sink.final(ImageSubject.picture(1))
        await wait(for: model) { $0.phase.image != nil }
        #expect(model.phase.image?.number == 1)
    }

    @Test func `A source that always refuses is asked once for each permission`() async throws {
        let subject = try ImageSubject()
        let model = model(subject)
        model.appear()
        await subject.run(untilAsked: 1)
        subject.source.asked[0].sink.fail(.library(.notAuthorized(.denied)))
        await wait(for: model) { $0.phase.step == .failed }
        await subject.run { $0.jobs == 0 }
        #expect(subject.source.asked.count == 1)
    }

    // the view                 | the library
    // shows a picture          |
    //                          | changes: the asset may have been deselected
    // goes on showing it       |
    //                          | does not answer in time
    // goes on showing it       |
    @Test func `Under limited access a picture stays if the library does not answer whether it may`() async throws {
        let refusals = Lock<Int?>(nil)
        let subject = try ImageSubject(assets: 1, wrapping: { $0.wrapping { HangingLibrary($0, refusals) } })
        subject.authorization.status = .limited
        let model = model(subject, "0")
        try await show(model, of: subject)
        let image = try #require(model.phase.image)
        refusals.withLock { $0 = 0 }
        let drawn = ObservationCount { _ = model.phase }
        await subject.noteLibraryChange()
        // Its answer comes after that of the model.
        await #expect(throws: ImageError.self) {
            try await subject.finish { [images = subject.images] in
                try await images.confirm(image, for: model.request.key)
            }
        }
        #expect(refusals.withLock(\.self) == 3)
        #expect(drawn.count == 0)
        #expect(model.phase.image?.number == 1)
    }

    // the view                 | the library
    // shows a picture          |
    //                          | changes: the asset may have been deselected
    // goes on showing it       |
    //                          | has the asset
    // goes on showing it       |
    @Test func `Under limited access a picture stays while the library changes`() async throws {
        let subject = try ImageSubject(assets: 1)
        subject.authorization.status = .limited
        let model = model(subject, "0")
        try await show(model, of: subject)
        let drawn = ObservationCount { _ = model.phase }
        for _ in 0..<2 {
            await subject.noteLibraryChange()
        }
        #expect(drawn.count == 0 && model.phase.image?.number == 1)
        #expect(subject.source.asked.count == 1)
    }

    @Test func `A model that is released asks the library no more whether it may show its picture`() async throws {
        let ledger = AccessLedger()
        let subject = try ImageSubject(assets: 1, wrapping: { $0.recorded(in: ledger) })
        subject.authorization.status = .limited
        var model: AssetImageModel? = model(subject, "0")
        model?.appear()
        await subject.run(untilAsked: 1)
        try subject.source.asked[0].sink.final(ImageSubject.picture(1))
        await waitUntil { model?.phase.isLast == true && model?.progress == nil }
        ledger.reset()
        await subject.beginLibraryChange()
        model = nil
        subject.manual.runAll()
        // That of the cache.
        #expect(ledger.entries.map(\.touch) == [.readIdentifiers])
    }

    @Test func `Under limited access the picture of a deselected asset goes`() async throws {
        let subject = try ImageSubject()
        subject.authorization.status = .limited
        let model = model(subject, "deselected")
        try await show(model, of: subject)
        await subject.noteLibraryChange()
        await wait(for: model) { $0.phase.image == nil }
        #expect(model.phase.step == .failed)
    }

    @Test func `A view that disappears twice lets its request end after the grace`() async throws {
        let subject = try ImageSubject()
        let model = model(subject)
        model.appear()
        await subject.run(untilAsked: 1)
        model.disappear()
        model.appear()
        model.disappear()
        await clock.waitUntilSleeping(1)
        clock.advance(by: AssetImageModel.grace)
        await subject.waitForCancellations(["a"])
        await subject.run { $0.waiting == 0 && $0.jobs == 0 }
    }

    @Test func `A model that is released ends its request`() async throws {
        let subject = try ImageSubject()
        weak var released: AssetImageModel?
        do {
            let model = model(subject)
            released = model
            model.appear()
            await subject.run(untilAsked: 1)
        }
        #expect(released == nil)
        await subject.waitForCancellations(["a"])
        await subject.run { $0.waiting == 0 && $0.jobs == 0 }
    }

    @Test func `A picture's rendition is made once, and goes with the picture`() throws {
        final class Rendition: Sendable {
            let number: UInt8
            init(_ number: UInt8) { self.number = number }
        }
        let made = Atomic(0)
        func rendition(_ image: DecodedImage) -> Rendition? {
            image.rendition { image in
                made.add(1, ordering: .relaxed)
                return Rendition(image.number)
            }
        }
        weak var kept: Rendition?
        do {
            let image = try ImageSubject.picture(9)
            let copy = image.degraded
            kept = rendition(image)
            #expect(rendition(copy) === kept)
            #expect(kept?.number == 9)
        }
        #expect(made.load(ordering: .relaxed) == 1)
        #expect(kept == nil)
        let image = try ImageSubject.picture(1)
        #expect(image.rendition { _ in nil as Rendition? } == nil)
        #expect(rendition(image)?.number == 1)
    }
}

/// A library that answers no read of single assets once their number is counted.
private final class HangingLibrary: ForwardingLibrary {
    private let refusals: Lock<Int?>

    init(_ base: any PhotoLibraryBackend, _ refusals: Lock<Int?>) {
        self.refusals = refusals
        super.init(base)
    }

    override func assets(withIdentifiers ids: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        let isRefused = refusals.withLock { count in
            count = count.map { $0 + 1 }
            return count != nil
        }
        if isRefused { throw .tooManyCalls(limit: 1) }
        return try super.assets(withIdentifiers: ids)
    }
}
