import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// The thumb of the scrubber: where a finger holds it, and when it is there at all.
@MainActor @Suite(.timeLimit(.hang)) struct GridThumbTests {
    /// A grid by month with a screen of 390 by 844 points, at its top.
    private func presenter(_ subject: GridSubject) async -> GridPresenter {
        let presenter = await subject.presenter()
        await subject.run { subject.grid.sections != nil }
        return presenter
    }

    private func subject() throws -> GridSubject { try GridSubject(assets: 4_000) { $0.sectionUnit = .month } }

    @Test(arguments: [0.0, 1, 24, 47, 48]) func `A thumb that is grabbed anywhere stays where it is`(
        below: Double
    ) async throws {
        let subject = try subject()
        let presenter = await presenter(subject)
        let geometry = try #require(presenter.geometry)
        presenter.scrolled(top: (geometry.height - 844) / 4, height: 844)
        let (top, thumb) = (presenter.top, presenter.thumbTop(barHeight: 848))
        #expect(abs(thumb - 200) < 1e-6)
        presenter.scrub(to: 200 + below, barHeight: 848)
        #expect(abs(presenter.top - top) < 1e-6)
        presenter.scrub(to: 210 + below, barHeight: 848)
        #expect(abs(presenter.thumbTop(barHeight: 848) - 210) < 1e-6)
        presenter.endScrub()
        // The next finger has a hold of its own.
        presenter.scrub(to: 210 + GridPresenter.thumbHeight - below, barHeight: 848)
        #expect(abs(presenter.thumbTop(barHeight: 848) - 210) < 1e-6)
        presenter.endScrub()
        await subject.settle()
    }

    @Test func `A finger beside the thumb brings its center there, and what is no place is ignored`() async throws {
        let subject = try subject()
        let presenter = await presenter(subject)
        for place in [Double.nan, .infinity] { presenter.scrub(to: place, barHeight: 848) }
        #expect(!presenter.isScrubbing)
        presenter.scrub(to: 424, barHeight: 848)
        #expect(presenter.thumb == 0.5)
        presenter.scrub(to: 824, barHeight: 848)
        #expect(presenter.thumb == 1)
        presenter.scrub(to: 9_000, barHeight: 848)
        presenter.endScrub()
        await subject.settle()
    }

    @Test func `The thumb is there while the list moves or it is held, and is hidden at rest`() async throws {
        let subject = try subject()
        let presenter = await presenter(subject)
        #expect(!presenter.showsThumb && !presenter.isThumbInUse)
        presenter.scrolling(at: 0, isScrolling: true)
        #expect(presenter.showsThumb && presenter.isThumbInUse)
        presenter.hideThumb()
        #expect(presenter.showsThumb)
        presenter.scrolling(at: 300)
        presenter.scrolling(at: 0)
        #expect(presenter.showsThumb && !presenter.isThumbInUse)
        presenter.scrub(to: 10, barHeight: 848)
        presenter.hideThumb()
        #expect(presenter.showsThumb)
        presenter.endScrub()
        presenter.hideThumb()
        #expect(!presenter.showsThumb)
        await subject.settle()
    }

    @Test func `A pause of the display during a drag is not a jump`() async throws {
        let subject = try subject()
        let presenter = await presenter(subject)
        presenter.beginDrag(x: 5, y: 400)
        presenter.drag(x: 5, y: 844)
        presenter.autoscroll(seconds: 60)
        #expect(presenter.top == 180)
        presenter.autoscroll(seconds: -5)
        #expect(presenter.top == 180)
        presenter.endDrag()
        await subject.settle()
    }

    @Test func `VoiceOver's rotor goes through the sections around the screen, and no further`() async throws {
        let subject = try GridSubject(assets: 4_000) { $0.sectionUnit = .day }
        let presenter = GridPresenter(of: subject.grid)
        #expect(presenter.rotorSections(now: .now).isEmpty)
        presenter.follow()
        presenter.resize(width: 390, headerHeight: 40)
        presenter.scrolled(top: 0, height: 844)
        await subject.open()
        await subject.run { subject.grid.sections != nil }
        let sections = try #require(subject.grid.sections)
        try #require(sections.count > 200)
        #expect(presenter.rotorSections(now: .now).map(\.section) == Array(0...GridPresenter.rotorReach))
        presenter.reveal(section: 100)
        let entries = presenter.rotorSections(now: .now)
        #expect(entries.map(\.section) == Array(70...130))
        #expect(entries[30].id == .section(sections[100].id))
        #expect(entries[30].label.key == .dateDay)
        #expect(presenter.items.contains { $0.id == entries[30].id })
        presenter.reveal(section: 9_999)
        #expect(presenter.rotorSections(now: .now) == entries)
        await subject.settle()
    }
}
