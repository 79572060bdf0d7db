import CameraRoll
public import Foundation

// MARK: - Labels

extension GridPresenter {
    /// What is said about a cell's asset; without its order number in a picker whose assets have check marks.
    public func description(of cell: AssetCell) -> AssetDescription {
        let isNumbered = grid.selectionOwner?.showsOrderNumbers ?? true
        return AssetDescription(of: cell, at: cell.position, of: grid.count, isNumbered: isNumbered)
    }

    /// The label of a section's header; nil if there is no such section.
    public func label(ofSection index: Int, now: Date) -> DateLabel? {
        guard let sections = grid.sections, sections.indices.contains(index) else { return nil }
        return DateLabel(of: sections[index], in: sections, now: now)
    }

    /// What the button in a section's header does.
    public func selectionPhrase(ofSection index: Int) -> Phrase {
        Phrase(isSelected(section: index) ? .gridDeselectSection : .gridSelectSection)
    }

    /// The label of the first visible asset, which floats above the grid.
    public func floatingLabel(now: Date) -> DateLabel? {
        grid.sections?.label(at: visible.positions.lowerBound, now: now)
    }
}

// MARK: - Scrubber

extension GridPresenter {
    /// A period beside the scrubber, at its place on the bar.
    public struct ScrubberMark: Hashable, Sendable {
        /// The year.
        public let phrase: Phrase
        /// The distance from the top of the bar.
        public let top: Double
    }

    /// The height of the scrubber's thumb, in points.
    public static let thumbHeight = 48.0
    /// How long a finger stays in its place before the assets there are read.
    public static let scrubberRest = Duration.milliseconds(100)
    /// The least distance of two marks, in points.
    private static let markDistance = 40.0

    /// Whether the grid is long enough for a scrubber, more than two screens, or a finger is on the scrubber, which
    /// does not vanish under it.
    public var hasScrubber: Bool {
        guard scrubber != nil, let geometry else { return false }
        guard !isScrubbing else { return true }
        return geometry.rowCount > 2 * visible.placed.count && !visible.positions.isEmpty
    }

    /// Whether a finger is on the scrubber.
    public var isScrubbing: Bool { scrubber.map { $0.phase != .idle } ?? false }

    /// The index of the section under the thumb while a finger is on it: a tick is felt when it changes.
    public var scrubbedSection: Int? {
        isScrubbing ? scrubber?.section(atFraction: thumb) : nil
    }

    /// The place of the thumb, from 0 at the top to 1 at the bottom.
    public var thumb: Double {
        guard let scrubber, let geometry, geometry.height > 0 else { return 0 }
        switch scrubber.phase {
        case .dragging(let fraction), .resting(let fraction): return fraction
        case .idle: return min(max(top / max(geometry.height - height, 1), 0), 1)
        }
    }

    /// The distance of the thumb's top from the top of a bar.
    public func thumbTop(barHeight: Double) -> Double {
        thumb * max(barHeight - Self.thumbHeight, 0)
    }

    /// The years beside a bar.
    public func marks(barHeight: Double) -> [ScrubberMark] {
        guard let scrubber else { return [] }
        return scrubber.marks(by: .year, barHeight: barHeight, minimumDistance: Self.markDistance).map { mark in
            let phrase = Phrase(.dateYear, .period(mark.dates.lowerBound, .year, scrubber.sections.calendar))
            return ScrubberMark(phrase: phrase, top: mark.fraction * max(barHeight - Self.thumbHeight, 0))
        }
    }

    /// Moves the thumb's center to a place on a bar; what is not a number is ignored.
    public func scrub(to place: Double, barHeight: Double) {
        scrub(to: (place - Self.thumbHeight / 2) / max(barHeight - Self.thumbHeight, 1))
    }

    /// Moves the thumb to a fraction of the bar, which is limited to 0 to 1.
    public func scrub(to fraction: Double) {
        guard var moved = scrubber, let geometry, !fraction.isNaN else { return }
        moved.drag(to: fraction)
        scrubber = moved
        grid.scrub(moved.phase)
        scroll(to: thumb * max(geometry.height - height, 0), isAnimated: false)
        update()
    }

    /// Notes that the finger has stayed in its place on the scrubber: the assets there are read.
    public func restScrubber() {
        scrubber?.rest()
        if let phase = scrubber?.phase { grid.scrub(phase) }
    }

    /// Notes that the finger has left the scrubber.
    public func endScrub() {
        scrubber?.end()
        // The scrubber may have gone with its sections; the grid reads again in any case.
        grid.scrub(.idle)
    }

    /// Scrolls to the next or the previous section: what VoiceOver's gestures do on the scrubber.
    public func stepScrubber(forward isForward: Bool) {
        guard let sections = grid.sections, let index = sections.index(containing: visible.positions.lowerBound) else {
            return
        }
        let next = index + (isForward ? 1 : -1)
        guard sections.indices.contains(next), let frame = geometry?.frame(ofHeader: next) else { return }
        scroll(to: frame.top, isAnimated: false)
        update()
    }
}
