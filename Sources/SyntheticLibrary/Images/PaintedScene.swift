import CameraRoll

// How a landscape is painted
//
// A scene is a sky whose color changes toward the horizon, a sun with a glow, and layers: ridges of hills, each in one
// color, and water. All places are shares of the whole picture, so that a small picture, a large one and a crop match.
//
// The layers are painted from the back to the front, in runs of pixels that are copied: `PaintedRidge` knows for each
// row where the hill begins and ends. What a nearer layer covers completely is not painted. A picture therefore costs
// little more than filling its memory, even in a debug build. No function of the C library is used, since its results
// may differ between machines.

/// A landscape: the same for the same mark, on every machine.
struct PaintedScene {
    private let mood: SceneMood
    private let horizon: Double
    private let sun: (x: Double, y: Double, radius: Double)
    private let layers: [SceneLayer]

    init(of mark: PaintedMark) {
        var chance = SeededGenerator(seed: UInt64(mark.row) | UInt64(mark.version) << 32)
        mood = SceneMood.all[Int.random(in: SceneMood.all.indices, using: &chance)].varied(using: &chance)
        horizon = .random(in: 0.42...0.66, using: &chance)
        sun = (
            .random(in: 0.1...0.9, using: &chance), .random(in: 0.1...(horizon - 0.06), using: &chance),
            .random(in: 0.035...0.08, using: &chance)
        )
        layers = SceneLayer.layers(of: mood, below: horizon, using: &chance)
    }
}

extension PaintedScene {
    /// Paints a part of the scene over the whole canvas.
    func paint(on canvas: inout PaintCanvas, _ view: SceneView) {
        let size = canvas.size
        let ridges = layers.map { PaintedRidge($0, view, size) }
        // From there down, a nearer layer covers everything.
        let ends = ridges.indices.map { index in
            ridges[(index + 1)...].reduce(size.height) { min($0, $1.lowest) }
        }
        var sky = PaintedSky(mood, horizon, view.disc(sun.x, sun.y, sun.radius, on: size))
        for row in 0..<min(ends.first ?? size.height, ridges.first?.lowest ?? size.height) {
            sky.paint(row, at: view.y(row, of: size.height), on: &canvas)
        }
        for (index, layer) in layers.enumerated() {
            ridges[index].paint(layer.color, until: ends[index], on: &canvas)
            if layer.isWater { paintReflection(on: layer, until: ends[index], of: &canvas, view) }
        }
    }

    /// Paints the light of the sun on the water, in lines that grow longer toward the viewer.
    private func paintReflection(
        on water: SceneLayer, until end: Int, of canvas: inout PaintCanvas, _ view: SceneView
    ) {
        let (size, paint) = (canvas.size, canvas.paint(water.color.mixed(with: mood.sun, 0.55)))
        for row in 0..<end {
            let depth = view.y(row, of: size.height) - water.top
            guard depth > 0.006, Int(depth * 90).isMultiple(of: 2) else { continue }
            let width = sun.radius * (0.5 + depth * 2) * (Int(depth * 90).isMultiple(of: 4) ? 1 : 0.6)
            canvas.fill(row, view.columns(sun.x - width..<sun.x + width, of: size.width), with: paint)
        }
    }
}

/// The part of a picture that is painted.
struct SceneView {
    /// The part, in shares of the whole picture.
    let part: NormalizedRect
    /// The sides of the whole picture as multiples of the shorter one.
    private let aspect: (x: Double, y: Double)

    init(_ part: NormalizedRect, of size: PixelSize) {
        let shorter = Double(max(min(size.width, size.height), 1))
        self.part = part
        aspect = (max(Double(size.width), 1) / shorter, max(Double(size.height), 1) / shorter)
    }

    /// The place of a row's middle in the picture.
    func y(_ row: Int, of height: Int) -> Double { part.y + (Double(row) + 0.5) / Double(height) * part.height }

    /// The place of a column's middle, as a multiple of the picture's shorter side.
    func x(_ column: Int, of width: Int) -> Double {
        (part.x + (Double(column) + 0.5) / Double(width) * part.width) * aspect.x
    }

    /// The first row at or below a place.
    func row(_ y: Double, of height: Int) -> Int { Self.pixel((y - part.y) / part.height, of: height) }

    func columns(_ places: Range<Double>, of width: Int) -> Range<Int> {
        let first = Self.pixel((places.lowerBound - part.x) / part.width, of: width)
        return first..<max(Self.pixel((places.upperBound - part.x) / part.width, of: width), first)
    }

    private static func pixel(_ share: Double, of count: Int) -> Int {
        Int((min(max(share, 0), 1) * Double(count)).rounded(.up))
    }

    /// A disc in pixels, which may be outside of the part.
    func disc(_ x: Double, _ y: Double, _ radius: Double, on size: PixelSize) -> PaintedDisc {
        let (width, height) = (Double(size.width) / part.width, Double(size.height) / part.height)
        return PaintedDisc(
            x: (x - part.x) * width, y: (y - part.y) * height, radiusX: radius / aspect.x * width,
            radiusY: radius / aspect.y * height)
    }
}

/// A disc in pixels; an ellipse if the picture is shown with other proportions.
struct PaintedDisc {
    let x: Double
    let y: Double
    let radiusX: Double
    let radiusY: Double

    /// The columns of a disc of the same center in a row.
    func columns(in row: Int, radius factor: Double, width: Int) -> Range<Int> {
        let distance = (Double(row) + 0.5 - y) / (radiusY * factor)
        guard abs(distance) < 1 else { return 0..<0 }
        let half = (1 - distance * distance).squareRoot() * radiusX * factor
        func column(_ x: Double) -> Int { Int(min(max(x.rounded(), 0), Double(width))) }
        return column(x - half)..<column(x + half)
    }
}

/// The rows of the sky, with the sun and its glow.
struct PaintedSky {
    private let mood: SceneMood
    private let horizon: Double
    private let sun: PaintedDisc
    private var band: Int?
    private var paints: [PaintCanvas.Paint] = []

    /// The number of colors down to the horizon, each of which serves many rows.
    private static let bands = 24.0
    /// The radii of the rings of light around the sun, as multiples of its own, with the share of the sun's color.
    private static let glow: [(radius: Double, share: Double)] = [(3.2, 0.1), (2.3, 0.2), (1.6, 0.34), (1, 1)]

    init(_ mood: SceneMood, _ horizon: Double, _ sun: PaintedDisc) {
        (self.mood, self.horizon, self.sun) = (mood, horizon, sun)
    }

    mutating func paint(_ row: Int, at y: Double, on canvas: inout PaintCanvas) {
        let width = canvas.size.width
        let band = Int(y / horizon * Self.bands)
        let color = mood.zenith.mixed(with: mood.haze, Double(band) / Self.bands)
        if band != self.band { (self.band, paints) = (band, [canvas.paint(color)]) }
        canvas.fill(row, 0..<width, with: paints[0])
        guard !sun.columns(in: row, radius: Self.glow[0].radius, width: width).isEmpty else { return }
        if paints.count == 1 { paints += Self.glow.map { canvas.paint(color.mixed(with: mood.sun, $0.share)) } }
        for (index, ring) in Self.glow.enumerated() {
            canvas.fill(row, sun.columns(in: row, radius: ring.radius, width: width), with: paints[index + 1])
        }
    }
}
