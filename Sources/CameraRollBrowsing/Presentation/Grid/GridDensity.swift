import CameraRoll

/// The number of assets that a grid shows at a time, in steps that a pinch or a command changes.
public struct GridDensity: Hashable, Sendable, CaseIterable, Comparable {
    /// The minimum widths of cells, in points, from the most to the fewest assets.
    private static let widths: [Double] = [44, 78, 110, 170, 330]
    /// The steps, from the most to the fewest assets.
    public static let allCases = widths.indices.map { GridDensity(step: $0) }
    /// The step of pickers on a phone: three or four columns.
    public static let standard = GridDensity(step: 2)

    private let step: Int

    private init(step: Int) {
        self.step = step
    }

    /// The next step with more assets; the same if this is the last.
    public var denser: GridDensity { GridDensity(step: max(step - 1, 0)) }
    /// The next step with larger cells; the same if this is the last.
    public var larger: GridDensity { GridDensity(step: min(step + 1, Self.widths.count - 1)) }

    /// Orders by the size of cells.
    public static func < (left: GridDensity, right: GridDensity) -> Bool { left.step < right.step }

    /// The step to which a pinch with a magnification leads: one step for each doubling or halving.
    public func magnified(by magnification: Double) -> GridDensity {
        guard magnification.isFinite, magnification > 0 else { return self }
        var (density, rest) = (self, magnification)
        while rest >= 1.5, density != density.larger { (density, rest) = (density.larger, rest / 2) }
        while rest <= 0.67, density != density.denser { (density, rest) = (density.denser, rest * 2) }
        return density
    }

    /// The layout of square cells that fill a width; nil for a width without room for one cell.
    ///
    /// - Parameters:
    ///   - width: the width of the grid, in points.
    ///   - spacing: the distance between cells, in points; a negative number counts as 0.
    ///   - headerHeight: the height of a section's header, in points; a negative number counts as 0.
    public func layout(filling width: Double, spacing: Double = 2, headerHeight: Double = 0) -> GridLayout? {
        guard width.isFinite, width > 0 else { return nil }
        let spacing = max(spacing, 0)
        let columns = ((width + spacing) / (Self.widths[step] + spacing)).rounded(.down)
        return try? GridLayout(
            squaresFilling: width, columns: Int(min(max(columns, 1), 1_000)), spacing: spacing,
            headerHeight: max(headerHeight, 0))
    }
}
