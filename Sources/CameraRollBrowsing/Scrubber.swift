public import CameraRoll
public import Foundation

/// A bar next to a grid with which a user moves through the whole library, without a view.
///
/// ```swift
/// var scrubber = Scrubber(sections: months, geometry: geometry)
/// let marks = scrubber.marks(by: .year, barHeight: 600, minimumDistance: 40)
///
/// scrubber.drag(to: 0.4)              // a finger moves: show what is cached, read nothing
/// scrubber.rest()                     // it stays in place: read one page
/// scrubber.end()
/// ```
///
/// A fraction is a place on the bar, from 0 at the top to 1 at the bottom. It corresponds to the same part of the
/// grid's height, so the thumb moves evenly with the grid.
public struct Scrubber: Sendable {
    /// The state of a scrubber.
    public enum Phase: Hashable, Sendable {
        /// No finger is on the bar.
        case idle
        /// A finger moves to a fraction: nothing should be read.
        case dragging(Double)
        /// A finger stays at a fraction: its assets should be read.
        case resting(Double)
    }

    /// A period next to the bar.
    public struct Mark: Hashable, Sendable {
        /// The period.
        public let dates: Range<Date>
        /// The place of its first asset on the bar, 0 to 1.
        public let fraction: Double
        /// The number of its assets.
        public let count: Int
    }

    /// The sections.
    public let sections: AssetSections
    /// The geometry of the grid.
    public let geometry: GridGeometry
    /// The current state.
    public private(set) var phase = Phase.idle

    /// Creates a scrubber of a grid.
    ///
    /// - Parameters:
    ///   - sections: the sections of the same list by any period; the grid itself may be without sections.
    ///   - geometry: the geometry of the grid.
    public init(sections: AssetSections, geometry: GridGeometry) {
        self.sections = sections
        self.geometry = geometry
    }
}

// MARK: - Places

extension Scrubber {
    /// The position of the first asset in the row at a fraction; nil without assets and for NaN.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func position(atFraction fraction: Double) -> Int? {
        let distance = Self.limited(fraction) * geometry.height
        // The fraction of a row must lead back to that row although the quotient was rounded.
        return geometry.anchor(at: distance + 2 * distance.ulp)?.position
    }

    /// The fraction at which the row of an asset begins; nil if there is no such position.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func fraction(of position: Int) -> Double? {
        geometry.frame(of: position).map { geometry.height > 0 ? $0.top / geometry.height : 0 }
    }

    /// The index of the section at a fraction, whose period a label shows; nil without assets.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func section(atFraction fraction: Double) -> Int? {
        position(atFraction: fraction).flatMap(sections.index(containing:))
    }

    /// The fraction at which the section at a fraction begins: the place to which a thumb snaps.
    ///
    /// - Complexity: O(log s) in the number of sections.
    public func snapped(_ fraction: Double) -> Double? {
        section(atFraction: fraction).flatMap { self.fraction(of: sections[$0].range.lowerBound) }
    }

    private static func limited(_ fraction: Double) -> Double { fraction.isNaN ? .nan : min(max(fraction, 0), 1) }
}

// MARK: - Marks

extension Scrubber {
    /// The periods that have room next to the bar, from its top; undated assets have no mark.
    ///
    /// A period is left out if its mark would be too close to the last one above it.
    ///
    /// - Parameters:
    ///   - unit: the length of the periods; not shorter than those of ``sections``.
    ///   - barHeight: the height of the bar, in points.
    ///   - minimumDistance: the least distance of two marks, in points.
    /// - Complexity: O(s log s) in the number of sections.
    public func marks(by unit: AssetSections.Unit, barHeight: Double, minimumDistance: Double = 0) -> [Mark] {
        var marks: [Mark] = []
        for section in sections.grouped(by: unit) {
            guard let dates = section.dates, let fraction = fraction(of: section.range.lowerBound) else { continue }
            if let last = marks.last, (fraction - last.fraction) * barHeight < minimumDistance { continue }
            marks.append(Mark(dates: dates, fraction: fraction, count: section.count))
        }
        return marks
    }

    /// The numbers of assets in equal parts of the time from the oldest to the newest section, from the oldest.
    ///
    /// A section that lies in several parts is divided among them by time.
    ///
    /// - Parameter bars: the number of parts, at least 1.
    /// - Returns: the number for each part; empty if no asset has a date.
    /// - Throws: `InvalidArgument` for less than one part, or more than 100,000.
    /// - Complexity: O(s + b) in the numbers of sections and parts.
    public func histogram(bars: Int) throws(InvalidArgument) -> [Double] {
        try InvalidArgument.check("number of bars", bars, in: 1...100_000)
        let periods = sections.fromOldest.compactMap { period in period.dates.map { (dates: $0, count: period.count) } }
        guard let first = periods.first?.dates.lowerBound, let last = periods.last?.dates.upperBound else { return [] }
        var histogram = [Double](repeating: 0, count: bars)
        let scale = Double(bars) / last.timeIntervalSince(first)
        for period in periods {
            let start = period.dates.lowerBound.timeIntervalSince(first) * scale
            let end = period.dates.upperBound.timeIntervalSince(first) * scale
            let density = Double(period.count) / (end - start)
            var bar = min(Int(start), bars - 1)
            while bar < bars, Double(bar) < end {
                histogram[bar] += density * max(min(end, Double(bar + 1)) - max(start, Double(bar)), 0)
                bar += 1
            }
        }
        return histogram
    }
}

// MARK: - Phases

extension Scrubber {
    /// Whether assets may be read: not while a finger moves.
    public var allowsReading: Bool {
        if case .dragging = phase { false } else { true }
    }

    /// Moves the thumb to a fraction, which is limited to 0 to 1; NaN is ignored.
    public mutating func drag(to fraction: Double) {
        guard !fraction.isNaN else { return }
        phase = .dragging(Self.limited(fraction))
    }

    /// Records that the finger has stayed in place for a while, about 100 ms; ignored if no finger is on the bar.
    public mutating func rest() {
        if case .dragging(let fraction) = phase { phase = .resting(fraction) }
    }

    /// Records that the finger has left the bar.
    ///
    /// - Returns: the fraction at which it left; nil if no finger was on the bar.
    @discardableResult public mutating func end() -> Double? {
        defer { phase = .idle }
        switch phase {
        case .idle: return nil
        case .dragging(let fraction), .resting(let fraction): return fraction
        }
    }

    /// Returns the same state over the sections and the geometry after a change.
    public func moved(to sections: AssetSections, _ geometry: GridGeometry) -> Scrubber {
        var moved = Scrubber(sections: sections, geometry: geometry)
        moved.phase = phase
        return moved
    }
}
