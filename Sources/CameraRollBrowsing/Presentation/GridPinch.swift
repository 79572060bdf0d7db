/// How a grid follows two fingers: how much larger than their places its cells are drawn, and about which point.
///
/// The density changes in steps. In between, the cells are enlarged or reduced, so that those under the fingers are
/// always as large as the fingers want them.
public struct GridPinch: Hashable, Sendable {
    /// The scales between which cells are drawn, where no other density takes over.
    static let scales = 0.6...1.7

    /// How many times larger than their places the cells are drawn; 1 at rest.
    public let scale: Double
    /// The distance of the point that keeps its place from the edge at which rows begin, in points.
    public let x: Double
    /// The distance of this point from the top of the screen, in points.
    public let y: Double

    init(scale: Double = 1, x: Double = 0, y: Double = 0) {
        (self.scale, self.x, self.y) = (min(max(scale, Self.scales.lowerBound), Self.scales.upperBound), x, y)
    }

    /// What a pinch was when it began.
    struct Start: Hashable, Sendable {
        let density: GridDensity
        let cellWidth: Double
        /// Whether the screen has changed since: the fingers are over other cells now.
        var isInterrupted = false
    }
}

// MARK: - Pinches

extension GridPresenter {
    /// Follows a pinch; the asset under the fingers keeps its place, at each density.
    ///
    /// - Parameters:
    ///   - magnification: the magnification since the pinch began; what is no positive number is ignored.
    ///   - x: the distance of the fingers from the edge at which rows begin.
    ///   - y: the distance of the fingers from the top of the screen.
    public func pinch(to magnification: Double, x: Double, y: Double) {
        guard let geometry, magnification.isFinite, magnification > 0, x.isFinite, y.isFinite else { return }
        if pinchStart == nil {
            endDrag()
            pinchStart = GridPinch.Start(density: density, cellWidth: geometry.layout.cellWidth)
        }
        guard let start = pinchStart, !start.isInterrupted else { return }
        let wanted = start.density.magnified(by: magnification)
        if wanted != density { show(wanted, keepingX: x, y: y) }
        guard let width = self.geometry?.layout.cellWidth, width > 0 else { return }
        pinch = GridPinch(scale: magnification * start.cellWidth / width, x: x, y: y)
    }

    /// Notes that the fingers have left the grid; a view animates this.
    public func endPinch() {
        pinchStart = nil
        settlePinch()
    }

    /// Draws the cells as large as they are, unless fingers pinch; a view animates this after a change of the density.
    public func settlePinch() {
        guard pinchStart == nil, pinch.scale != 1 else { return }
        pinch = GridPinch(x: pinch.x, y: pinch.y)
    }

    /// Ends a pinch whose screen has changed: what the fingers do from now on is ignored.
    func interruptPinch() {
        pinchStart?.isInterrupted = true
        if pinch.scale != 1 { pinch = GridPinch() }
    }

    /// Changes the density; what lies at a point keeps its place.
    private func show(_ density: GridDensity, keepingX x: Double, y: Double) {
        let position = nearestPosition(toX: x, y: y)
        let old = position.flatMap { geometry?.frame(of: $0) }
        let share = old.map { min(max((top + y - $0.top) / max($0.height, 1), 0), 1) } ?? 0
        setDensity(density)
        guard let frame = position.flatMap({ geometry?.frame(of: $0) }) else { return }
        scroll(to: frame.top + share * frame.height - y, isAnimated: false)
        update()
    }

    /// The asset at a point, or in the row there.
    private func nearestPosition(toX x: Double, y: Double) -> Int? {
        position(atX: x, y: y) ?? geometry?.anchor(at: top + y)?.position
    }
}
