import CameraRoll
public import Foundation

// MARK: - Labels

extension GridPresenter {
    /// The description of a cell's asset; without its order number in a picker whose assets have check marks.
    public func description(of cell: AssetCell) -> AssetDescription {
        let isNumbered = grid.selectionOwner?.showsOrderNumbers ?? true
        return AssetDescription(of: cell, at: cell.position, of: grid.count, isNumbered: isNumbered)
    }

    /// The label of a section's header; nil if there is no such section.
    public func label(ofSection index: Int, now: Date) -> DateLabel? {
        guard let sections = grid.sections, sections.indices.contains(index) else { return nil }
        return DateLabel(of: sections[index], in: sections, now: now)
    }

    /// The text of the button in a section's header.
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
    /// A period next to the scrubber, at its place on the bar.
    public struct ScrubberMark: Hashable, Sendable {
        /// The year.
        public let phrase: Phrase
        /// The distance from the top of the bar.
        public let top: Double
    }

    /// The height of the scrubber's thumb, in points.
    public static let thumbHeight = 48.0
    /// How long the thumb is shown after the list has come to rest.
    public static let thumbRest = Duration.milliseconds(1_500)
    /// How long a finger stays in its place before the assets there are read.
    public static let scrubberRest = Duration.milliseconds(100)
    /// The minimum distance between two marks, in points.
    private static let markDistance = 40.0

    /// Whether there is a scrubber: the grid is longer than two screens, or a finger is on the scrubber, which must not
    /// vanish under it.
    public var hasScrubber: Bool {
        guard scrubber != nil, let geometry else { return false }
        guard !isScrubbing else { return true }
        return geometry.rowCount > 2 * visible.placed.count && !visible.positions.isEmpty
    }

    /// Whether a finger is on the scrubber.
    public var isScrubbing: Bool { scrubber.map { $0.phase != .idle } ?? false }

    /// The index of the section under the thumb while a finger is on it: a view plays a haptic tick when it changes.
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

    /// The years next to a bar.
    public func marks(barHeight: Double) -> [ScrubberMark] {
        guard let scrubber else { return [] }
        return scrubber.marks(by: .year, barHeight: barHeight, minimumDistance: Self.markDistance).map { mark in
            let phrase = Phrase(.dateYear, .period(mark.dates.lowerBound, .year, scrubber.sections.calendar))
            return ScrubberMark(phrase: phrase, top: mark.fraction * max(barHeight - Self.thumbHeight, 0))
        }
    }

    /// Whether the list moves, or a finger is on the scrubber; a view hides the thumb some time after neither is true.
    public var isThumbInUse: Bool { isScrolling || isScrubbing }

    /// Hides the thumb, unless the list moves or a finger is on the scrubber.
    public func hideThumb() {
        if showsThumb, !isThumbInUse { showsThumb = false }
    }

    /// Moves the thumb with a finger; a number that is not finite is ignored.
    ///
    /// The first location of a finger grabs the thumb. If the finger is on the thumb, nothing moves until the finger
    /// does; if it is next to the thumb, the thumb's center moves to it.
    ///
    /// - Parameters:
    ///   - place: the distance of the finger from the top of the bar.
    ///   - barHeight: the height of the bar.
    public func scrub(to place: Double, barHeight: Double) {
        guard scrubber != nil, place.isFinite else { return }
        let below = place - thumbTop(barHeight: barHeight)
        // The place of the thumb is rounded, so half a point beyond its edges still counts as on it.
        let isOnThumb = -0.5...Self.thumbHeight + 0.5 ~= below
        let grab = thumbGrab ?? (isOnThumb ? below : Self.thumbHeight / 2)
        thumbGrab = grab
        scrub(to: (place - grab) / max(barHeight - Self.thumbHeight, 1))
    }

    /// Moves the thumb to a fraction of the bar, which is limited to 0 to 1.
    public func scrub(to fraction: Double) {
        guard var moved = scrubber, let geometry, !fraction.isNaN else { return }
        moved.drag(to: fraction)
        scrubber = moved
        if !showsThumb { showsThumb = true }
        grid.scrub(moved.phase)
        scroll(to: thumb * max(geometry.height - height, 0), isAnimated: false)
        update()
    }

    /// Tells the grid that the finger rests on the scrubber, so that the assets there are read.
    public func restScrubber() {
        scrubber?.rest()
        if let phase = scrubber?.phase { grid.scrub(phase) }
    }

    /// Tells the grid that the finger has left the scrubber.
    public func endScrub() {
        thumbGrab = nil
        scrubber?.end()
        // The scrubber may have gone with its sections; the grid reads again in any case.
        grid.scrub(.idle)
    }

    /// Scrolls to the next or the previous section, as VoiceOver's gestures on the scrubber do.
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

// MARK: - VoiceOver's rotor

extension GridPresenter {
    /// A section among VoiceOver's headings.
    public struct RotorSection: Hashable, Sendable, Identifiable {
        /// The identity of the section's header among the items.
        public let id: PlacedItem.ID
        /// The index of the section.
        public let section: Int
        /// The date.
        public let label: Phrase
    }

    /// The maximum number of sections on either side of the screen in a rotor, which asks again after the screen has
    /// moved.
    public static let rotorReach = 30

    /// The sections around the screen, from the top: the entries of VoiceOver's rotor.
    ///
    /// - Complexity: O(``rotorReach``), for any length of the list.
    public func rotorSections(now: Date) -> [RotorSection] {
        guard let sections = grid.sections, let first = sections.index(containing: visible.positions.lowerBound) else {
            return []
        }
        let range = max(first - Self.rotorReach, 0)..<min(first + Self.rotorReach + 1, sections.count)
        return range.map { index in
            let section = sections[index]
            return RotorSection(
                id: .section(section.id), section: index, label: DateLabel(of: section, in: sections, now: now).phrase)
        }
    }

    /// Scrolls to the header of a section.
    public func reveal(section: Int) {
        guard let frame = geometry?.frame(ofHeader: section) else { return }
        scroll(to: frame.top, isAnimated: false)
        update()
    }

    /// Converts a distance from the left edge to one from the right edge, at which rows begin from right to left.
    public func mirrored(_ x: Double) -> Double { width - x }
}
