import CameraRoll

/// A layer of a landscape: a ridge of hills or mountains, or water.
struct SceneLayer {
    var color: SceneColor
    /// The height of its middle in the picture, from 0 at the top to 1.
    var top: Double
    var waves: [SceneWave] = []
    var isWater = false

    /// The layers below a horizon, from the farthest to the nearest.
    static func layers(
        of mood: SceneMood, below horizon: Double, using chance: inout SeededGenerator
    ) -> [SceneLayer] {
        let (count, isSharp) = (Int.random(in: 1...3, using: &chance), Bool.random(using: &chance))
        let hasWater = Int.random(in: 0..<5, using: &chance) < 3
        let room = 1 - horizon
        var layers = (0..<count).map { index in
            let share = Double(index) / Double(count)
            let step = hasWater ? 0.05 : room * 0.75
            return SceneLayer(
                color: mood.far.mixed(with: mood.near, hasWater ? share * 0.5 : share),
                top: horizon + share * step,
                waves: SceneWave.waves(isSharp: isSharp && index < 2, height: 0.1 - 0.03 * share, using: &chance))
        }
        if hasWater { layers.append(SceneLayer(color: mood.water, top: horizon + 0.04, isWater: true)) }
        guard !hasWater || Bool.random(using: &chance) else { return layers }
        let shore = SceneWave.waves(isSharp: false, height: 0.05, using: &chance)
        layers.append(
            SceneLayer(color: mood.near, top: horizon + room * .random(in: 0.62...0.85, using: &chance), waves: shore))
        return layers
    }
}

/// A wave of a ridge's outline: smooth for hills, with peaks for mountains.
struct SceneWave {
    let frequency: Double
    let phase: Double
    let height: Double
    let isSharp: Bool

    static func waves(isSharp: Bool, height: Double, using chance: inout SeededGenerator) -> [SceneWave] {
        let rough = (frequency: Double.random(in: 0.5...1.3, using: &chance), height: height)
        return (0..<3).map { octave in
            let scale = [1, 2.3, 5.1][octave]
            return SceneWave(
                frequency: rough.frequency * scale, phase: .random(in: 0..<1, using: &chance),
                height: rough.height * .random(in: 0.5...1, using: &chance) / scale, isSharp: isSharp)
        }
    }

    /// Raises an outline, whose places are multiples of the picture's shorter side.
    func subtract(from heights: inout [Double], at places: [Double]) {
        for index in heights.indices {
            let turns = places[index] * frequency + phase
            let place = 2 * (turns - Double(Int32(turns))) - 1
            heights[index] -= (isSharp ? 1 - 2 * abs(place) : 4 * place * (1 - abs(place))) * height
        }
    }
}

/// A layer in the pixels of a canvas: for each row, the columns at which it begins and ends.
struct PaintedRidge {
    private let width: Int
    /// The first row of the layer in the first column.
    private let start: Int
    /// The rows between the highest place of the outline and the lowest one.
    private let rows: Range<Int>
    /// The columns where the layer begins or ends, row by row; those of a row are between two neighbors of `offsets`.
    private let columns: [Int32]
    private let offsets: [Int32]

    init(_ layer: SceneLayer, _ view: SceneView, _ size: PixelSize) {
        let outline = Self.outline(of: layer, view, size)
        (width, start) = (size.width, outline[0])
        rows = (outline.min() ?? 0)..<(outline.max() ?? 0)
        (columns, offsets) = Self.crossings(outline, rows)
    }

    /// The first row of the layer in each column; only one if it is the same everywhere.
    private static func outline(of layer: SceneLayer, _ view: SceneView, _ size: PixelSize) -> [Int] {
        guard !layer.waves.isEmpty else { return [view.row(layer.top, of: size.height)] }
        let places = (0..<size.width).map { view.x($0, of: size.width) }
        var heights = [Double](repeating: layer.top, count: size.width)
        for wave in layer.waves { wave.subtract(from: &heights, at: places) }
        return heights.map { view.row($0, of: size.height) }
    }

    /// Sorts the places where an outline crosses a row, by rows.
    private static func crossings(_ outline: [Int], _ rows: Range<Int>) -> (columns: [Int32], offsets: [Int32]) {
        var offsets = [Int32](repeating: 0, count: rows.count + 2)
        for column in outline.indices.dropFirst() {
            for row in steps(outline, column) { offsets[row - rows.lowerBound + 2] += 1 }
        }
        for row in 1..<offsets.count { offsets[row] += offsets[row - 1] }
        var columns = [Int32](repeating: 0, count: Int(offsets[rows.count + 1]))
        // Each row's offset moves on to the end of its places, which is the beginning of the next row's.
        for column in outline.indices.dropFirst() {
            for row in steps(outline, column) {
                columns[Int(offsets[row - rows.lowerBound + 1])] = Int32(column)
                offsets[row - rows.lowerBound + 1] += 1
            }
        }
        return (columns, offsets)
    }

    /// The rows that an outline crosses between a column and the one before.
    private static func steps(_ outline: [Int], _ column: Int) -> Range<Int> {
        min(outline[column - 1], outline[column])..<max(outline[column - 1], outline[column])
    }

    /// The row from which the layer is as wide as the picture.
    var lowest: Int { rows.upperBound }

    /// Paints the rows of the layer above a given one.
    func paint(_ color: SceneColor, until end: Int, on canvas: inout PaintCanvas) {
        guard rows.lowerBound < end else { return }
        let paint = canvas.paint(color)
        for row in rows.lowerBound..<min(rows.upperBound, end) {
            var begin = start <= row ? 0 : -1
            for index in Int(offsets[row - rows.lowerBound])..<Int(offsets[row - rows.lowerBound + 1]) {
                let column = Int(columns[index])
                if begin >= 0 { canvas.fill(row, begin..<column, with: paint) }
                begin = begin < 0 ? column : -1
            }
            if begin >= 0 { canvas.fill(row, begin..<width, with: paint) }
        }
        for row in min(rows.upperBound, end)..<end { canvas.fill(row, 0..<width, with: paint) }
    }
}
