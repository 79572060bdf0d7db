/// How a grid follows two fingers: the scale at which its cells are drawn, and the point that stays in place.
///
/// The density changes in steps. In between, the cells are enlarged or reduced, so that those under the fingers are
/// always as large as the pinch demands.
public struct GridPinch: Hashable, Sendable {
    /// The limits of the scale: at the first and the last density, and between two others.
    static let (scalesAtEnds, scales) = (0.7...1.5, 0.4...2.4)

    /// The scale at which the cells are drawn, relative to their frames; 1 at rest.
    public let scale: Double
    /// The distance of the point that stays in place from the edge at which rows begin, in points.
    public let x: Double
    /// The distance of this point from the top of the screen, in points.
    public let y: Double

    init(scale: Double = 1, x: Double = 0, y: Double = 0, isAtEnd: Bool = false) {
        let scales = isAtEnd ? Self.scalesAtEnds : Self.scales
        (self.scale, self.x, self.y) = (min(max(scale, scales.lowerBound), scales.upperBound), x, y)
    }

    /// An asset, and a point in its cell as a fraction of the cell's height.
    struct Anchor: Hashable, Sendable {
        let position: Int
        let share: Double
    }

    /// The state in which a pinch began.
    struct Start: Hashable, Sendable {
        let density: GridDensity
        let cellWidth: Double
        /// The asset under the fingers, and the fraction of its cell that is above them; nil to look it up again.
        var anchor: Anchor?
        /// Whether the screen has changed since: the fingers may be over other cells now.
        var isInterrupted = false
    }
}

// MARK: - Pinches

extension GridPresenter {
    /// Follows a pinch; the asset under the fingers keeps its place, at each density.
    ///
    /// - Parameters:
    ///   - magnification: the magnification since the pinch began; ignored unless it is positive and finite.
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
        if start.anchor == nil { pinchStart?.anchor = anchor(atX: x, y: y) }
        if wanted != density { show(wanted, keepingAt: y) }
        guard let width = self.geometry?.layout.cellWidth, width > 0 else { return }
        let scale = magnification * start.cellWidth / width
        let isAtEnd = scale > 1 ? wanted == wanted.larger : wanted == wanted.denser
        pinch = GridPinch(scale: scale, x: x, y: y, isAtEnd: isAtEnd)
    }

    /// Ends a pinch after the fingers have left the grid; a view animates this.
    public func endPinch() {
        pinchStart = nil
        settlePinch()
    }

    /// Draws the cells at their actual size, unless fingers pinch; a view animates this after a change of the density.
    public func settlePinch() {
        guard pinchStart == nil, pinch.scale != 1 else { return }
        pinch = GridPinch(x: pinch.x, y: pinch.y)
    }

    /// Interrupts a pinch whose screen has changed: what the fingers do from now on is ignored.
    func interruptPinch() {
        pinchStart?.isInterrupted = true
        if pinch.scale != 1 { pinch = GridPinch() }
    }

    /// Changes the density; the asset that was under the fingers stays there.
    private func show(_ density: GridDensity, keepingAt y: Double) {
        setDensity(density)
        guard let anchor = pinchStart?.anchor, let frame = geometry?.frame(of: anchor.position) else { return }
        scroll(to: frame.top + anchor.share * frame.height - y, isAnimated: false)
        update()
    }

    /// The asset at a point, or in the row there.
    private func anchor(atX x: Double, y: Double) -> GridPinch.Anchor? {
        guard let geometry, let position = position(atX: x, y: y) ?? geometry.anchor(at: top + y)?.position,
            let frame = geometry.frame(of: position)
        else { return nil }
        return GridPinch.Anchor(position: position, share: min(max((top + y - frame.top) / frame.height, 0), 1))
    }
}
